// Where the cells of a density lie: a square of births and deaths, and a strip each for components and loops that stay.

import type { Direction } from "../../../domain/graph";
import { cellAt, numberOf } from "./grids";

/** Space between the square and the first strip, and between the strips. */
const GAP = 8;
const BETWEEN = 4;
const STRIP = 12;

/** A picture, in pixels. */
export interface Square {
  readonly ranges: number;
  readonly direction: Direction;
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
export function squareOf(side: number, ranges: number, direction: Direction): Square {
  const both = GAP + STRIP + BETWEEN + STRIP;
  return {
    ranges,
    direction,
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
}

export function boxOf(square: Square, number: number): Box {
  const { kind, birth, death } = cellAt(number, square.ranges);
  const size = square.side / square.ranges;
  const column = { x: birth * size, width: size };
  if (death !== null) return { ...column, y: square.top + square.side - (death + 1) * size, height: size };
  return { ...column, y: square.strips[kind === "h0Essential" ? 0 : 1], height: square.strip };
}

/** The cell at a place; null where no bar can be. */
export function cellUnder(square: Square, x: number, y: number): number | null {
  const { ranges, side, top, strips, strip } = square;
  const birth = Math.floor((x / side) * ranges);
  const stays = strips.findIndex((start) => y >= start && y < start + strip);
  if (stays >= 0) return cellIn(square, birth, rowOfStrip(square, stays));
  const row = Math.floor(((top + side - y) / side) * ranges);
  return row >= 0 && row < ranges ? cellIn(square, birth, row) : null;
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
  return cellIn(square, birth + step[0], row + step[1]) ?? number;
}

/** Strips are the rows beyond the last one, on the side on which they lie. */
function rowOfStrip({ ranges, direction }: Square, strip: number): number {
  return direction === "sub" ? ranges + strip : -1 - strip;
}

/** The cell in a column and a row from below; null where no bar can be: none ends before it is born. */
function cellIn(square: Square, birth: number, row: number): number | null {
  const { ranges, direction } = square;
  if (birth < 0 || birth >= ranges) return null;
  if (row === rowOfStrip(square, 0)) return numberOf({ kind: "h0Essential", birth, death: null }, ranges);
  if (row === rowOfStrip(square, 1)) return numberOf({ kind: "h1Essential", birth, death: null }, ranges);
  if (row < 0 || row >= ranges || (direction === "sub" ? row < birth : row > birth)) return null;
  return numberOf({ kind: "h0", birth, death: row }, ranges);
}
