// The bars of the stage, row by row, up to t.

import { endsGoingBack, isZeroLength } from "../../domain/persistence/bars";
import { hasArrived, thresholdAt } from "../../domain/persistence/filtration";
import type { Walk } from "../../domain/persistence/filtration";
import { isLoop, vertexName } from "../../domain/graph/graph";
import type { Bar, Direction, Graph } from "../../domain/graph/graph";
import type { Axis } from "../shared/axis";

export interface StageRow {
  readonly bar: Bar;
  /** Counted from the top. */
  readonly row: number;
  /** The number of the colour of its component. */
  readonly colour: number;
  /** It is born; it has ended. */
  readonly born: boolean;
  readonly ended: boolean;
  /** It ends on the way back, after the whole filtration has arrived. */
  readonly returns: boolean;
}

/** Number of letters of the longest name of a bar. A large graph has more rows than a call can have arguments. */
export function longestName(graph: Graph, rows: readonly StageRow[]): number {
  return rows.reduce((most, { bar }) => Math.max(most, vertexName(graph, bar.birthVertex).length), 1);
}

/** Components above loops, each sorted by birth; the first is the row `first`. */
export function rowsOf(
  bars: readonly Bar[],
  direction: Direction,
  threshold: number | null,
  first = 0,
): readonly StageRow[] {
  const shown = bars.filter((bar) => bar.direction === direction && isDrawn(bar));
  const sign = direction === "sub" ? 1 : -1;
  const rank = (bar: Bar): number => (isLoop(bar.kind) ? 1 : 0);
  const sorted = [...shown].sort((a, b) => rank(a) - rank(b) || sign * (a.birth - b.birth));
  const colour = coloursOf(shown);
  return sorted.map((bar, i) => ({
    bar,
    row: first + i,
    colour: colour(bar.birthVertex),
    born: hasArrived(bar.birth, threshold, direction),
    ended: hasEnded(bar, direction, threshold),
    returns: comesBack(bar),
  }));
}

/**
 * A component has the colour of the vertex that created it, so it keeps its colour when bars change places. In larger
 * graphs, the birth vertices are counted, so that neighbouring bars differ.
 */
function coloursOf(bars: readonly Bar[]): (birthVertex: number) => number {
  const components = bars.filter(({ kind }) => !isLoop(kind));
  const births = components.map(({ birthVertex }) => birthVertex).sort((a, b) => a - b);
  return (vertex) => ((births.at(-1) ?? 0) < COLOURS ? vertex : Math.max(births.indexOf(vertex), 0));
}

/** In extended persistence, a component of a single value has a zero-length bar, but it exists throughout. */
function isDrawn(bar: Bar): boolean {
  return bar.kind === "h0Extended" || !isZeroLength(bar);
}

/** The bar as known at t: its death is unknown before it happens, except that loops of a graph never end. */
export function barAsKnown({ bar, ended }: StageRow, atEnd: boolean): Bar {
  if (ended || atEnd || bar.kind === "h1Essential") return bar;
  return { ...bar, kind: isLoop(bar.kind) ? bar.kind : "h0", death: null, deathVertex: null };
}

function hasEnded(bar: Bar, direction: Direction, threshold: number | null): boolean {
  if (bar.death === null) return false;
  return comesBack(bar) ? threshold === null : hasArrived(bar.death, threshold, direction);
}

/** A pair of extended persistence; loops filled by triangles end on the way forward. */
function comesBack(bar: Bar): boolean {
  return bar.kind === "h0Extended" || (bar.kind === "h1Extended" && endsGoingBack(bar));
}

// Colours of components: Paul Tol's "muted" scheme, which is colour-blind safe. They differ from class and
// direction colours.

const PALETTE = [
  "#88ccee",
  "#cc6677",
  "#ddcc77",
  "#44aa99",
  "#aa4499",
  "#999933",
  "#332288",
  "#117733",
  "#882255",
] as const;

/** The number of colours; they repeat. */
const COLOURS = PALETTE.length;

export function componentColour(colour: number): string {
  return PALETTE[colour % PALETTE.length]!;
}

// The two filtrations of the stage: the active one and its mirror in the other direction.

/** One filtration, up to t. */
export interface Side {
  /** The rows are drawn to their ends, in the room of this number of bars. */
  readonly roomFor?: number;
  readonly walk: Walk;
  readonly position: number;
  readonly threshold: number | null;
  readonly rows: readonly StageRow[];
}

/**
 * The filtration in the other direction after the same number of steps: both start at K⁰, visit each value
 * once, one from below and one from above, and end together. Its bars are below those of `side`.
 */
export function mirrorOf(side: Side, walk: Walk, bars: readonly Bar[]): Side {
  const { position } = side;
  const threshold = thresholdAt(walk, position);
  return { walk, position, threshold, rows: rowsOf(bars, walk.direction, threshold, side.rows.length) };
}

const TALLEST = 30;
/** The length of an essential bar beyond the axis. */
const BEYOND = 12;

/** The parameters of all bars of one filtration. */
export interface BarRoom {
  readonly axis: Axis;
  /** Width of the whole drawing. */
  readonly width: number;
  /** The text size, in pixels. */
  readonly text: number;
  readonly direction: Direction;
  /** The top of row 0, and the height of rows. */
  readonly top: number;
  readonly pitch: number;
  /** The position of t; the whole filtration has arrived. */
  readonly x: number;
  readonly atEnd: boolean;
}

/** The row height for a number of rows. */
export function pitchOf(height: number, rows: number): number {
  return Math.min(TALLEST, Math.max(height, 0) / Math.max(rows, 1));
}

export interface BarShape {
  readonly from: number;
  readonly to: number;
  readonly y: number;
  /** Its death on the way back; null: none. */
  readonly back: number | null;
}

/**
 * From birth to death, or to t; from right to left for the superlevel direction. A bar with a way back goes
 * to the end first.
 */
export function barShape({ bar, row, ended, returns }: StageRow, room: BarRoom): BarShape {
  const { axis, direction, x, atEnd, top, pitch } = room;
  const end = direction === "sub" ? axis.right + BEYOND : axis.left - BEYOND;
  const back = returns && ended ? axis.x(bar.death!) : null;
  const stays = back !== null || (bar.death === null && atEnd);
  const to = stays ? end : ended ? axis.x(bar.death!) : x;
  return { from: axis.x(bar.birth), to, y: top + (row + 0.5) * pitch, back };
}

interface Label {
  readonly x: number;
  readonly anchor: "start" | "end";
}

/** The approximate width of a character relative to its size. */
const CHARACTER = 0.55;

/** The smallest distance of a text from the border of the drawing. */
const BORDER = 4;

/** The position of a text at the end `to` of a bar: beyond the end, on the bar if it would be cut off, or at the border if the bar is short. */
export function labelAt(
  { from, to }: { readonly from: number; readonly to: number },
  characters: number,
  { width, text }: Pick<BarRoom, "width" | "text">,
  beyond: number,
  before: number,
): Label {
  const sign = to < from ? -1 : 1;
  const long = CHARACTER * text * characters;
  const isCut = (sign > 0 ? width - to : to) < beyond + long + BORDER;
  if (isCut && Math.abs(to - from) > long + 2 * before)
    return { x: to - sign * before, anchor: sign > 0 ? "end" : "start" };
  if (isCut) return { x: sign > 0 ? width - BORDER : BORDER, anchor: sign > 0 ? "end" : "start" };
  return { x: to + sign * beyond, anchor: sign > 0 ? "start" : "end" };
}
