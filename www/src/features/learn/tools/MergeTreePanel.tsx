import type { JSX } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import { useAct, useApp, useShown, useSlice } from "../../context";
import { vertexName } from "../../../domain/graph/names";
import { isLit, isLoop } from "../../../domain/graph/graph";
import type { BarId } from "../../../domain/graph/graph";
import { mergeTree } from "../../../domain/persistence/mergeTree";
import type { Branch } from "../../../domain/persistence/mergeTree";
import { describeBar } from "../../../domain/text/sentences";
import { componentColour } from "../../../plots/stage/colours";
import type { Row } from "../../../plots/stage/rows";
import { formatValue } from "../../../domain/text/values";
import { ticksOf } from "../../../plots/shared/axis";
import { useSize } from "../../../plots/shared/size";
import { domainOf } from "../../inspect/domain";
import { useSides } from "../useSides";
import { describeCrossing, describeCut, describeTree } from "./describeTree";
import { NoFiltration, ToolFrame } from "./ToolFrame";

/** More branches are not readable. */
const MAX_BRANCHES = 60;
const PITCH = 24;
const LEFT = 36;
const RIGHT = 36;
const TOP = 8;
const AXIS = 36;
const ARROW = 18;

/** The components of the filtration as a tree, and its pieces: the bars of H₀. */
export function MergeTreePanel(): JSX.Element {
  const { filtration } = useShown();
  return <ToolFrame title="Merge tree">{filtration ? <Tree /> : <NoFiltration />}</ToolFrame>;
}

function Tree(): JSX.Element {
  const { topology } = useApp();
  const { graph, filtration } = useShown();
  const { filter } = filtration!;
  const { side } = useSides();
  const { walk, position, threshold } = side;
  const [cut, setCut] = useState(false);
  const rows = useMemo(
    () => side.rows.filter(({ bar }) => !isLoop(bar.kind) && bar.kind !== "h0Extended"),
    [side.rows],
  );
  const tooMany = rows.length > MAX_BRANCHES;
  const branches = useMemo(() => {
    if (tooMany) return [];
    const entry = new Map(Array.from(walk.order, (vertex, place) => [vertex, place]));
    return mergeTree(
      rows.map(({ bar }) => bar),
      (bar) =>
        Array.from(topology.joins(graph, filter, bar)).reduce((eldest, vertex) =>
          entry.get(vertex)! < entry.get(eldest)! ? vertex : eldest,
        ),
    );
    // The rows change with t, their bars with the filtration.
  }, [topology, graph, filter, walk, tooMany, rows.map(({ bar }) => bar.id).join()]);
  if (tooMany)
    return (
      <p class="tool-text">
        This filtration has {rows.length} components of positive length. Its tree is shown for at most{" "}
        {MAX_BRANCHES}.
      </p>
    );
  return (
    <>
      <p class="tool-text">{describeTree(branches)}</p>
      <Drawing rows={rows} branches={branches} cut={cut} />
      <p class="tool-text" aria-live="polite">
        {describeCrossing(branches, walk, position, threshold)}
      </p>
      <p class="tool-text">
        <button type="button" class="button" aria-pressed={cut} onClick={() => setCut(!cut)}>
          {cut ? "Join the bars into the tree" : "Cut the tree into bars"}
        </button>
      </p>
      <p class="tool-text">{describeCut(cut)}</p>
    </>
  );
}

interface DrawingProps {
  readonly rows: readonly Row[];
  /** In the order of `rows`. */
  readonly branches: readonly Branch[];
  readonly cut: boolean;
}

function Drawing({ rows, branches, cut }: DrawingProps): JSX.Element {
  const act = useAct();
  const shown = useShown();
  const { graph } = shown;
  const { direction } = useSides().side.walk;
  const threshold = useSlice(({ view }) => view.threshold);
  const highlight = useSlice(({ view }) => view.highlight);
  const frame = useRef<HTMLDivElement>(null);
  const { width } = useSize(frame);
  const domain = domainOf(shown);
  const sign = direction === "sub" ? 1 : -1;
  const x = (value: number): number =>
    LEFT + ((value - domain[0]) / (domain[1] - domain[0])) * Math.max(width - LEFT - RIGHT, 1);
  const end = sign > 0 ? width - RIGHT + ARROW : LEFT - ARROW;
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
            const told = describeBar(bar, graph);
            return (
              <g
                key={bar.id}
                class={`merge-branch${isLit(bar, highlight) ? " lit" : ""}`}
                style={{ transform: `translateY(${y(rowOf(place))}px)` }}
                role="img"
                aria-label={told}
                tabindex={0}
                onFocus={() => point(bar.id)}
                onBlur={() => point(null)}
                onPointerEnter={() => point(bar.id)}
                onPointerLeave={() => point(null)}
              >
                <title>{told}</title>
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
            f
          </text>
        </svg>
      )}
    </div>
  );
}
