import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { useAct, useShown, useSlice } from "../../../ui/context";
import { isLit, vertexName } from "../../../domain/graph/graph";
import type { BarId, Direction } from "../../../domain/graph/graph";
import type { Branch } from "../../../domain/persistence/mergeTree";
import { describeBar } from "../../../domain/text/sentences";
import { formatValue } from "../../../domain/text/values";
import { ticksOf } from "../../../plots/shared/axis";
import { useSize } from "../../../plots/shared/canvas";
import { componentColour } from "../../../plots/stage/rows";
import type { StageRow } from "../../../plots/stage/rows";
import { domainOf } from "../../../ui/domain";

const PITCH = 24;
const MARGIN = 36;
/** The width of a letter, also for a projector, and the largest share of the plot for names. */
const LETTER = { small: 8, large: 12 };
const MAX_NAMES_SHARE = 0.3;
const TOP = 8;
const AXIS = 36;
const ARROW = 18;

interface MergeTreePlotProps {
  readonly rows: readonly StageRow[];
  /** In the order of `rows`. */
  readonly branches: readonly Branch[];
  /** The branches are separate bars. */
  readonly cut: boolean;
  readonly direction: Direction;
  /** The name of the axis. */
  readonly axis: string;
}

/** The branches over the values, with their nodes or as bars. */
export function MergeTreePlot({ rows, branches, cut, direction, axis }: MergeTreePlotProps): JSX.Element {
  const act = useAct();
  const shown = useShown();
  const { graph } = shown;
  const threshold = useSlice(({ view }) => view.threshold);
  const highlight = useSlice(({ view }) => view.highlight);
  const projected = useSlice(({ view }) => view.present);
  const frame = useRef<HTMLDivElement>(null);
  const { width } = useSize(frame);
  const domain = domainOf(shown);
  const sign = direction === "sub" ? 1 : -1;
  // Names are beside births.
  const letter = projected ? LETTER.large : LETTER.small;
  const longest = Math.max(...branches.map(({ bar }) => vertexName(graph, bar.birthVertex).length), 0);
  const names = Math.max(MARGIN, Math.min(12 + letter * longest, MAX_NAMES_SHARE * width));
  const [left, right] = sign > 0 ? [names, MARGIN] : [MARGIN, names];
  const x = (value: number): number =>
    left + ((value - domain[0]) / (domain[1] - domain[0])) * Math.max(width - left - right, 1);
  const end = sign > 0 ? width - right + ARROW : left - ARROW;
  const y = (row: number): number => TOP + (row + 0.5) * PITCH;
  const rowOf = (place: number): number => (cut ? place : branches[place]!.row);
  const bottom = TOP + branches.length * PITCH;
  const before = (value: number): number =>
    threshold === null ? value : sign * Math.min(sign * value, sign * threshold);
  const point = (id: BarId | null): void =>
    act({ type: "view", change: { highlight: id === null ? null : { type: "bar", id } } });
  return (
    <div class={cut ? "merge-tree cut" : "merge-tree"} ref={frame}>
      {width > 0 && (
        <svg width={width} height={bottom + AXIS}>
          {ticksOf(domain).map((value) => (
            <g key={value} aria-hidden="true">
              <line class="grid" x1={x(value)} x2={x(value)} y1={TOP} y2={bottom} />
              <text class="tick" x={x(value)} y={bottom + 16} text-anchor="middle">
                {formatValue(value)}
              </text>
            </g>
          ))}
          {branches.map(({ bar, parent }, place) => {
            const from = x(bar.birth);
            const to = bar.death === null ? end : x(bar.death);
            const born = rows[place]!.born;
            const reached =
              bar.death === null && threshold === null
                ? end
                : x(before(bar.death ?? domain[sign > 0 ? 1 : 0]));
            const joined = rows[place]!.ended;
            const colour = componentColour(rows[place]!.colour);
            const description = describeBar(bar, graph);
            return (
              <g
                key={bar.id}
                class={`merge-branch${isLit(bar, highlight) ? " lit" : ""}`}
                style={{ transform: `translateY(${y(rowOf(place))}px)` }}
                role="img"
                aria-label={description}
                tabindex={0}
                onFocus={() => point(bar.id)}
                onBlur={() => point(null)}
                onPointerEnter={() => point(bar.id)}
                onPointerLeave={() => point(null)}
              >
                <title>{description}</title>
                <rect
                  class="merge-room"
                  x={Math.min(from, to) - 24}
                  y={-PITCH / 2}
                  width={Math.abs(to - from) + 32}
                  height={PITCH}
                />
                <line class="merge-rest" x1={from} x2={to} y1={0} y2={0} />
                {born && <line class="merge-line" x1={from} x2={reached} y1={0} y2={0} stroke={colour} />}
                {bar.death === null ? (
                  <path
                    class={threshold === null ? "merge-rest reached" : "merge-rest"}
                    d={`M${end - sign * 7} -5L${end} 0L${end - sign * 7} 5`}
                  />
                ) : (
                  parent !== null && (
                    <line
                      class={joined ? "merge-node reached" : "merge-node"}
                      x1={to}
                      x2={to}
                      y1={0}
                      y2={y(rowOf(parent)) - y(rowOf(place))}
                    />
                  )
                )}
                <circle cx={from} cy={0} r={4.5} style={{ fill: born ? colour : "var(--panel)" }} />
                <text x={from - sign * 9} y={0} dy="0.35em" text-anchor={sign > 0 ? "end" : "start"}>
                  {vertexName(graph, bar.birthVertex)}
                </text>
              </g>
            );
          })}
          {threshold !== null && threshold >= domain[0] && threshold <= domain[1] && (
            <line class="merge-t" x1={x(threshold)} x2={x(threshold)} y1={TOP - 4} y2={bottom + 2} />
          )}
          <text class="tick" x={width / 2} y={bottom + 32} text-anchor="middle">
            {axis}
          </text>
        </svg>
      )}
    </div>
  );
}
