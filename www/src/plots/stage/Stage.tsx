import type { JSX } from "preact";
import { useMemo, useRef } from "preact/hooks";
import { stepOf } from "../shared/colour";
import { prefersReducedMotion, useSize } from "../shared/canvas";
import { drawnPart } from "../shared/drawnEdges";
import { thresholdX } from "../shared/walking";
import { BarEnds } from "./BarEnds";
import type { BarEnd } from "./BarEnds";
import { barShape, longestName, pitchOf } from "./rows";
import type { BarRoom } from "./rows";
import {
  heightsIn,
  layoutAt,
  placesAfter,
  placesAtValues,
  placesOfLayout,
  radiusFor,
  share,
  sheetFor,
  stageAxis,
  vertexNear,
} from "./places";
import { StageAxis } from "./StageAxis";
import { StageBars } from "./StageBars";
import { StageCanvas } from "./StageCanvas";
import { StageGraph } from "./StageGraph";
import { useMorph } from "./useMorph";
import { pastOf, shownAt, StageMirror } from "./StageMirror";
import type { MirrorRoom } from "./StageMirror";
import { useEdgeDrag } from "./useEdgeDrag";
import { CLICK, rounded, useVertexDrag } from "./useVertexDrag";
import type { StageProps, StageHeights, ComponentPress } from "./props";

const NOT_DRAWN: readonly never[] = [];
const AXIS_ABOVE = 22;
const AXIS_BELOW = 34;
/** The height between the bars of both filtrations, for the position of the mirrored one. */
const BETWEEN = 30;
/** The step of an arrow key for a vertex in the free layout, in pixels. */
const NUDGE = 8;
/** More vertices or edges than this are drawn on a canvas, without names. */
const MAX_SVG = 160;
/** The same limit for bars. */
const MAX_BARS = 120;
/** Up to this number, each is reachable with Tab. */
const REACHED = 26;

function partsOf(height: number, rows: number, flag: number, between: number): StageHeights {
  const least = Math.max(height - flag - AXIS_ABOVE - AXIS_BELOW, 0);
  // Bars take the height that they need, up to two fifths; up to half for two filtrations or in low stages.
  const most = between > 0 || least < 200 ? 0.52 : 0.42;
  const bars = Math.min(Math.max(rows * 30 + 16 + between, 80), most * least);
  const axis = height - bars - AXIS_BELOW;
  return {
    graph: { top: flag, bottom: axis - AXIS_ABOVE },
    axis,
    bars: { top: axis + AXIS_BELOW, bottom: height - 8 },
  };
}

