import type { JSX } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import { short } from "../../../plots/shared/axis";
import { useSize } from "../../../plots/shared/size";
import { Tip } from "../../../plots/shared/Tip";
import { diagonalOf, frameOf, graphAt, graphBeside } from "./frame";
import type { MapFrame } from "./frame";
import type { Group } from "./groups";
import { outlineOf, RADIUS } from "./shapes";

interface MapPlotProps {
  /** The kind of picture, for screen readers. */
  readonly name: string;
  /** Two coordinates for each graph. */
  readonly points: Float32Array;
  readonly groups: readonly Group[];
  /** Names of the axes. */
  readonly axes: readonly [string, string];
  /** Gives both axes the same range, and draws the line of equal coordinates. */
  readonly diagonal?: boolean;
  /** The graph in view; null: none. */
  readonly shown: number | null;
  readonly describe: (graph: number) => string;
  readonly onShow: (graph: number) => void;
}

/** More points are smaller. */
const MANY = 600;

/** The graphs as points. One path for each group draws thousands of them at once. */
export function MapPlot(props: MapPlotProps): JSX.Element {
  const { name, points, groups, axes, diagonal = false, shown, describe, onShow } = props;
  const host = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(host);
  const [pointed, setPointed] = useState<number | null>(null);
  const frame = useMemo(() => frameOf(points, width, height, diagonal), [points, width, height, diagonal]);
  const { places } = frame;
  const count = places.length / 2;
  const radius = count > MANY ? RADIUS * 0.7 : RADIUS;
  const paths = useMemo(
    () =>
      groups.map(({ shape, graphs }) =>
        graphs.map((i) => outlineOf(shape, places[2 * i]!, places[2 * i + 1]!, radius)).join(""),
      ),
    [groups, places, radius],
  );
  const lit = pointed !== null && pointed < count ? pointed : null;
  const litGroup = groups.find(({ graphs }) => lit !== null && graphs.includes(lit));
  const under = (event: MouseEvent): number | null => {
    const box = host.current!.getBoundingClientRect();
    return graphAt(places, event.clientX - box.left, event.clientY - box.top);
  };
  const keyDown = (event: KeyboardEvent): void => {
    const at = lit ?? shown ?? 0;
    const beside = graphBeside(places, at, event.key);
    if (beside !== null) setPointed(lit === null ? at : beside);
    else if ((event.key === "Enter" || event.key === " ") && lit !== null) onShow(lit);
    else if (event.key === "Escape") setPointed(null);
    else return;
    event.preventDefault();
  };
  return (
    <div
      class="view map-plot"
      data-picture
      ref={host}
      tabIndex={0}
      role="application"
      aria-roledescription={name}
      aria-label={`${count} graphs. Arrow keys move between points, Page Up and Page Down between numbers; Enter opens a graph.`}
      onPointerMove={(event) => setPointed(under(event))}
      onPointerLeave={() => setPointed(null)}
      onBlur={() => setPointed(null)}
      onClick={(event) => {
        const graph = under(event);
        if (graph !== null) onShow(graph);
      }}
      onKeyDown={keyDown}
    >
      {width > 0 && (
        <svg width={width} height={height} aria-hidden="true">
          <Axes frame={frame} names={axes} />
          {diagonal && <path class="map-diagonal" d={diagonalOf(frame)} />}
          {groups.map(({ name, style }, i) => (
            <path key={name} class={`map-points ${style}`} d={paths[i]} />
          ))}
          {shown !== null && shown < count && (
            <circle class="map-shown" cx={places[2 * shown]} cy={places[2 * shown + 1]} r={radius + 4} />
          )}
          {lit !== null && litGroup && (
            <path
              class={`map-points map-lit ${litGroup.style}`}
              d={outlineOf(litGroup.shape, places[2 * lit]!, places[2 * lit + 1]!, RADIUS + 2)}
            />
          )}
        </svg>
      )}
      {lit !== null && (
        <Tip x={places[2 * lit]!} y={places[2 * lit + 1]!} width={width}>
          {describe(lit)}
        </Tip>
      )}
      <p class="visually-hidden" aria-live="polite">
        {lit !== null ? describe(lit) : ""}
      </p>
    </div>
  );
}

function Axes({
  frame: { left, right, top, bottom, x, y, ticks },
  names,
}: {
  readonly frame: MapFrame;
  readonly names: readonly [string, string];
}): JSX.Element {
  return (
    <g>
      {ticks[0].map((value) => (
        <g key={value}>
          <line class="grid" x1={x(value)} x2={x(value)} y1={top} y2={bottom} />
          <text class="tick" x={x(value)} y={bottom + 16}>
            {short(value)}
          </text>
        </g>
      ))}
      {ticks[1].map((value) => (
        <g key={value}>
          <line class="grid" x1={left} x2={right} y1={y(value)} y2={y(value)} />
          <text class="tick-left" x={left - 6} y={y(value)} dy="0.35em">
            {short(value)}
          </text>
        </g>
      ))}
      <text class="tick" x={(left + right) / 2} y={bottom + 34}>
        {names[0]}
      </text>
      <text class="tick" transform={`translate(12 ${(top + bottom) / 2}) rotate(-90)`}>
        {names[1]}
      </text>
    </g>
  );
}
