import type { JSX } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { isLoop, vertexName } from "../../domain/graph/graph";
import type { Bar, BarId, Graph, Highlight } from "../../domain/graph/graph";
import { edgesAt } from "../../domain/persistence/filtration";
import type { Walk, GrowingPoints } from "../../domain/persistence/filtration";
import { formatValue } from "../../domain/text/values";
import { useTheme } from "../shared/colour";
import type { Domain } from "../shared/colour";
import { useEscape } from "../shared/Tip";
import { useSize, penOf } from "../shared/canvas";
import { thresholdX } from "../shared/walking";
import type { Walking } from "../shared/walking";
import { BarEnds } from "../stage/BarEnds";
import type { BarEnd } from "../stage/BarEnds";
import { barShape, pitchOf } from "../stage/rows";
import { stageAxis, vertexNear } from "../stage/places";
import type { StageRow, BarRoom } from "../stage/rows";
import { StageAxis } from "../stage/StageAxis";
import { StageBars } from "../stage/StageBars";
import { paint, frameOf, pixelsOf, planeIn, pointsInside } from "./paint";
import type { VisiblePlane } from "./paint";

export interface PointsStageProps {
  readonly id: string;
  readonly graph: Graph;
  readonly coordinates: readonly number[];
  /** Discs grow around the points; without them, edges enter at their values. */
  readonly discs: boolean;
  readonly growing: GrowingPoints;
  /** The rows of the drawn bars. */
  readonly rows: readonly StageRow[];
  /** The number of shorter bars without a row. */
  readonly omitted: number;
  readonly position: number;
  readonly threshold: number | null;
  readonly domain: Domain;
  readonly sentence: string;
  readonly highlight: Highlight;
  readonly selected: ReadonlySet<number>;
  /** The direction of each point in the next step of the descent, x and y in turn, the longest arrow of length 1; null: none. */
  readonly arrows: Float64Array | null;
  readonly walking: Walking;
  /** For a projector: text of 20 px. */
  readonly large: boolean;
  readonly onHighlight: (highlight: Highlight) => void;
  readonly onSelect: (points: ReadonlySet<number>) => void;
  /** A point was clicked, or selected and entered: a lesson can ask for one. */
  readonly onChoose: (point: number) => void;
  readonly onAdd: (x: number, y: number) => void;
  readonly onMove: (points: ReadonlySet<number>, dx: number, dy: number, gesture: string) => void;
  /** The user drags the end of a bar: the simplex at this end shall enter at `t`. */
  readonly onPull: (end: BarEnd, t: number, gesture: string) => void;
  readonly onDelete: (points: ReadonlySet<number>) => void;
  readonly onCancel: () => void;
}

/** The space of the flag with t, and of its distance from the axis. */
const AXIS_ABOVE = 40;
const AXIS_BELOW = 34;
const FLAG = 24;
/** Maximum number of triangles that are drawn. */
const MAX_TRIANGLES = 4000;
/** More points than this are drawn as small dots without names. */
const NAMED = 25;
const MANY = 400;
/** Points are smaller in a narrower stage. */
const NARROW = 500;
const CLICK = 4;
const NOBODY: ReadonlySet<number> = new Set();
const NUDGES: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [0, 1],
  ArrowRight: [1, 0],
  ArrowDown: [0, -1],
  ArrowLeft: [-1, 0],
};
/** The step of an arrow key, as a share of the frame. */
const STEP = 0.01;

/** The pressed pointer: it moves points, draws a lasso, or clicks. */
interface PointPress {
  readonly from: readonly [number, number];
  /** The frame stays the same during a drag. */
  readonly frame: VisiblePlane;
  readonly domain: Domain;
  /** The dragged end of a bar; null: points, a lasso or a click. */
  readonly end: BarEnd | null;
  /** The dragged points; empty: a lasso or a click. */
  readonly points: ReadonlySet<number>;
  /** The point under the pointer, one of them. */
  readonly near: number | null;
  readonly gesture: string;
  readonly last: readonly [number, number];
  readonly moved: boolean;
}

let gestures = 0;

