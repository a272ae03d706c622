import type { Direction } from "../../domain/graph";
import type { Axis } from "../shared/axis";
import type { Row } from "./rows";
import type { Parts } from "./Stage";

const TALLEST = 30;
/** What a bar that never ends reaches beyond the axis at the end. */
const BEYOND = 24;

/** What the places of all bars depend on. */
export interface BarRoom {
  readonly axis: Axis;
  readonly parts: Parts;
  readonly direction: Direction;
  /** How many there are. */
  readonly rows: number;
  /** Where t is; all of the filtration is in. */
  readonly x: number;
  readonly atEnd: boolean;
}

export function pitchOf({ parts, rows }: BarRoom): number {
  return Math.min(TALLEST, (parts.bars.bottom - parts.bars.top) / Math.max(rows, 1));
}

/** From its birth to its death, or to where t is; from right to left where the filtration goes down. */
export function barShape({ bar, row, ended }: Row, room: BarRoom): { from: number; to: number; y: number } {
  const { axis, direction, x, atEnd } = room;
  const end = direction === "sub" ? axis.right + BEYOND : axis.left - BEYOND;
  const to = ended ? axis.x(bar.death!) : bar.death === null && atEnd ? end : x;
  return { from: axis.x(bar.birth), to, y: room.parts.bars.top + (row + 0.5) * pitchOf(room) };
}
