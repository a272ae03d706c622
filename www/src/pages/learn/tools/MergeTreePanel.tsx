import type { JSX } from "preact";
import { useMemo, useState, useRef } from "preact/hooks";
import { useApp, useShown, useSlice, useAct } from "../../../ui/context";
import { isLoop, isLit, vertexName } from "../../../domain/graph/graph";
import type { Bar, BarId, Direction } from "../../../domain/graph/graph";
import { positionAt } from "../../../domain/persistence/filtration";
import type { Walk, GrowingPoints } from "../../../domain/persistence/filtration";
import { mergeTree, survivorsAmong } from "../../../domain/persistence/mergeTree";
import { rowsOf, componentColour } from "../../../plots/stage/rows";
import type { StageRow } from "../../../plots/stage/rows";
import { useSides } from "../useSides";
import { describeCrossing, describeCut, describeTree } from "./sentences";
import { NoFiltration, ToolFrame } from "./ToolFrame";
import type { Branch } from "../../../domain/persistence/mergeTree";
import { describeBar } from "../../../domain/text/sentences";
import { formatValue } from "../../../domain/text/values";
import { ticksOf } from "../../../plots/shared/axis";
import { useSize } from "../../../plots/shared/canvas";
import { domainOf } from "../../../ui/domain";

/** More branches are not readable. */
const MAX_BRANCHES = 60;

/** The components of the filtration as a tree, and its pieces: the bars of H₀. */
export function MergeTreePanel(): JSX.Element {
  const { filtration, growing } = useShown();
  return (
    <ToolFrame title="Merge tree">
      {growing ? <TreeOfPoints growing={growing} /> : filtration ? <TreeOfGraph /> : <NoFiltration />}
    </ToolFrame>
  );
}

function TreeOfGraph(): JSX.Element {
  const { topology } = useApp();
  const { graph, filtration } = useShown();
  const { filter } = filtration!;
  const { side } = useSides();
  const { walk, position, threshold } = side;
  const rows = useMemo(
    () => side.rows.filter(({ bar }) => !isLoop(bar.kind) && bar.kind !== "h0Extended"),
    [side.rows],
  );
  const survivor = useMemo(() => {
    const entry = new Map(Array.from(walk.order, (vertex, place) => [vertex, place]));
    return (bar: Bar): number =>
      Array.from(topology.joins(graph, filter, bar)).reduce((eldest, vertex) =>
        entry.get(vertex)! < entry.get(eldest)! ? vertex : eldest,
      );
  }, [topology, graph, filter, walk]);
  return <Tree {...{ rows, survivor, walk, position, threshold }} axis="f" />;
}

function TreeOfPoints({ growing }: { readonly growing: GrowingPoints }): JSX.Element {
  const threshold = useSlice(({ view }) => view.threshold);
  const { walk, bars } = growing;
  const rows = useMemo(
    () =>
      rowsOf(
        bars.filter(({ kind }) => !isLoop(kind)),
        "sub",
        threshold,
      ),
    [bars, threshold],
  );
  const survivor = useMemo(() => survivorsAmong(growing), [growing]);
  return <Tree {...{ rows, survivor, walk, threshold }} position={positionAt(walk, threshold)} axis="t" />;
}

interface TreeProps {
  /** The bars of components. */
  readonly rows: readonly StageRow[];
  /** The birth vertex of the component that survives the death of a bar; the same function for the same filtration. */
  readonly survivor: (bar: Bar) => number;
  readonly walk: Walk;
  readonly position: number;
  readonly threshold: number | null;
  /** The name of the axis. */
  readonly axis: string;
}

function Tree({ rows, survivor, walk, position, threshold, axis }: TreeProps): JSX.Element {
  const [cut, setCut] = useState(false);
  const tooMany = rows.length > MAX_BRANCHES;
  const branches = useMemo(
    () =>
      tooMany
        ? []
        : mergeTree(
            rows.map(({ bar }) => bar),
            survivor,
          ),
    // The rows change with t, their bars with the filtration.
    [survivor, tooMany, rows.map(({ bar }) => bar.id).join()],
  );
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
      <MergeTreePlot rows={rows} branches={branches} cut={cut} direction={walk.direction} axis={axis} />
      <p class="tool-text" aria-live="polite">
        {describeCrossing(branches, walk, position, threshold)}
      </p>
      <p class="tool-text">
        <button
          type="button"
          class="button"
          data-plays={!cut}
          aria-pressed={cut}
          onClick={() => setCut(!cut)}
        >
          {cut ? "Join the bars into the tree" : "Cut the tree into bars"}
        </button>
      </p>
      <p class="tool-text">{describeCut(cut)}</p>
    </>
  );
}

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
  /** A branch for each of `rows`. */
  readonly branches: readonly Branch[];
  /** The branches are separate bars. */
  readonly cut: boolean;
  readonly direction: Direction;
  /** The name of the axis. */
  readonly axis: string;
}

/** The branches over the values, with their nodes or as bars. */
function MergeTreePlot({ rows, branches, cut, direction, axis }: MergeTreePlotProps): JSX.Element {
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
