// The graphs of the map in groups, each with a colour and a shape.

import type { ClassSummary, GraphRow, Part } from "../../../protocol";
import { nameOfClass, formatCount, formatShare, plural } from "../../../domain/text/format";
import { formatTarget, rangeOfTargets } from "../../../domain/training/metric";
import type { MapColour } from "../../../store/state";
import { PARTS } from "../parts";
import type { DataMap } from "../../../engine/calls";

export interface MapGroup {
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
): readonly MapGroup[] {
  const all = [...rows.keys()];
  const group = (name: string, style: string, shape: number, has: (graph: number) => boolean): MapGroup => ({
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
  const range = rangeOfTargets(sorted);
  const [from, to] = [formatTarget(low, range), formatTarget(high, range)];
  const third = (name: string, has: (target: number) => boolean): Third => ({
    name,
    has: (graph) => rows[graph]!.target !== null && has(rows[graph]!.target!),
  });
  return [
    third(`below ${from}`, (target) => target < low),
    third(`${from} to ${to}`, (target) => target >= low && target < high),
    third(`from ${to}`, (target) => target >= high),
  ];
}

// The shapes of the points, as paths around the origin. Colour is never the only difference between groups.

export const SHAPES = ["circle", "diamond", "triangle", "square", "cross"] as const;
type Shape = (typeof SHAPES)[number];

/** Half the size of a point, in pixels. */
export const RADIUS = 4;

/** The outline of a point at a position. */
export function outlineOf(shape: Shape, x: number, y: number, r = RADIUS): string {
  const at = (dx: number, dy: number): string => `${(x + dx).toFixed(1)} ${(y + dy).toFixed(1)}`;
  switch (shape) {
    case "circle":
      return `M${at(-r, 0)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
    case "diamond":
      return `M${at(0, -1.2 * r)}L${at(1.2 * r, 0)}L${at(0, 1.2 * r)}L${at(-1.2 * r, 0)}z`;
    case "triangle":
      return `M${at(0, -1.1 * r)}L${at(1.1 * r, 0.9 * r)}L${at(-1.1 * r, 0.9 * r)}z`;
    case "square":
      return `M${at(-0.9 * r, -0.9 * r)}L${at(0.9 * r, -0.9 * r)}L${at(0.9 * r, 0.9 * r)}L${at(-0.9 * r, 0.9 * r)}z`;
    case "cross": {
      const [arm, half] = [1.1 * r, 0.4 * r];
      const corners = [
        [-half, -arm],
        [half, -arm],
        [half, -half],
        [arm, -half],
        [arm, half],
        [half, half],
        [half, arm],
        [-half, arm],
        [-half, half],
        [-arm, half],
        [-arm, -half],
        [-half, -half],
      ] as const;
      // A diagonal cross.
      const turned = corners.map(([dx, dy]) => at((dx - dy) * Math.SQRT1_2, (dx + dy) * Math.SQRT1_2));
      return `M${turned.join("L")}z`;
    }
  }
}

// Texts of the map.

/** "Component 1: 63.1 % of the variance" */
export function axisName(axis: 0 | 1, { shares }: Pick<DataMap, "shares">): string {
  return `component ${axis + 1}: ${formatShare(shares[axis])} of the variance`;
}

/** The numbers behind the map; `filter`: its name, if the run has several. */
export function aboutMap(
  { of, numbers }: Pick<DataMap, "of" | "numbers">,
  graphs: number,
  filter: string | null,
): string {
  const whose = filter === null ? "" : ` for ${filter}`;
  const read =
    of === "readout"
      ? `the ${plural(numbers, "value", "values")} of its coordinate functions${whose}, which the classifier reads`
      : `its ${plural(numbers, "score", "scores")}, because there are no values of coordinate functions`;
  return `Each of the ${formatCount(graphs)} graphs is a point: the first two principal components of ${read}.`;
}

interface Seen {
  readonly index: number;
  readonly part: string;
  readonly truth: string;
  readonly predicted: string;
  /** Whether the model predicts a number, which is not right or wrong. */
  readonly regression: boolean;
}

/** "Graph 12 (test): class 1, predicted class 2 ✗" */
export function describeGraph({ index, part, truth, predicted, regression }: Seen): string {
  const mark = regression ? "" : truth === predicted ? " ✓" : " ✗";
  return `Graph ${formatCount(index + 1)} (${part}): ${truth}, predicted ${predicted}${mark}`;
}
