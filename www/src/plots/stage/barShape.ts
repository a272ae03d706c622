import type { Direction } from "../../domain/graph/graph";
import type { Axis } from "../shared/axis";
import type { Row } from "./rows";

const TALLEST = 30;
/** What a bar that never ends reaches beyond the axis at the end. */
const BEYOND = 12;

/** What the places of all bars of one filtration depend on. */
export interface BarRoom {
  readonly axis: Axis;
  /** Of the whole drawing. */
  readonly width: number;
  /** The size of text, in pixels. */
  readonly text: number;
  readonly direction: Direction;
  /** Where the row 0 begins, and how high rows are. */
  readonly top: number;
  readonly pitch: number;
  /** Where t is; all of the filtration is in. */
  readonly x: number;
  readonly atEnd: boolean;
}

/** How high rows are where so many share a height. */
export function pitchOf(height: number, rows: number): number {
  return Math.min(TALLEST, Math.max(height, 0) / Math.max(rows, 1));
}

export interface BarShape {
  readonly from: number;
  readonly to: number;
  readonly y: number;
  /** Where it ends on its way back; null: it does not come back. */
  readonly back: number | null;
}

/**
 * From its birth to its death, or to where t is; from right to left where the filtration goes down. What ends on the way
 * back goes to the end first.
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

/** About as wide as a character is, where the size is 1. */
const CHARACTER = 0.53;

/**
 * Where a text stands beside the end `to` of a bar: so many pixels beyond it, or so many before it, on the bar, where it
 * would be cut off.
 */
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
