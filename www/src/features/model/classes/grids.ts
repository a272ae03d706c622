// Reads the bars of the classes from the engine's flat arrays.

import { DIRECTIONS, isLoop } from "../../../domain/graph/graph";
import type { Direction, OrdinaryKind } from "../../../domain/graph/graph";
import { ticksOf } from "../../../plots/shared/axis";
import type { ClassBars } from "../../../protocol";
import type { ClassesView } from "../../../store/state";

/** Bars per graph, or per 100 vertices of the graph. */
export type Scale = ClassesView["scale"];
const SCALES: readonly Scale[] = ["graph", "vertices"];

/** The displayed direction and scale. */
export interface Aspect {
  readonly direction: Direction;
  readonly scale: Scale;
}

/** Includes `low`, excludes `high`. */
export type Range = readonly [low: number, high: number];

/** Extended persistence gives loops a death. Its bars of components are not shown here, since no model reads them. */
type CellKind = OrdinaryKind | "h1Extended";

/** Bars with birth and death in one range each. */
export interface Cell {
  readonly kind: CellKind;
  /** Index of the birth range. */
  readonly birth: number;
  /** Index of the death range; null: essential. */
  readonly death: number | null;
}

/** The middle 80 % of the graphs of a class, and their median, at one value of t. */
export interface Middle {
  readonly low: number;
  readonly median: number;
  readonly high: number;
}

/** Offset of the first block of a class. */
function blockOf({ graphs }: ClassBars, { direction, scale }: Aspect, label: number): number {
  const aspect = DIRECTIONS.indexOf(direction) * SCALES.length + SCALES.indexOf(scale);
  return aspect * graphs.length + label;
}

/** Betti numbers of a dimension at each value of t; empty where the class has no graphs. */
export function curveOf(bars: ClassBars, aspect: Aspect, label: number, dimension: 0 | 1): readonly Middle[] {
  if (!bars.graphs[label]) return [];
  const [points] = bars.sizes;
  const first = (2 * blockOf(bars, aspect, label) + dimension) * points * 3;
  return Array.from({ length: points }, (_, point) => {
    const [low, median, high] = bars.curves.subarray(first + 3 * point, first + 3 * point + 3);
    return { low: low!, median: median!, high: high! };
  });
}

/** Axis ticks: round values, or the ends if there are fewer than two round values. */
export function ticksAlong({ range }: ClassBars): readonly number[] {
  const round = ticksOf(range, 3);
  return round.length > 1 ? round : range;
}

/** The values of t of a curve. */
export function pointsOf({ sizes: [points], range: [low, high] }: ClassBars): readonly number[] {
  const step = (high - low) / (points - 1);
  return Array.from({ length: points }, (_, point) => low + step * point);
}

/** Mean number of bars in each cell of a class. */
export function densityOf(bars: ClassBars, aspect: Aspect, label: number): Float32Array {
  const cells = cellsOf(bars);
  const first = blockOf(bars, aspect, label) * cells;
  return bars.densities.subarray(first, first + cells);
}

/** Number of cells of a density. */
export function cellsOf({ sizes: [, ranges] }: ClassBars): number {
  return ranges * (2 * ranges + 2);
}

/** The cell of an index. */
export function cellAt(number: number, ranges: number): Cell {
  const row = Math.floor(number / ranges);
  const column = number % ranges;
  if (row < ranges) return { kind: "h0", birth: row, death: column };
  if (row === ranges) return { kind: "h0Essential", birth: column, death: null };
  if (row === ranges + 1) return { kind: "h1Essential", birth: column, death: null };
  return { kind: "h1Extended", birth: row - ranges - 2, death: column };
}

/** The index of a cell. */
export function numberOf({ kind, birth, death }: Cell, ranges: number): number {
  const row = { h0: birth, h0Essential: ranges, h1Essential: ranges + 1, h1Extended: ranges + 2 + birth }[
    kind
  ];
  return row * ranges + (death ?? birth);
}

/** Both ends of a range. */
export function rangeOf({ range: [low, high], sizes: [, ranges] }: ClassBars, number: number): Range {
  const at = (step: number): number => low + ((high - low) * step) / ranges;
  return [at(number), at(number + 1)];
}

/** The cell with the largest density difference, and the density of both classes there; null: no cell differs. */
export function largestDifference(
  bars: ClassBars,
  aspect: Aspect,
  [a, b]: readonly [number, number],
): { readonly cell: number; readonly means: readonly [number, number] } | null {
  const [first, second] = [densityOf(bars, aspect, a), densityOf(bars, aspect, b)];
  const differences = first.map((mean, cell) => Math.abs(mean - second[cell]!));
  const cell = differences.reduce((best, difference, at) => (difference > differences[best]! ? at : best), 0);
  return differences[cell]! > 0 ? { cell, means: [first[cell]!, second[cell]!] } : null;
}

/** Maxima that scale the colours; a graph may have many more loops than components. */
export interface Most {
  readonly components: number;
  readonly loops: number;
}

/** The largest absolute densities. */
export function mostOf(densities: readonly Float32Array[], ranges: number): Most {
  const most = { components: 0, loops: 0 };
  for (const density of densities)
    density.forEach((mean, cell) => {
      const kind = isLoop(cellAt(cell, ranges).kind) ? "loops" : "components";
      most[kind] = Math.max(most[kind], Math.abs(mean));
    });
  return most;
}

/** A graph with bars in a cell. */
export interface Filling {
  readonly graph: number;
  readonly bars: number;
}

/** The graphs of a class with bars in a cell, by descending number of bars. */
export function fillingOf(
  { filled }: ClassBars,
  direction: Direction,
  cell: number,
  belongs: (graph: number) => boolean,
): readonly Filling[] {
  const own = DIRECTIONS.indexOf(direction);
  const found: Filling[] = [];
  for (let row = 0; row < filled.length; row += 4) {
    if (filled[row] !== own || filled[row + 1] !== cell || !belongs(filled[row + 2]!)) continue;
    found.push({ graph: filled[row + 2]!, bars: filled[row + 3]! });
  }
  return found;
}
