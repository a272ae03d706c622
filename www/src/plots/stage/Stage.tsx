import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import type { Walk } from "../../domain/filtration";
import type { BarId, Graph, Highlight } from "../../domain/graph";
import { formatValue } from "../../domain/sentences";
import type { Placement } from "../../store/state";
import type { Domain } from "../shared/colour";
import { useSize } from "../shared/size";
import { thresholdX } from "../shared/walking";
import type { Walking } from "../shared/walking";
import { heightsIn, placesAtValues, placesOfLayout, radiusFor, stageAxis, vertexNear } from "./places";
import type { Row } from "./rows";
import { StageAxis } from "./StageAxis";
import { StageBars } from "./StageBars";
import { StageCanvas } from "./StageCanvas";
import { StageGraph } from "./StageGraph";
import { useVertexDrag } from "./useVertexDrag";

/** A component of K at t: the row of its bar, and its vertices. */
export interface Component {
  readonly row: Row;
  readonly vertices: ArrayLike<number>;
}

export interface StageProps {
  /** In front of the ids of its patterns. */
  readonly id: string;
  readonly graph: Graph;
  readonly filter: Float32Array;
  readonly walk: Walk;
  readonly position: number;
  readonly threshold: number | null;
  /** What happens at t. */
  readonly sentence: string;
  readonly domain: Domain;
  /** The range of the colours. */
  readonly colours: Domain;
  readonly rows: readonly Row[];
  readonly components: readonly Component[];
  /** x and y of each vertex from 0 to 1: the free layout. */
  readonly layout: Float32Array;
  readonly placement: Placement;
  readonly highlight: Highlight;
  readonly selection: number | null;
  /** The cycle of the loop that is pointed at. */
  readonly cycle: readonly number[];
  /** Triangles that are filled in, those of K at t. */
  readonly triangles: readonly (readonly [number, number, number])[];
  /** The slope of a loss at each vertex, as arrows. */
  readonly slopes: ArrayLike<number> | null;
  readonly walking: Walking;
  /** For a projector: text of 20 px. */
  readonly large: boolean;
  readonly onHighlight: (highlight: Highlight) => void;
  /** A bar itself is pointed at, not what it stands for. */
  readonly onPoint: (bar: BarId | null) => void;
  readonly onSelect: (vertex: number | null) => void;
  /** A vertex is being given another value; all of one gesture is one change. */
  readonly onValue: (vertex: number, value: number, gesture: string) => void;
  /** The change that is going on is given up. */
  readonly onCancel: () => void;
}

/** The heights of the parts, from the top. */
export interface Parts {
  readonly graph: { readonly top: number; readonly bottom: number };
  readonly axis: number;
  readonly bars: { readonly top: number; readonly bottom: number };
}

/** How high vertices of a graph were put, from 0 to 1. */
interface Heights {
  readonly graph: Graph;
  readonly shares: ReadonlyMap<number, number>;
}

const NOT_MOVED: ReadonlyMap<number, number> = new Map();
const AXIS_ABOVE = 22;
const AXIS_BELOW = 34;
/** More vertices or edges than this are drawn on a canvas, and have no names. */
const MOST_SVG = 160;
/** And so many bars. */
const MOST_BARS = 120;

function partsOf(height: number, rows: number, flag: number): Parts {
  const least = Math.max(height - flag - AXIS_ABOVE - AXIS_BELOW, 0);
  // The bars take what they need, up to two fifths.
  const bars = Math.min(Math.max(rows * 30 + 16, 80), 0.42 * least);
  const axis = height - bars - AXIS_BELOW;
  return {
    graph: { top: flag, bottom: axis - AXIS_ABOVE },
    axis,
    bars: { top: axis + AXIS_BELOW, bottom: height - 8 },
  };
}

