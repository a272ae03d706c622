// Where the cells of a density lie: a square of births and deaths, and a strip each for components and loops that stay. Loops
// that extended persistence ends lie on the other side of the diagonal; cells on it are halves then.

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
  /** Do loops have ends? */
  readonly ended: boolean;
  /** Length of a side. */
  readonly side: number;
  readonly height: number;
  /** Upper end of the square. */
  readonly top: number;
  /** Upper ends of the strips, of components and of loops. */
  readonly strips: readonly [number, number];
  readonly strip: number;
}

/** What stays lies above the square, where it would end at +∞, and in the superlevel direction below it. */
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
  /** Only what lies on this side of the rising diagonal; null: all of it. */
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

/** Bars of one kind lie on one side of the diagonal: loops where components do not. */
function isAbove({ direction }: Square, kind: Cell["kind"]): boolean {
  return (direction === "sub") === (kind === "h0");
}

/** A box, or the half of it, as a path; `inset` by a share of itself on each side. */
export function outlineOf({ x, y, width, height, half }: Box, inset = 0): string {
  const [dx, dy] = [round(width * (1 - 2 * inset)), round(height * (1 - 2 * inset))];
  // The middle of a triangle is a third of its sides away from its right angle.
  const share = half === null ? inset : (inset * (half === "above" ? 2 : 4)) / 3;
  const from = `M${round(x + width * share)} ${round(y + height * share)}`;
  if (half === "above") return `${from}h${dx}l${-dx} ${dy}z`;
  if (half === "below") return `${from}m${dx} 0v${dy}h${-dx}z`;
  return `${from}h${dx}v${dy}h${-dx}z`;
}

const round = (pixels: number): number => Number(pixels.toFixed(2));

/** The cell at a place; null where no bar can be. */
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

/** Where a key leads from a cell, itself where there is none on that side; null: this key leads nowhere. */
export function cellBeside(square: Square, number: number, key: string): number | null {
  const step = STEPS[key];
  if (!step) return null;
  const { kind, birth, death } = cellAt(number, square.ranges);
  const row = death ?? rowOfStrip(square, kind === "h0Essential" ? 0 : 1);
  return cellIn(square, birth + step[0], row + step[1], kind) ?? number;
}

/** Strips are the rows beyond the last one, on the side on which they lie. */
function rowOfStrip({ ranges, direction }: Square, strip: number): number {
  return direction === "sub" ? ranges + strip : -1 - strip;
}

/** The cell in a column and a row from below, on the diagonal that of this kind; null where no bar can be. */
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
