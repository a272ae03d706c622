// The graphs of the map in groups, each with a colour and a shape.

import type { ClassSummary, GraphRow, Part } from "../../../protocol";
import { nameOfClass } from "../../../domain/text/format";
import { formatNumber } from "../../../domain/training/metric";
import type { MapColour } from "../../../store/state";
import { PARTS } from "../parts";
import { SHAPES } from "./shapes";
import type { Shape } from "./shapes";

export interface Group {
  readonly name: string;
  /** Class of the style sheet. */
  readonly style: string;
  readonly shape: Shape;
  /** Indices of the graphs. */
  readonly graphs: readonly number[];
}

/** Number of class colours. */
const COLOURS = 8;
const STYLES: Readonly<Record<Part, string>> = { train: "class-7", validation: "class-4", test: "class-0" };

/** The groups with graphs; `predicted`: predicted class of each graph. */
export function groupsOf(
  colouring: MapColour,
  rows: readonly GraphRow[],
  classes: readonly ClassSummary[],
  predicted: ArrayLike<number>,
): readonly Group[] {
  const all = [...rows.keys()];
  const group = (name: string, style: string, shape: number, has: (graph: number) => boolean): Group => ({
    name,
    style,
    shape: SHAPES[shape % SHAPES.length]!,
    graphs: all.filter(has),
  });
  // A run log without labels.
  const without = group("no class", "class-0", 0, (i) => rows[i]!.class === null && rows[i]!.target === null);
  const groups = {
    class: () => [
      ...thirdsOf(rows).map(({ name, has }, third) => group(name, `class-${third}`, third, has)),
      ...classes.map((_, label) =>
        group(
          nameOfClass(classes, label),
          `class-${label % COLOURS}`,
          label,
          (i) => rows[i]!.class === label,
        ),
      ),
      without,
    ],
    right: () => [
      group("right", "map-right", 0, (i) => rows[i]!.class === predicted[i]),
      group("wrong", "map-wrong", 4, (i) => ![null, predicted[i]].includes(rows[i]!.class)),
      without,
    ],
    part: () =>
      [...PARTS]
        .reverse()
        .map(({ id, title }, place) =>
          group(title.toLowerCase(), STYLES[id], place, (i) => rows[i]!.part === id),
        ),
  }[colouring]();
  return groups.filter(({ graphs }) => graphs.length > 0);
}

interface Third {
  readonly name: string;
  readonly has: (graph: number) => boolean;
}

/** The graphs in three groups of about equal size by their targets; empty without targets. Equal targets are in one group. */
function thirdsOf(rows: readonly GraphRow[]): readonly Third[] {
  const sorted = rows.flatMap(({ target }) => (target === null ? [] : [target])).sort((a, b) => a - b);
  if (sorted.length === 0) return [];
  const [low, high] = [1, 2].map((third) => sorted[Math.floor((third * sorted.length) / 3)]!) as [
    number,
    number,
  ];
  const third = (name: string, has: (target: number) => boolean): Third => ({
    name,
    has: (graph) => rows[graph]!.target !== null && has(rows[graph]!.target!),
  });
  return [
    third(`below ${formatNumber(low)}`, (target) => target < low),
    third(`${formatNumber(low)} to ${formatNumber(high)}`, (target) => target >= low && target < high),
    third(`from ${formatNumber(high)}`, (target) => target >= high),
  ];
}
