import type { JSX } from "preact";
import { isLit, isLoop } from "../../domain/graph";
import type { BarId, Direction, Graph, Highlight } from "../../domain/graph";
import { vertexName } from "../../domain/names";
import { describeBar, pairOf } from "../../domain/sentences";
import type { Axis } from "../shared/axis";
import { barShape, pitchOf } from "./barShape";
import { componentColour } from "./colours";
import { asSeen } from "./rows";
import type { Row } from "./rows";
import type { Parts } from "./Stage";

interface Props {
  readonly id: string;
  readonly graph: Graph;
  readonly rows: readonly Row[];
  readonly axis: Axis;
  /** Where t is. */
  readonly x: number;
  readonly width: number;
  readonly textSize: number;
  readonly parts: Parts;
  readonly direction: Direction;
  readonly highlight: Highlight;
  readonly atEnd: boolean;
  /** By pointer or by keyboard. */
  readonly onPoint: (bar: BarId | null) => void;
}

/** Rows lower than this have no room for a name. */
const NAMED = 14;
/** Up to so many bars, each can be reached with Tab. */
const REACHED = 26;

/** The bars as far as they have grown, under the axis that they share with the graph. */
export function StageBars(props: Props): JSX.Element {
  const { id, graph, rows, axis, x, parts, direction, highlight, atEnd, onPoint } = props;
  const room = { axis, parts, direction, rows: rows.length, x, atEnd };
  const pitch = pitchOf(room);
  const thickness = Math.max(Math.min(0.66 * pitch, 18), Math.min(pitch, 1));
  const sign = direction === "sub" ? 1 : -1;
  /** Beside the end of a bar, or over it where that would be outside. */
  const pairX = (to: number, pair: string): number => {
    const long = 0.55 * props.textSize * pair.length;
    return sign > 0 ? Math.min(to + 10, props.width - long) : Math.max(to - 10, long);
  };
  const hatch = `${id}-stage-hatch`;
  return (
    <g class="stage-bars">
      <defs>
        <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="2.4" height="6" class="stage-hatch" />
        </pattern>
      </defs>
      {rows.map((shown) => {
        const { bar, row, born, ended } = shown;
        if (!born) return null;
        const { from, to, y } = barShape(shown, room);
        const essential = bar.death === null;
        const left = Math.min(from, to);
        const loop = isLoop(bar.kind);
        const lit = isLit(bar, highlight);
        const name =
          vertexName(graph, bar.birthVertex) + (bar.multiplicity > 1 ? ` ×${bar.multiplicity}` : "");
        const told = describeBar(asSeen(shown, atEnd), graph);
        const done = ended || (essential && atEnd);
        return (
          <g
            key={bar.id}
            class={`stage-bar${lit ? " lit" : ""}${ended ? " ended" : ""}${loop ? " loop" : ""}`}
            role="img"
            aria-label={told}
            tabindex={rows.length <= REACHED ? 0 : -1}
            onFocus={() => onPoint(bar.id)}
            onBlur={() => onPoint(null)}
            onPointerEnter={() => onPoint(bar.id)}
            onPointerLeave={({ pointerType }) => {
              // A finger that is lifted has not gone elsewhere.
              if (pointerType === "mouse") onPoint(null);
            }}
            onPointerDown={(event) => {
              // A tap shows what the bar is; it is no scrubbing.
              event.stopPropagation();
              onPoint(bar.id);
            }}
          >
            <title>{told}</title>
            <rect
              class="stage-bar-room"
              x={left - 24}
              y={y - pitch / 2}
              width={Math.abs(to - from) + 110}
              height={pitch}
            />
            <rect
              class="stage-bar-shape"
              x={left}
              y={y - thickness / 2}
              width={Math.max(Math.abs(to - from), 1.5)}
              height={thickness}
              rx={Math.min(2, thickness / 3)}
              style={{ fill: loop ? `url(#${hatch})` : componentColour(row) }}
            />
            {essential && atEnd && (
              <path
                class="stage-arrow"
                d={`M${to - sign * 9} ${y - thickness / 2 - 3}L${to + sign * 3} ${y}L${to - sign * 9} ${y + thickness / 2 + 3}`}
              />
            )}
            {pitch >= NAMED && (
              <text
                class="stage-bar-name"
                x={from - sign * 9}
                y={y}
                dy="0.35em"
                text-anchor={sign > 0 ? "end" : "start"}
              >
                {name}
              </text>
            )}
            {pitch >= NAMED && done && (
              <text
                class="stage-bar-pair"
                x={pairX(to, pairOf(bar))}
                y={y}
                dy="0.35em"
                text-anchor={sign > 0 ? "start" : "end"}
              >
                {pairOf(bar)}
              </text>
            )}
          </g>
        );
      })}
    </g>
  );
}
