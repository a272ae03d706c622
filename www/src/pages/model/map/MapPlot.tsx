import type { JSX } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import { short, ticksOf } from "../../../plots/shared/axis";
import { useSize } from "../../../plots/shared/canvas";
import { Tip } from "../../../plots/shared/Tip";
import type { MapGroup } from "./groups";
import { outlineOf, RADIUS } from "./groups";
import { rangeOf } from "../../../plots/shared/colour";
import type { Domain } from "../../../plots/shared/colour";

interface MapPlotProps {
  /** The kind of picture, for screen readers. */
  readonly name: string;
  /** Two coordinates for each graph. */
  readonly points: Float32Array;
  readonly groups: readonly MapGroup[];
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

// Positions of the graphs in the plot, and movements between them.

const LEFT = 52;
const RIGHT = 12;
const TOP = 10;
const BOTTOM = 40;

interface MapFrame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
  /** Values of the grid. */
  readonly ticks: readonly [readonly number[], readonly number[]];
  /** x and y of each graph, in pixels. */
  readonly places: Float32Array;
}

/** Both axes cover all graphs with a margin. `equal`: both have the same range. */
export function frameOf(points: Float32Array, width: number, height: number, equal = false): MapFrame {
  const [left, right] = [LEFT, Math.max(width - RIGHT, LEFT + 1)];
  const [top, bottom] = [TOP, Math.max(height - BOTTOM, TOP + 1)];
  const [across, up] = [0, 1].map((axis) =>
    domainOf(equal ? points : points.filter((_, i) => i % 2 === axis)),
  );
  const x = (value: number): number =>
    left + ((value - across![0]) / (across![1] - across![0])) * (right - left);
  const y = (value: number): number => bottom - ((value - up![0]) / (up![1] - up![0])) * (bottom - top);
  return {
    left,
    right,
    top,
    bottom,
    x,
    y,
    ticks: [ticksOf(across!), ticksOf(up!, 4)],
    places: points.map((value, i) => (i % 2 === 0 ? x(value) : y(value))),
  };
}

/** The line of equal coordinates of a frame with equal ranges, as an SVG path. */
export function diagonalOf({ left, right, top, bottom }: MapFrame): string {
  return `M${left} ${bottom}L${right} ${top}`;
}

function domainOf(values: Float32Array): Domain {
  const [low, high] = rangeOf(values);
  const margin = high > low ? 0.04 * (high - low) : 1;
  return [low - margin, high + margin];
}

/** The nearest graph within reach of the pointer; null: none. */
export function graphAt(places: Float32Array, x: number, y: number, reach = 14): number | null {
  let best: number | null = null;
  let nearest = reach;
  for (let graph = 0; 2 * graph < places.length; graph++) {
    const distance = Math.hypot(places[2 * graph]! - x, places[2 * graph + 1]! - y);
    if (distance >= nearest) continue;
    nearest = distance;
    best = graph;
  }
  return best;
}

const DIRECTIONS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * The target of a key. Arrow keys move to the nearest graph in a direction. Page Up and Page Down move to the previous and the next
 * number, so that every graph can be reached. null: the key has another meaning.
 */
export function graphBeside(places: Float32Array, from: number, key: string): number | null {
  const last = places.length / 2 - 1;
  const numbered = { Home: 0, End: last, PageUp: from - 1, PageDown: from + 1 }[key];
  if (numbered !== undefined) return Math.min(Math.max(numbered, 0), last);
  const direction = DIRECTIONS[key];
  if (!direction) return null;
  let best = from;
  let nearest = Infinity;
  for (let graph = 0; graph <= last; graph++) {
    const [dx, dy] = [places[2 * graph]! - places[2 * from]!, places[2 * graph + 1]! - places[2 * from + 1]!];
    const along = dx * direction[0] + dy * direction[1];
    const across = Math.abs(dx * direction[1]) + Math.abs(dy * direction[0]);
    // Within 45° of the direction.
    if (along <= 0 || across > along || along + across >= nearest) continue;
    nearest = along + across;
    best = graph;
  }
  return best;
}
