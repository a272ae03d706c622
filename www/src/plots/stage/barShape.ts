import type { Direction } from "../../domain/graph/graph";
import type { Axis } from "../shared/axis";
import type { Row } from "./rows";

const TALLEST = 30;
/** The length of an essential bar beyond the axis. */
const BEYOND = 12;

/** The parameters of all bars of one filtration. */
export interface BarRoom {
  readonly axis: Axis;
  /** Of the whole drawing. */
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
export function barShape({ bar, row, ended, returns }: Row, room: BarRoom): BarShape {
  const { axis, direction, x, atEnd, top, pitch } = room;
  const end = direction === "sub" ? axis.right + BEYOND : axis.left - BEYOND;
  const back = returns && ended ? axis.x(bar.death!) : null;
  const stays = back !== null || (bar.death === null && atEnd);
  const to = stays ? end : ended ? axis.x(bar.death!) : x;
  return { from: axis.x(bar.birth), to, y: top + (row + 0.5) * pitch, back };
}

export interface Label {
  readonly x: number;
  readonly anchor: "start" | "end";
}

/** The approximate width of a character relative to its size. */
const CHARACTER = 0.53;

/** The position of a text at the end `to` of a bar: beyond the end, or on the bar if it would be cut off. */
export function labelAt(
  { from, to }: { readonly from: number; readonly to: number },
  characters: number,
  { width, text }: Pick<BarRoom, "width" | "text">,
  beyond: number,
  before: number,
): Label {
  const sign = to < from ? -1 : 1;
  const long = CHARACTER * text * characters;
  const isCut = (sign > 0 ? width - to : to) < beyond + long;
  if (isCut && Math.abs(to - from) > long + 2 * before)
    return { x: to - sign * before, anchor: sign > 0 ? "end" : "start" };
  return { x: to + sign * beyond, anchor: sign > 0 ? "start" : "end" };
}