/** The plane with growing discs above the t axis, its events and the bars. */
export function PointsStage(props: PointsStageProps): JSX.Element {
  const { graph, coordinates, growing, rows, position, threshold, walking, selected, highlight } = props;
  const { walk } = growing;
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height } = useSize(frame);
  const theme = useTheme(canvas);
  const pulled = useRef<BarEnd | null>(null);
  const [press, setPress] = useState<PointPress | null>(null);
  const [lasso, setLasso] = useState<readonly number[]>([]);
  const textSize = props.large ? 20 : 14;
  const domain = press?.domain ?? props.domain;
  const axis = stageAxis(width, domain, textSize);
  const least = Math.max(height - AXIS_ABOVE - AXIS_BELOW, 0);
  const barsHeight = Math.min(
    Math.max(rows.length * (textSize + 8) + 16, 70),
    (props.large ? 0.42 : 0.36) * least,
  );
  const line = height - barsHeight - AXIS_BELOW;
  const parts = {
    graph: { top: 6, bottom: line - AXIS_ABOVE },
    axis: line,
    bars: { top: line + AXIS_BELOW, bottom: height - 8 },
  };
  // The largest discs that have an event fit, so that none is cut off.
  const largest = props.discs ? (walk.values.at(-1) ?? 0) / 2 : 0;
  const known = useMemo(() => frameOf(coordinates, largest), [coordinates, largest]);
  const plane = planeIn(press?.frame ?? known, width, parts.graph.top, parts.graph.bottom);
  const pixels = pixelsOf(coordinates, plane);
  const t = threshold ?? walk.values.at(-1) ?? 0;
  const x = thresholdX(walk, position, threshold, axis);
  const dot = graph.vertices > MANY ? 1.5 : width < NARROW ? 2.5 : 4;
  const components = useMemo(() => growing.components(t), [growing, t]);
  const triangles = useMemo(() => growing.triangles(t, MAX_TRIANGLES), [growing, t]);
  const lit = highlight?.type === "bar" ? rows.find(({ bar }) => bar.id === highlight.id) : undefined;
  const loop = lit && isLoop(lit.bar.kind) && lit.born ? lit : null;
  const cycle = useMemo(() => (loop ? growing.cycle(loop.bar) : []), [growing, loop?.bar]);
  const colours = useMemo(() => colourBy(rows), [rows]);
  useLayoutEffect(() => {
    if (!theme || width === 0) return;
    const pen = penOf(canvas.current!, width, height);
    pen.save();
    pen.beginPath();
    pen.rect(0, parts.graph.top - 4, width, parts.graph.bottom - parts.graph.top + 8);
    pen.clip();
    paint(pen, theme, {
      pixels,
      radius: position < 0 || !props.discs ? 0 : (plane.scale * Math.max(t, 0)) / 2,
      dot,
      components,
      colourOf: (first) => colours.get(first) ?? first,
      lit: lit && !isLoop(lit.bar.kind) ? (components[lit.bar.birthVertex] ?? null) : null,
      edges: growing.edges.subarray(0, 2 * (position < 0 ? 0 : edgesAt(growing, t))),
      triangles: triangles.listed,
      cycle,
      event: loop ? [] : eventAt(walk, position, threshold),
      filling: loop?.ended ? (loop.bar.simplices?.death ?? null) : null,
      selected,
      arrows: props.arrows,
      lasso,
    });
    pen.restore();
  });

  const placeOf = (event: JSX.TargetedPointerEvent<SVGSVGElement>): readonly [number, number] => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  };
  const isInPlane = (y: number): boolean => y < parts.graph.bottom + 6;
  const down = (event: JSX.TargetedPointerEvent<SVGSVGElement>): void => {
    if (event.button !== 0) return;
    const at = placeOf(event);
    event.currentTarget.setPointerCapture(event.pointerId);
    frame.current?.querySelector<HTMLElement>(".points-plane")?.focus({ preventScroll: true });
    const held = {
      from: at,
      frame: known,
      domain: props.domain,
      gesture: `points ${++gestures}`,
      moved: false,
    };
    const last = plane.toPlane(...at);
    const end = pulled.current;
    if (end) {
      setPress({ ...held, end, near: null, points: NOBODY, last });
      return;
    }
    if (!isInPlane(at[1])) {
      setPress(null);
      walking.goToX(axis, at[0]);
      return;
    }
    const near = vertexNear(pixels, at, 14);
    const points = near === null ? NOBODY : selected.has(near) ? selected : new Set([near]);
    setPress({ ...held, end: null, near, points, last });
  };
  const move = (event: JSX.TargetedPointerEvent<SVGSVGElement>): void => {
    const at = placeOf(event);
    if (!press) {
      if (event.buttons === 1 && event.currentTarget.hasPointerCapture(event.pointerId))
        walking.goToX(axis, at[0]);
      else if (event.pointerType === "mouse") hover(at);
      return;
    }
    if (!press.moved && Math.hypot(at[0] - press.from[0], at[1] - press.from[1]) < CLICK) return;
    if (press.end) {
      props.onPull(press.end, Math.max(axis.valueAt(at[0]), 0), press.gesture);
      setPress({ ...press, moved: true });
      return;
    }
    if (press.points.size === 0) {
      setLasso((line) => [...(line.length === 0 ? press.from : line), ...at]);
      setPress({ ...press, moved: true });
      return;
    }
    const [px, py] = plane.toPlane(...at);
    props.onMove(press.points, px - press.last[0], py - press.last[1], press.gesture);
    setPress({ ...press, last: [px, py], moved: true });
  };
  const hover = (at: readonly [number, number]): void => {
    const near = isInPlane(at[1]) ? vertexNear(pixels, at, 14) : null;
    const next: Highlight = near === null ? null : { type: "vertex", vertex: near };
    const now = highlight?.type === "vertex" ? highlight.vertex : null;
    if (highlight?.type !== "bar" && now !== near) props.onHighlight(next);
  };
  const dragging = press?.moved ?? false;
  const changes = press !== null && (press.end !== null || press.points.size > 0);
  const up = (event: JSX.TargetedPointerEvent<SVGSVGElement>): void => {
    if (event.type === "pointercancel") {
      if (dragging && changes) props.onCancel();
    } else if (press && !press.end && !press.moved) {
      if (press.near !== null) {
        props.onSelect(press.points);
        props.onChoose(press.near);
      } else if (selected.size > 0) props.onSelect(NOBODY);
      else props.onAdd(...plane.toPlane(...press.from));
    } else if (press && !changes) props.onSelect(pointsInside(pixels, lasso));
    release();
  };
  const release = (): void => {
    pulled.current = null;
    setPress(null);
    setLasso([]);
  };
  useEscape(dragging, () => {
    if (changes) props.onCancel();
    release();
  });
  const keyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const nudge = NUDGES[event.key];
    const count = graph.vertices;
    if (event.key === "Escape" && selected.size > 0 && !dragging) props.onSelect(NOBODY);
    else if ((event.key === "Delete" || event.key === "Backspace") && selected.size > 0)
      props.onDelete(selected);
    else if (nudge && selected.size > 0) {
      const step = STEP * (event.shiftKey ? 5 : 1) * (known.x[1] - known.x[0]);
      props.onMove(selected, step * nudge[0], step * nudge[1], `keys ${[...selected].join(" ")}`);
    } else if ((event.key === "n" || event.key === "p") && count > 0) {
      const [last = event.key === "n" ? -1 : 0] = selected;
      props.onSelect(new Set([(last + (event.key === "n" ? 1 : count - 1)) % count]));
    } else if (event.key === "Enter" && selected.size > 0) props.onChoose([...selected][0]!);
    else if (event.key === "Enter") props.onAdd((known.x[0] + known.x[1]) / 2, (known.y[0] + known.y[1]) / 2);
    else {
      walking.keyDown(event);
      return;
    }
    event.preventDefault();
  };

  const pitch = pitchOf(parts.bars.bottom - parts.bars.top, rows.length);
  const room: BarRoom = {
    axis,
    width,
    text: textSize,
    direction: "sub",
    top: parts.bars.top,
    pitch,
    x,
    atEnd: threshold === null,
  };
  const shapes = new Map(rows.map((row) => [row.bar.id, barShape(row, room)] as const));
  const flagText = threshold === null ? "end" : `t = ${formatValue(Math.max(threshold, 0))}`;
  const flag = 14 + (props.large ? 12 : 8) * flagText.length;
  const flagX = Math.min(Math.max(x, flag / 2), Math.max(width - flag / 2, flag / 2));
  const chosen = [...selected].slice(0, 1);
  return (
    <div class="view stage points-stage" ref={frame} data-picture="0.75" onKeyDown={keyDown}>
      <canvas class="stage-canvas" ref={canvas} aria-hidden="true" />
      {width > 0 && (
        <div
          class="points-plane"
          tabIndex={0}
          role="application"
          aria-label={props.discs ? "Points in the plane" : "Vertices and edges"}
          aria-description="Press n or p to select a point, arrow keys to move it, Delete to remove it, Enter to choose it. Without a selection, Enter adds a point, and arrow keys change t."
          style={{ height: `${parts.graph.bottom}px` }}
        >
          <p class="visually-hidden" aria-live="polite">
            {chosen
              .map((point) => {
                const [px, py] = [coordinates[2 * point] ?? 0, coordinates[2 * point + 1] ?? 0];
                return `Point ${vertexName(graph, point)} at (${formatValue(px)}, ${formatValue(py)})`;
              })
              .join()}
            {selected.size > 1 && ` and ${selected.size - 1} more points`}
          </p>
        </div>
      )}
      {width > 0 && height > 0 && (
        <svg
          class="stage-drawing points-drawing"
          width={width}
          height={height}
          role="group"
          aria-label="Points, events and bars"
          onPointerDown={down}
          onPointerMove={move}
          onPointerUp={up}
          onPointerCancel={up}
        >
          <rect
            class="stage-past"
            x={axis.left}
            width={Math.max(x - axis.left, 0)}
            y={parts.axis}
            height={Math.max(parts.bars.bottom - parts.axis, 0)}
          />
          <line class="stage-now" x1={x} x2={x} y1={parts.axis - 12} y2={parts.bars.bottom - 4} />
          {graph.vertices <= NAMED &&
            coordinates.length > 0 &&
            Array.from({ length: graph.vertices }, (_, point) => (
              <text key={point} class="points-name" x={pixels[2 * point]! + 8} y={pixels[2 * point + 1]! - 8}>
                {vertexName(graph, point)}
              </text>
            ))}
          <StageAxis
            walk={walk}
            axis={axis}
            domain={domain}
            parts={parts}
            top={parts.axis - 6}
            position={position}
            textSize={textSize}
            name="t"
          />
          <StageBars
            id={props.id}
            graph={graph}
            rows={rows}
            shapes={shapes}
            room={room}
            reached={rows.length <= NAMED}
            highlight={highlight}
            slopes={null}
            onPoint={(id: BarId | null) => props.onHighlight(id === null ? null : { type: "bar", id })}
          />
          <BarEnds
            rows={rows}
            shapes={shapes}
            pitch={pitch}
            highlight={highlight}
            pulled={pulled}
            onPoint={(id) => props.onHighlight(id === null ? null : { type: "bar", id })}
          />
          {props.omitted > 0 && (
            <text class="points-omitted" x={width - 8} y={height - 4}>
              {props.omitted === 1
                ? "1 shorter bar is not drawn"
                : `${props.omitted} shorter bars are not drawn`}
            </text>
          )}
          <g class="stage-threshold" aria-hidden="true">
            <rect x={flagX - flag / 2} y={parts.axis - 12 - FLAG} width={flag} height={FLAG} rx={FLAG / 2} />
            <text x={flagX} y={parts.axis - 12 - 0.3 * FLAG}>
              {flagText}
            </text>
          </g>
        </svg>
      )}
      {triangles.count > triangles.listed.length / 3 && (
        <p class="points-thinned">
          {`${(triangles.listed.length / 3).toLocaleString("en")} of ${triangles.count.toLocaleString("en")} triangles are drawn.`}
        </p>
      )}
      {width > 0 && (
        <div
          class="stage-handle"
          style={{ transform: `translate(${x}px, ${parts.axis}px)` }}
          role="slider"
          tabIndex={0}
          aria-label={props.discs ? "Diameter of the discs" : "Value of the edges"}
          aria-valuemin={0}
          aria-valuemax={walk.values.length}
          aria-valuenow={position + 1}
          aria-valuetext={props.sentence}
          aria-disabled={walk.values.length === 0}
        />
      )}
    </div>
  );
}

/** The colour of a component, by the birth vertex of its bar. */
function colourBy(rows: readonly StageRow[]): ReadonlyMap<number, number> {
  const components = rows.filter(({ bar }: { bar: Bar }) => !isLoop(bar.kind));
  return new Map(components.map(({ bar, colour }) => [bar.birthVertex, colour]));
}

/** More simplices than this are not marked. */
const MAX_MARKED = 12;

/** The edges and triangles of the event at t; none between events. */
function eventAt(walk: Walk, position: number, threshold: number | null): readonly (readonly number[])[] {
  const events = walk.events[position];
  if (!events || (threshold !== null && threshold !== walk.values[position])) return [];
  const simplices = [
    ...events.merges.flatMap(({ simplices }) => (simplices?.death ? [simplices.death] : [])),
    ...events.loops.flatMap(({ simplices }) => (simplices ? [simplices.birth] : [])),
  ];
  return simplices.length > MAX_MARKED ? [] : simplices;
}