/** Graph, events and bars on one axis, with one line t through all of them. */
export function Stage(props: StageProps): JSX.Element {
  const { graph, filter, side, mirror, inGraph, layout, placement, walking, onPlace } = props;
  const { walk, position, threshold } = side;
  const frame = useRef<HTMLDivElement>(null);
  const pressed = useRef<ComponentPress | null>(null);
  /** Where a press began that adds a vertex. */
  const placing = useRef<readonly [number, number] | null>(null);
  /** The pressed end of a bar: the value of a vertex. */
  const pulled = useRef<BarEnd | null>(null);
  const { width, height } = useSize(frame);
  const textSize = props.large ? 20 : 14;
  const flagHeight = props.large ? 32 : 24;
  const cancel = (undoable: boolean): void => {
    if (undoable) props.onCancel();
  };
  const drag = useVertexDrag({
    frame,
    domain: props.domain,
    valueOf: (vertex) => filter[vertex]!,
    onValue: props.onValue,
    onDrag: (vertex, to, gesture) => {
      if (placement === "free") {
        onPlace?.(vertex, layoutAt(to, sheet), gesture);
        return onPlace !== null;
      }
      const [x, y] = to;
      props.onHeight(vertex, share(y - low, high - low), gesture);
      const value = rounded(axis.valueAt(x), drag.domain);
      if (value !== filter[vertex]) props.onValue?.(vertex, value, gesture);
      return true;
    },
    onNudge:
      placement === "free" && onPlace
        ? (vertex, [dx, dy], gesture) => {
            const to = [places[2 * vertex]! + NUDGE * dx, places[2 * vertex + 1]! + NUDGE * dy] as const;
            onPlace(vertex, layoutAt(to, sheet), gesture);
          }
        : null,
    onCancel: cancel,
    onSelect: props.onSelect,
  });
  const pull = useVertexDrag({
    frame,
    domain: drag.domain,
    valueOf: (vertex) => filter[vertex]!,
    onValue: null,
    onDrag: (vertex, [x], gesture) => {
      const value = rounded(axis.valueAt(x), pull.domain);
      if (value === filter[vertex]) return false;
      props.onPull?.(vertex, value, gesture);
      return true;
    },
    onNudge: null,
    onCancel: cancel,
    onSelect: () => undefined,
  });
  const letters = longestName(graph, [...side.rows, ...(mirror?.rows ?? [])]);
  const axis = stageAxis(width, pull.domain, textSize, letters);
  const between = mirror ? BETWEEN : 0;
  const isDrawn = side.roomFor !== undefined;
  const rows = Math.max(side.rows.length, side.roomFor ?? 0) + (mirror?.rows.length ?? 0);
  const parts = partsOf(height, rows, flagHeight + 6, between);
  const radius = radiusFor(graph.vertices, parts.graph.bottom - parts.graph.top);
  const graphRoom = { ...parts.graph, radius };
  const [low, high] = heightsIn(graphRoom);
  const sheet = sheetFor(graph.vertices, axis, graphRoom);
  const { top: roof, bottom: floor } = parts.graph;
  const { unedited, uneditedDomain } = props;
  const settled = useMemo(
    () =>
      placesAtValues(graph, unedited, layout, stageAxis(width, uneditedDomain, textSize, letters), {
        top: roof,
        bottom: floor,
        radius,
      }),
    [graph, unedited, layout, width, uneditedDomain, textSize, letters, roof, floor, radius],
  );
  const places =
    placement === "value" ? placesAfter(settled, props, axis, graphRoom) : placesOfLayout(layout, sheet);
  const edgeDrag = useEdgeDrag({ frame, places, radius, onEdge: props.onEdge, onSelect: props.onSelect });
  const x = thresholdX(walk, position, threshold, axis);
  const large = graph.vertices > MAX_SVG || graph.edges.length > 8 * MAX_SVG;

  /** Elements on the canvas receive no pointer events themselves. */
  const take = (event: JSX.TargetedPointerEvent<SVGSVGElement>): boolean => {
    if (pulled.current !== null) {
      const { bar, at } = pulled.current;
      pull.pointer(event, at === "birth" ? bar.birthVertex : bar.deathVertex!);
      if (event.type === "pointerup" || event.type === "pointercancel") pulled.current = null;
      return true;
    }
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
      const y = event.clientY - event.currentTarget.getBoundingClientRect().top;
      const adds = props.onAdd && !pressed.current && y < parts.graph.bottom;
      placing.current = adds ? [event.clientX, event.clientY] : null;
    }
    if (placing.current) return;
    const { current: press } = pressed;
    if (press) {
      if (Math.hypot(event.clientX - press.at[0], event.clientY - press.at[1]) < CLICK) return;
      pressed.current = null;
    }
    walking.goToX(axis, event.clientX - event.currentTarget.getBoundingClientRect().left);
  };

  const lift = (event: JSX.TargetedPointerEvent<SVGSVGElement>): void => {
    if (!take(event) && pressed.current && event.type === "pointerup") props.onSelect(pressed.current.vertex);
    const { current: from } = placing;
    if (
      from &&
      event.type === "pointerup" &&
      Math.hypot(event.clientX - from[0], event.clientY - from[1]) < CLICK
    ) {
      const { left, top } = event.currentTarget.getBoundingClientRect();
      props.onAdd?.(layoutAt([event.clientX - left, event.clientY - top], sheet));
    }
    pressed.current = null;
    placing.current = null;
  };

  /** Everywhere in the stage, arrow keys move t; the other keys are those of the handle. */
  const keyDown = (event: KeyboardEvent): void => {
    const onHandle = event.target instanceof Element && event.target.matches(".stage-handle");
    if (onHandle || event.key.startsWith("Arrow")) walking.keyDown(event);
  };

  const many = rows > MAX_BARS;
  const { direction } = walk;
  const pitch = pitchOf(parts.bars.bottom - parts.bars.top - between, rows);
  const room: BarRoom = {
    axis,
    width,
    text: textSize,
    direction,
    top: parts.bars.top,
    pitch,
    x,
    atEnd: threshold === null || isDrawn,
  };
  const above: MirrorRoom | null = mirror && {
    ...room,
    direction: mirror.walk.direction,
    top: parts.bars.top + between,
    x: thresholdX(mirror.walk, mirror.position, mirror.threshold, axis),
    from: parts.bars.top + side.rows.length * pitch,
  };
  const sides = [{ ...side, room }, ...(mirror && above ? [{ ...mirror, room: above }] : [])];
  const drawn = useMorph({
    target: {
      places,
      steps: large ? NOT_DRAWN : Array.from(filter, (value) => stepOf(value, props.colours)),
      shapes: new Map([
        ...(many
          ? NOT_DRAWN
          : sides.flatMap(({ rows, room }) => rows.map((row) => [row.bar.id, barShape(row, room)] as const))),
      ]),
    },
    follows: [filter, placement],
    jumps: [graph, threshold, mirror === null],
    still:
      props.moving || drag.held !== null || pull.held !== null || large || many || prefersReducedMotion(),
  });
  const past = pastOf(axis, direction, x);
  const bottom = above ? above.from : height;
  const shown = shownAt(side);
  const flag = 14 + (props.large ? 12 : 8) * shown.length;
  // In the free layout, t does not pass through the vertices.
  const top = placement === "value" ? parts.graph.top : parts.graph.bottom;
  const flagX = Math.min(Math.max(x, flag / 2), width - flag / 2);
  return (
    <div class="view stage" ref={frame} data-picture="0.75" onKeyDown={keyDown}>
      {large && drawnPart(graph) && <p class="stage-part">{drawnPart(graph)}</p>}
      {(large || many) && width > 0 && (
        <StageCanvas
          graph={graph}
          filter={filter}
          inGraph={inGraph}
          colours={props.colours}
          places={large ? places : null}
          radius={radius}
          bars={many ? sides : null}
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
          onPointerUp={lift}
          onPointerCancel={lift}
        >
          <rect class="stage-past" {...past} y={top} height={Math.max(bottom - top, 0)} />
          <line class="stage-now" x1={x} x2={x} y1={top} y2={bottom - 4} />
          {mirror && above && <StageMirror mirror={mirror} room={above} bottom={height} />}
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
          {!large && (
            <StageGraph
              {...props}
              top={parts.graph.top}
              width={width}
              places={drawn.places}
              steps={drawn.steps}
              radius={radius}
              drag={drag}
              edgeDrag={edgeDrag}
              pressed={pressed}
            />
          )}
          <StageAxis
            walk={walk}
            axis={axis}
            domain={pull.domain}
            parts={parts}
            top={top}
            position={position}
            textSize={textSize}
            name="f"
          />
          {!many && (
            <StageBars
              id={props.id}
              graph={graph}
              rows={side.rows}
              shapes={drawn.shapes}
              room={room}
              reached={rows <= REACHED && !isDrawn}
              highlight={props.highlight}
              slopes={props.slopes}
              onPoint={props.onPoint}
            />
          )}
          {!many && mirror && above && (
            <StageBars
              id={`${props.id}-mirror`}
              mirrors
              graph={graph}
              rows={mirror.rows}
              shapes={drawn.shapes}
              room={above}
              reached={rows <= REACHED}
              highlight={props.highlight}
              slopes={null}
              onPoint={props.onPoint}
            />
          )}
          {!many &&
            !isDrawn &&
            props.onPull &&
            sides.map((one) => (
              <BarEnds
                key={one.walk.direction}
                rows={one.rows}
                shapes={drawn.shapes}
                pitch={pitch}
                highlight={props.highlight}
                pulled={pulled}
                onPoint={props.onPoint}
              />
            ))}
          <g class="stage-threshold" aria-hidden="true">
            <rect x={flagX - flag / 2} y={2} width={flag} height={flagHeight} rx={flagHeight / 2} />
            <text x={flagX} y={2 + 0.7 * flagHeight}>
              {shown}
            </text>
          </g>
        </svg>
      )}
      {above && width > 0 && (
        <div
          class="stage-beside-mirror"
          style={{ top: `${above.from + 5}px`, right: `${width - axis.right - 28}px` }}
        >
          {props.besideMirror}
        </div>
      )}
      {width > 0 && (
        <div
          class="stage-handle"
          style={{ transform: `translate(${x}px, ${parts.axis}px)` }}
          role="slider"
          tabIndex={0}
          aria-label={`${mirror ? "Sublevel and superlevel" : direction === "sub" ? "Sublevel" : "Superlevel"} filtration`}
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
