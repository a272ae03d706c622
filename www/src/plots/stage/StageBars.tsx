import type { JSX } from "preact";
import { isLit, isLoop, vertexName } from "../../domain/graph/graph";
import type { BarId, Graph, Highlight } from "../../domain/graph/graph";
import { describeBar, pairOf } from "../../domain/text/sentences";
import { barAsKnown, componentColour, labelAt } from "./rows";
import type { StageRow, BarRoom, BarShape } from "./rows";
import { SlopeArrow, slopeText, arrowLength } from "./SlopeArrow";
import type { StageSlopes } from "./SlopeArrow";

interface Props {
  readonly id: string;
  /** Superlevel bars next to sublevel bars. */
  readonly mirrors?: boolean;
  readonly graph: Graph;
  readonly rows: readonly StageRow[];
  readonly shapes: ReadonlyMap<BarId, BarShape>;
  readonly room: BarRoom;
  /** Each is reachable with Tab. */
  readonly reached: boolean;
  readonly highlight: Highlight;
  readonly slopes: StageSlopes | null;
  /** The pointer or the keyboard reaches a bar, or leaves it. */
  readonly onPoint: (bar: BarId | null) => void;
}

/** The gap between a bar, or its arrowhead, and its text. */
const GAP = 8;
const ARROWHEAD = 10;
/** Lower rows have no labels. */
const NAMED = 14;

/** The bars up to t, on the same axis as the graph. */
export function StageBars(props: Props): JSX.Element {
  const { id, mirrors = false, graph, rows, shapes, room, highlight, slopes, onPoint } = props;
  const { direction, pitch, atEnd } = room;
  const thickness = Math.max(Math.min(0.66 * pitch, 18), Math.min(pitch, 1));
  const sign = direction === "sub" ? 1 : -1;
  const hatch = `${id}-stage-hatch`;
  return (
    <g class={mirrors ? "stage-bars mirrored" : "stage-bars"}>
      <defs>
        <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="2.4" height="6" class="stage-hatch" />
        </pattern>
      </defs>
      {rows.map((shown) => {
        const { bar, born, ended } = shown;
        if (!born) return null;
        const { from, to, y, back } = shapes.get(bar.id)!;
        // Bars with a way back leave space for it.
        const height = back === null ? thickness : 0.55 * thickness;
        const top = back === null ? y - thickness / 2 : y - 0.6 * thickness;
        const essential = bar.death === null;
        const left = Math.min(from, to);
        const loop = isLoop(bar.kind);
        const lit = isLit(bar, highlight);
        const births = slopes?.births.get(bar.id) ?? [bar.birthVertex];
        const names = (bar.simplices?.birth ?? births).map((vertex) => vertexName(graph, vertex));
        // Without blanks, because the room beside the arrow of a slope is narrow on a phone.
        const name =
          names.join(bar.simplices ? "–" : ",") + (bar.multiplicity > 1 ? ` ×${bar.multiplicity}` : "");
        const description = describeBar(barAsKnown(shown, atEnd), graph, births);
        const sloped = ended && pitch >= NAMED && slopes?.bars.has(bar.id) === true;
        const beyond = sloped ? arrowLength(1) + 0.7 * room.text * slopeText(1).length + 6 : 0;
        const gap = essential || back !== null ? ARROWHEAD : GAP;
        const label = labelAt({ from, to }, pairOf(bar).length, room, beyond + gap, gap);
        const done = ended || (essential && atEnd);
        return (
          <g
            key={bar.id}
            class={`stage-bar${lit ? " lit" : ""}${ended ? " ended" : ""}${loop ? " loop" : ""}`}
            role="img"
            aria-label={description}
            tabindex={props.reached ? 0 : -1}
            onFocus={() => onPoint(bar.id)}
            onBlur={() => onPoint(null)}
            onPointerEnter={() => onPoint(bar.id)}
            onPointerLeave={({ pointerType }) => {
              // Lifting a finger does not count as leaving.
              if (pointerType === "mouse") onPoint(null);
            }}
            onPointerDown={(event) => {
              // A tap highlights the bar and does not move t.
              event.stopPropagation();
              onPoint(bar.id);
            }}
          >
            <title>{description}</title>
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
              y={top}
              width={Math.max(Math.abs(to - from), 1.5)}
              height={height}
              rx={Math.min(2, height / 3)}
              style={{ fill: loop ? `url(#${hatch})` : componentColour(shown.colour) }}
            />
            {mirrors && <path class="stage-diamond" d={diamond(from, y, Math.min(thickness / 2 + 1, 6))} />}
            {back !== null && (
              <path
                class="stage-way-back"
                d={wayBack(to, back, top + height / 2, y + 0.4 * thickness, sign)}
              />
            )}
            {essential && atEnd && (
              <path
                class="stage-arrow"
                d={`M${to - sign * 9} ${y - thickness / 2 - 3}L${to + sign * 3} ${y}L${to - sign * 9} ${y + thickness / 2 + 3}`}
              />
            )}
            {pitch >= NAMED && (
              <text
                class="stage-bar-name"
                x={from - sign * (beyond + 9)}
                y={top + height / 2}
                dy="0.35em"
                text-anchor={sign > 0 ? "end" : "start"}
              >
                {name}
              </text>
            )}
            {pitch >= NAMED && done && (
              <text class="stage-bar-pair" x={label.x} y={y} dy="0.35em" text-anchor={label.anchor}>
                {pairOf(bar)}
              </text>
            )}
            {sloped &&
              [from, to].map((x) => (
                <SlopeArrow key={x} x={x} y={y} slope={x === left ? -1 : 1} number="beyond" lit={lit} />
              ))}
          </g>
        );
      })}
    </g>
  );
}

function diamond(x: number, y: number, r: number): string {
  return `M${x} ${y - r}l${r} ${r}l${-r} ${r}l${-r} ${-r}z`;
}

/** Around the end of the bar and below it to its death, with the arrowhead. */
function wayBack(end: number, back: number, from: number, to: number, sign: number): string {
  const head = Math.min(8, Math.max(to - from, 3));
  return [
    `M${end} ${from}h${4 * sign}V${to}H${back}`,
    `M${back + sign * head} ${to - 0.7 * head}L${back} ${to}l${sign * head} ${0.7 * head}`,
  ].join("");
}