/** Graph, events and bars on one axis, with one line t through all of them. */
export function Stage(props: StageProps): JSX.Element {
  const { graph, filter, walk, position, threshold, rows, layout, placement, walking } = props;
  const frame = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(frame);
  const textSize = props.large ? 20 : 14;
  const flagHeight = props.large ? 32 : 24;
  const [moved, setMoved] = useState<Heights>({ graph, shares: new Map() });
  const drag = useVertexDrag({
    frame,
    domain: props.domain,
    textSize,
    canMoveAlong: placement === "value",
    valueOf: (vertex) => filter[vertex]!,
    onValue: props.onValue,
    onHeight: (vertex, y) => {
      const share = Math.min(Math.max((y - low) / (high - low || 1), 0), 1);
      setMoved({ graph, shares: new Map(shares).set(vertex, share) });
    },
    onCancel: props.onCancel,
    onSelect: props.onSelect,
  });
  const axis = stageAxis(width, drag.domain, textSize);
  const parts = partsOf(height, rows.length, flagHeight + 6);
  const radius = radiusFor(graph.vertices, parts.graph.bottom - parts.graph.top);
  const room = { ...parts.graph, radius };
  const [low, high] = heightsIn(room);
  const shares = moved.graph === graph ? moved.shares : NOT_MOVED;
  const raised = shares.size === 0 ? layout : withHeights(layout, shares);
  const places =
    placement === "value"
      ? placesAtValues(graph, filter, raised, axis, room)
      : placesOfLayout(raised, axis, room);
  const x = thresholdX(walk, position, threshold, axis);
  const large = graph.vertices > MOST_SVG || graph.edges.length > 8 * MOST_SVG;

  /** What is on the canvas has nothing of its own that a pointer could hit. */
  const take = (event: JSX.TargetedPointerEvent<SVGSVGElement>): boolean => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    const at = [event.clientX - left, event.clientY - top] as const;
    const vertex =
      event.type === "pointerdown" ? large && vertexNear(places, at, Math.max(radius + 4, 8)) : drag.held;
    if (vertex === false || vertex === null || !large) return false;
    drag.pointer(event, vertex);
    return true;
  };
  const scrub = (event: JSX.TargetedPointerEvent<SVGSVGElement>): void => {
    if (take(event)) return;
    const down = event.type === "pointerdown";
    if (
      down
        ? event.button !== 0
        : event.buttons !== 1 || !event.currentTarget.hasPointerCapture(event.pointerId)
    )
      return;
    if (down) {
      event.currentTarget.setPointerCapture(event.pointerId);
      if (props.highlight) props.onPoint(null);
    }
    walking.goToX(axis, event.clientX - event.currentTarget.getBoundingClientRect().left);
  };

  const many = rows.length > MOST_BARS;
  const { direction } = walk;
  const past =
    direction === "sub"
      ? { x: axis.left - 40, width: x - axis.left + 40 }
      : { x, width: axis.right + 28 - x };
  const shown = position < 0 ? "K⁰" : `t = ${formatValue(threshold ?? walk.values[position]!)}`;
  const flag = 14 + (props.large ? 12 : 8) * shown.length;
  // Where vertices do not stand at their values, t does not go through them.
  const top = placement === "value" ? parts.graph.top : parts.graph.bottom;
  const flagX = Math.min(Math.max(x, flag / 2), width - flag / 2);
  return (
    <div class="view stage" ref={frame}>
      {(large || many) && width > 0 && (
        <StageCanvas
          graph={graph}
          filter={filter}
          threshold={threshold}
          colours={props.colours}
          places={large ? places : null}
          radius={radius}
          rows={many ? rows : null}
          room={{ axis, parts, direction, rows: rows.length, x, atEnd: threshold === null }}
          width={width}
          height={height}
        />
      )}
      {width > 0 && height > 0 && (
        <svg
          class="stage-drawing"
          width={width}
          height={height}
          role="group"
          aria-label="Graph, events and bars on one axis"
          onPointerDown={scrub}
          onPointerMove={scrub}
          onPointerUp={take}
          onPointerCancel={take}
        >
          <rect class="stage-past" x={past.x} y={top} width={Math.max(past.width, 0)} height={height - top} />
          <line class="stage-now" x1={x} x2={x} y1={top} y2={height - 4} />
          <line class="stage-leader" x1={x} x2={x} y1={flagHeight} y2={top} />
          {large &&
            [props.selection, drag.vertex].map(
              (vertex) =>
                vertex !== null &&
                vertex < graph.vertices && (
                  <circle
                    key={vertex}
                    class="stage-chosen"
                    cx={places[2 * vertex]}
                    cy={places[2 * vertex + 1]}
                    r={radius + 5}
                  />
                ),
            )}
          {!large && <StageGraph {...props} places={places} radius={radius} drag={drag} />}
          <StageAxis
            walk={walk}
            axis={axis}
            domain={drag.domain}
            parts={parts}
            top={top}
            position={position}
          />
          {!many && (
            <StageBars
              id={props.id}
              graph={graph}
              rows={rows}
              axis={axis}
              x={x}
              width={width}
              textSize={textSize}
              parts={parts}
              direction={direction}
              highlight={props.highlight}
              atEnd={threshold === null}
              onPoint={props.onPoint}
            />
          )}
          <g class="stage-threshold" aria-hidden="true">
            <rect x={flagX - flag / 2} y={2} width={flag} height={flagHeight} rx={flagHeight / 2} />
            <text x={flagX} y={2 + 0.7 * flagHeight}>
              {shown}
            </text>
          </g>
        </svg>
      )}
      {width > 0 && (
        <div
          class="stage-handle"
          style={{ transform: `translate(${x}px, ${parts.axis}px)` }}
          role="slider"
          tabIndex={0}
          aria-label={direction === "sub" ? "Sublevel filtration" : "Superlevel filtration"}
          aria-valuemin={0}
          aria-valuemax={walk.values.length}
          aria-valuenow={position + 1}
          aria-valuetext={props.sentence}
          aria-disabled={walk.values.length === 0}
          onKeyDown={walking.keyDown}
        />
      )}
    </div>
  );
}

function withHeights(layout: Float32Array, heights: ReadonlyMap<number, number>): Float32Array {
  const raised = layout.slice();
  for (const [vertex, share] of heights) if (2 * vertex + 1 < raised.length) raised[2 * vertex + 1] = share;
  return raised;
}
