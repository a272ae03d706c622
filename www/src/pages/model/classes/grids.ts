// Reads the bars of the classes from the engine's flat arrays.

import { DIRECTIONS, isLoop } from "../../../domain/graph/graph";
import type { Direction, OrdinaryKind } from "../../../domain/graph/graph";
import { ticksOf } from "../../../plots/shared/axis";
import type { ClassBars, Part } from "../../../protocol";
import type { ClassesView, Data } from "../../../store/state";

/** Bars per graph, or per 100 vertices of the graph. */
export type Scale = ClassesView["scale"];
const SCALES: readonly Scale[] = ["graph", "vertices"];

/** The displayed direction and scale. */
export interface Aspect {
  readonly direction: Direction;
  readonly scale: Scale;
}

/** Includes `low`, excludes `high`. */
export type CellRange = readonly [low: number, high: number];

/** Extended persistence gives loops a death. Its bars of components are not shown here, since no model reads them. */
type CellKind = OrdinaryKind | "h1Extended";

/** Bars with birth and death in one range each. */
interface Cell {
  readonly kind: CellKind;
  /** Index of the birth range. */
  readonly birth: number;
  /** Index of the death range; null: essential. */
  readonly death: number | null;
}

/** The middle 80 % of the graphs of a class, and their median, at one value of t. */
export interface CellMiddle {
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
export function curveOf(
  bars: ClassBars,
  aspect: Aspect,
  label: number,
  dimension: 0 | 1,
): readonly CellMiddle[] {
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
export function rangeOf({ range: [low, high], sizes: [, ranges] }: ClassBars, number: number): CellRange {
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

// The numbers of bars of single graphs in a cell.

/** The graphs of a class as points: bars in the cell, and a place across that separates equal numbers. */
export interface CountStrip {
  readonly label: number;
  readonly points: readonly { readonly bars: number; readonly across: number }[];
  readonly median: number;
  /** Graphs with bars in the cell. */
  readonly filled: number;
}

/** Multiples of it, modulo 1, never cluster. */
const GOLDEN = 0.618_033_988_749_895;

/** All graphs of a class in a part, with 0 for those that have no bars in the cell. */
export function stripOf(
  rows: Data["rows"],
  part: Part,
  label: number,
  filling: readonly Filling[],
  scale: Scale,
): CountStrip {
  const bars = new Map(filling.map(({ graph, bars }) => [graph, bars]));
  const numbers = rows.flatMap((row, graph) => {
    if (row.part !== part || row.class !== label) return [];
    const own = bars.get(graph) ?? 0;
    return [scale === "graph" ? own : (100 * own) / Math.max(row.vertices, 1)];
  });
  const sorted = numbers.toSorted((a, b) => a - b);
  const last = sorted.length - 1;
  return {
    label,
    points: numbers.map((bars, at) => ({ bars, across: (at * GOLDEN) % 1 })),
    median: last < 0 ? 0 : (sorted[Math.floor(last / 2)]! + sorted[Math.ceil(last / 2)]!) / 2,
    filled: numbers.filter((own) => own > 0).length,
  };
}

// Layout of a density: a square of births and deaths, and one strip each for essential components and loops. Loops
// with a death lie on the other side of the diagonal, which halves its cells.

/** Space between the square and the first strip, and between the strips. */
const GAP = 8;
const BETWEEN = 4;
const STRIP = 12;

/** A picture, in pixels. */
export interface Square {
  readonly ranges: number;
  readonly direction: Direction;
  /** Whether loops have deaths. */
  readonly ended: boolean;
  /** Length of a side. */
  readonly side: number;
  readonly height: number;
  /** Upper edge of the square. */
  readonly top: number;
  /** Upper edges of the strips of components and loops. */
  readonly strips: readonly [number, number];
  readonly strip: number;
}

/** Essential bars lie above the square, at +∞, and below it in the superlevel direction. */
export function squareOf(side: number, ranges: number, direction: Direction, ended: boolean): Square {
  const both = GAP + STRIP + BETWEEN + STRIP;
  return {
    ranges,
    direction,
    ended,
    side,
    height: side + both,
    top: direction === "sub" ? both : 0,
    strips: direction === "sub" ? [STRIP + BETWEEN, 0] : [side + GAP, side + GAP + STRIP + BETWEEN],
    strip: STRIP,
  };
}

export interface CellBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Restricts the box to one side of the rising diagonal; null: the whole box. */
  readonly half: "above" | "below" | null;
}

export function boxOf(square: Square, number: number): CellBox {
  const { kind, birth, death } = cellAt(number, square.ranges);
  const size = square.side / square.ranges;
  const column = { x: birth * size, width: size, half: null };
  if (death === null)
    return { ...column, y: square.strips[kind === "h0Essential" ? 0 : 1], height: square.strip };
  const half = !square.ended || birth !== death ? null : isAbove(square, kind) ? "above" : "below";
  return { ...column, y: square.top + square.side - (death + 1) * size, height: size, half };
}

/** Whether a kind lies above the diagonal; loops and components are on opposite sides. */
function isAbove({ direction }: Square, kind: Cell["kind"]): boolean {
  return (direction === "sub") === (kind === "h0");
}

/** A box or its half as an SVG path; `inset` is a share of its size on each side. */
export function outlineOf({ x, y, width, height, half }: CellBox, inset = 0): string {
  const [dx, dy] = [round(width * (1 - 2 * inset)), round(height * (1 - 2 * inset))];
  // The centroid of the triangle is a third of each side away from its right angle.
  const share = half === null ? inset : (inset * (half === "above" ? 2 : 4)) / 3;
  const from = `M${round(x + width * share)} ${round(y + height * share)}`;
  if (half === "above") return `${from}h${dx}l${-dx} ${dy}z`;
  if (half === "below") return `${from}m${dx} 0v${dy}h${-dx}z`;
  return `${from}h${dx}v${dy}h${-dx}z`;
}

const round = (pixels: number): number => Number(pixels.toFixed(2));

/** The cell at a position; null where no bar is possible. */
export function cellUnder(square: Square, x: number, y: number): number | null {
  const { ranges, side, top, strips, strip } = square;
  const birth = Math.floor((x / side) * ranges);
  const above = top + side - y > x;
  const stays = strips.findIndex((start) => y >= start && y < start + strip);
  if (stays >= 0) return cellIn(square, birth, rowOfStrip(square, stays), "h0");
  const row = Math.floor(((top + side - y) / side) * ranges);
  const kind = above === isAbove(square, "h0") ? "h0" : "h1Extended";
  return row >= 0 && row < ranges ? cellIn(square, birth, row, kind) : null;
}

const STEPS: Readonly<Record<string, readonly [columns: number, rows: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** The neighbouring cell for a key, or the cell itself at the edge; null: not a navigation key. */
export function cellBeside(square: Square, number: number, key: string): number | null {
  const step = STEPS[key];
  if (!step) return null;
  const { kind, birth, death } = cellAt(number, square.ranges);
  const row = death ?? rowOfStrip(square, kind === "h0Essential" ? 0 : 1);
  return cellIn(square, birth + step[0], row + step[1], kind) ?? number;
}

/** Strips are rows beyond the last one, on their side of the square. */
function rowOfStrip({ ranges, direction }: Square, strip: number): number {
  return direction === "sub" ? ranges + strip : -1 - strip;
}

/** The cell in a column and a row counted from below; `onDiagonal` selects the half. Null where no bar is possible. */
function cellIn(square: Square, birth: number, row: number, onDiagonal: Cell["kind"]): number | null {
  const { ranges, ended } = square;
  if (birth < 0 || birth >= ranges) return null;
  if (row === rowOfStrip(square, 0)) return numberOf({ kind: "h0Essential", birth, death: null }, ranges);
  if (row === rowOfStrip(square, 1)) return numberOf({ kind: "h1Essential", birth, death: null }, ranges);
  if (row < 0 || row >= ranges) return null;
  const loop = row === birth ? onDiagonal === "h1Extended" : row > birth !== isAbove(square, "h0");
  const kind = loop && (ended || row !== birth) ? "h1Extended" : "h0";
  return kind === "h0" || ended ? numberOf({ kind, birth, death: row }, ranges) : null;
}
