// Layout of a density: a square of births and deaths, and one strip each for essential components and loops. Loops
// with a death lie on the other side of the diagonal, which halves its cells.

import type { Direction } from "../../../domain/graph/graph";
import { cellAt, numberOf } from "./grids";
import type { Cell } from "./grids";

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

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Restricts the box to one side of the rising diagonal; null: the whole box. */
  readonly half: "above" | "below" | null;
}

export function boxOf(square: Square, number: number): Box {
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
export function outlineOf({ x, y, width, height, half }: Box, inset = 0): string {
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
