import type { JSX } from "preact";
import type { Direction } from "../../domain/graph/graph";
import { formatValue } from "../../domain/text/values";
import type { Axis } from "../shared/axis";
import type { Side, BarRoom } from "./rows";

/** The layout of mirrored bars; `from` is the lower edge of the original bars. */
export interface MirrorRoom extends BarRoom {
  readonly from: number;
}

interface Props {
  readonly mirror: Side;
  readonly room: MirrorRoom;
  readonly bottom: number;
}

/** The position of the superlevel filtration, behind its bars: its t comes from the right. */
export function StageMirror({ mirror, room, bottom }: Props): JSX.Element {
  const { axis, direction, x, from } = room;
  const left = axis.left - 40;
  return (
    <g class="stage-mirror" aria-hidden="true">
      <line class="stage-between" x1={left} x2={axis.right + 28} y1={from + 3} y2={from + 3} />
      <rect
        class="stage-past-above"
        {...pastOf(axis, direction, x)}
        y={from + 6}
        height={Math.max(bottom - from - 6, 0)}
      />
      <line class="stage-now-above" x1={x} x2={x} y1={from + 6} y2={bottom - 4} />
      <text class="stage-mirror-name" x={left} y={from + 20}>
        ◇ Superlevel, {shownAt(mirror)}
      </text>
    </g>
  );
}

/** The region behind t. */
export function pastOf(axis: Axis, direction: Direction, x: number): { x: number; width: number } {
  return direction === "sub"
    ? { x: axis.left - 40, width: Math.max(x - axis.left + 40, 0) }
    : { x, width: Math.max(axis.right + 28 - x, 0) };
}

/** t as text. */
export function shownAt({ walk, position, threshold }: Side): string {
  return position < 0 ? "K⁰" : `t = ${formatValue(threshold ?? walk.values[position]!)}`;
}
