import { select } from "d3-selection";
import { zoom as zoomBehaviour, zoomIdentity } from "d3-zoom";
import type { D3ZoomEvent, ZoomBehavior } from "d3-zoom";
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { attributesOf, labelOf, originalOf, vertexName } from "../../domain/graph/graph";
import type { Direction, Graph } from "../../domain/graph/graph";
import { formatValue } from "../../domain/text/values";
import { FIT } from "../../domain/view";
import type { Zoom } from "../../domain/view";
import { degreeOf, adjacencyOf } from "../../layout/adjacency";
import { LayoutClient } from "../../layout/client";
import { useTheme } from "../shared/colour";
import { prefersReducedMotion, useSize } from "../shared/canvas";
import { ColourBar, LabelKey } from "./ColourBar";
import type { Colouring } from "./colouring";
import { GraphPainter } from "./painter";
import type { EdgeFilter, Highlighted } from "./scene";
import { transformOf, zoomOf } from "./places";

export interface GraphViewProps {
  readonly graph: Graph;
  /** null: there is none. */
  readonly filter: Float32Array | null;
  readonly direction: Direction;
  /** Vertices and edges beyond this value are hollow and faint; null: all have arrived. */
  readonly threshold: number | null;
  readonly lit: Highlighted;
  readonly zoom: Zoom;
  /** null: the vertices have no colours. */
  readonly colouring: Colouring | null;
  /** The values and colours of the edges, for an edge filter. */
  readonly edgeFilter?: EdgeFilter | undefined;
  /** The name of the filter values; by default, f. */
  readonly valueName?: string;
  /** Labels beside all vertices of a sparse graph, also if its edges are short. */
  readonly labelled?: boolean;
  /** The control for the colouring. */
  readonly choice?: ComponentChildren;
  /** x, y of each vertex; without them the graph is laid out in a worker. */
  readonly positions: Float32Array | undefined;
  readonly onHighlight: (vertex: number | null) => void;
  readonly onSelect: (vertex: number | null) => void;
  readonly onZoom: (zoom: Zoom) => void;
  /** Cost of every drawn frame in milliseconds. */
  readonly onFrame: (milliseconds: number) => void;
}

const CLOSEST = 40;
const SHARPEST_LARGE = 1.5;

/** The graph, coloured by its filter. */
export function GraphView(props: GraphViewProps): JSX.Element {
  const { graph, filter, direction, threshold, lit, zoom, colouring, positions, onHighlight } = props;
  const { edgeFilter } = props;
  const { valueName = "f", labelled = false } = props;
  const frame = useRef<HTMLDivElement>(null);
  const glow = useRef<HTMLCanvasElement>(null);
  const edges = useRef<HTMLCanvasElement>(null);
  const vertices = useRef<HTMLCanvasElement>(null);
  const marks = useRef<HTMLCanvasElement>(null);
  const tip = useRef<HTMLDivElement>(null);
  const painter = useRef<GraphPainter | null>(null);
  const behaviour = useRef<ZoomBehavior<HTMLCanvasElement, unknown> | null>(null);
  const size = useSize(frame);
  const ratio = useRatio();
  const theme = useTheme(frame);
  const { selected } = lit;
  const latest = useRef({ size, onZoom: props.onZoom });
  latest.current = { size, onZoom: props.onZoom };

  useLayoutEffect(() => {
    const made = new GraphPainter({
      glow: glow.current!,
      edges: edges.current!,
      vertices: vertices.current!,
      marks: marks.current!,
    });
    made.reducedMotion = prefersReducedMotion();
    painter.current = made;
    const canvas = marks.current!;
    const zooming = zoomBehaviour<HTMLCanvasElement, unknown>()
      .scaleExtent([0.5, CLOSEST])
      .clickDistance(4)
      // At fit, one finger scrolls the page; two zoom.
      .filter((event: Event) => {
        if (event instanceof MouseEvent && event.button !== 0) return false;
        return !(isTouch(event) && event.touches.length < 2 && canvas.style.touchAction !== "none");
      })
      .on("zoom", ({ transform: { k, x, y } }: D3ZoomEvent<HTMLCanvasElement, unknown>) => {
        made.setView({ k, x, y });
        canvas.style.touchAction = k > 1 ? "none" : "pan-y";
      })
      // Zoom draws at once and reports the result at the end of the gesture. Changes from outside do not call
      // back.
      .on("end", ({ transform, sourceEvent }: D3ZoomEvent<HTMLCanvasElement, unknown>) => {
        const { size, onZoom } = latest.current;
        if (sourceEvent) onZoom(zoomOf(transform, size));
      });
    select(canvas).call(zooming).on("dblclick.zoom", null);
    canvas.style.touchAction = "pan-y";
    behaviour.current = zooming;
    return () => made.destroy();
  }, []);

  useLayoutEffect(() => {
    painter.current!.onFrame = (milliseconds) => {
      placeTip();
      props.onFrame(milliseconds);
    };
  });

  useLayoutEffect(() => {
    const sharpness = graph.vertices > 1000 ? Math.min(ratio, SHARPEST_LARGE) : ratio;
    if (size.width > 0) painter.current!.resize(size.width, size.height, sharpness);
    behaviour.current!.translateExtent([
      [-size.width, -size.height],
      [2 * size.width, 2 * size.height],
    ]);
  }, [size, ratio, graph]);

  useLayoutEffect(() => {
    if (size.width === 0) return;
    const { k, x, y } = transformOf(zoom, size);
    select(marks.current!).call(behaviour.current!.transform, zoomIdentity.translate(x, y).scale(k));
  }, [zoom, size]);

  useLayoutEffect(() => {
    if (theme) painter.current!.setTheme(theme);
  }, [theme]);

  const layout = useRef<LayoutClient | null>(null);
  useEffect(() => () => layout.current?.stop(), []);
  useLayoutEffect(() => {
    if (positions) {
      painter.current!.setGraph(graph, positions);
      return;
    }
    layout.current ??= new LayoutClient();
    const still = painter.current!.reducedMotion;
    const first = layout.current.start(graph, (better, done) => {
      if (done || !still) painter.current!.movePositions(better);
    });
    painter.current!.setGraph(graph, first);
  }, [graph, positions]);

  useLayoutEffect(
    () => painter.current!.setFilter(filter, colouring, edgeFilter),
    [filter, colouring, edgeFilter],
  );
  useLayoutEffect(() => painter.current!.setStage(direction, threshold), [direction, threshold]);
  useLayoutEffect(() => painter.current!.setLabelled(labelled), [labelled]);
  useLayoutEffect(() => painter.current!.setLit(lit), [lit]);

  const named = lit.vertex ?? selected;
  const placeTip = (): void => {
    if (!tip.current || named === null) return;
    const { x, y } = painter.current!.placeOf(named);
    const left = Math.min(Math.max(x, 70), Math.max(size.width - 70, 70));
    tip.current.style.transform = `translate(${Math.round(left)}px, ${Math.round(y)}px) translate(-50%, ${y < 52 ? "18px" : "calc(-100% - 16px)"})`;
  };
  useLayoutEffect(placeTip, [named, size]);

  const selectVertex = (vertex: number | null): void => {
    props.onSelect(vertex);
    onHighlight(vertex);
  };
  const point = (event: PointerEvent | MouseEvent): number | null => {
    const box = marks.current!.getBoundingClientRect();
    return painter.current!.vertexAt(event.clientX - box.left, event.clientY - box.top);
  };
  const pointed = lit.vertex;
  const hover = (event: PointerEvent): void => {
    if (event.buttons !== 0) return;
    const vertex = point(event);
    if (vertex !== pointed) onHighlight(vertex);
  };
  const zoomTo = (change: (zooming: ZoomBehavior<HTMLCanvasElement, unknown>) => void): void => {
    change(behaviour.current!);
    props.onZoom(zoomOf(painter.current!.view, size));
  };
  const zoomBy = (factor: number): void =>
    zoomTo((zooming) => void select(marks.current!).call(zooming.scaleBy, factor));
  const fit = (): void => props.onZoom(FIT);

  const keyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[event.key];
    if (arrow && selected !== null) {
      const next = neighbourTowards(graph, (v) => painter.current!.placeOf(v), selected, arrow);
      if (next !== null) selectVertex(next);
    } else if (arrow) {
      zoomTo(
        (zooming) => void select(marks.current!).call(zooming.translateBy, -40 * arrow[0], -40 * arrow[1]),
      );
    } else if (event.key === "+" || event.key === "=") zoomBy(1.3);
    else if (event.key === "-") zoomBy(1 / 1.3);
    else if (event.key === "0") fit();
    else if (event.key === "Enter") {
      selectVertex(pointed ?? painter.current!.vertexAt(size.width / 2, size.height / 2, Infinity));
    } else if (event.key === "Escape") selectVertex(null);
    else return;
    event.preventDefault();
  };

  const describe = (v: number): string =>
    [
      vertexName(graph, v),
      ...(filter ? [`${valueName} = ${formatValue(filter[v]!)}`] : []),
      `degree ${degreeOf(graph, v)}`,
      ...dataOf(graph, v),
    ].join(" · ");
  const key = colouring?.key;
  const whole = originalOf(graph);
  return (
    <div class="view graph-view" data-picture="0.62">
      <div class="graph-canvas" ref={frame}>
        <canvas ref={glow} aria-hidden="true" />
        <canvas ref={edges} aria-hidden="true" />
        <canvas ref={vertices} aria-hidden="true" />
        <canvas
          ref={marks}
          tabIndex={0}
          role="application"
          aria-roledescription="graph"
          aria-label={`Graph with ${whole.vertices} vertices and ${whole.edges.length / 2} edges${key ? `, coloured by ${key.type === "scale" ? key.name : "label"}` : ""}. Enter selects a vertex, arrow keys move to its neighbours, plus and minus zoom, 0 fits the graph.`}
          onKeyDown={keyDown}
          onPointerMove={hover}
          onPointerLeave={() => pointed !== null && onHighlight(null)}
          onClick={(event) => selectVertex(point(event))}
        />
        {graph.vertices === 0 && <p class="view-empty">This graph has no vertices.</p>}
        {named !== null && (
          <div class="tip" ref={tip} aria-hidden="true">
            {describe(named)}
          </div>
        )}
      </div>
      <div class="graph-foot">
        {props.choice}
        {key?.type === "scale" ? (
          <ColourBar {...key} threshold={threshold} direction={direction} nameless={key.domain === null} />
        ) : key ? (
          <LabelKey labels={key.labels} />
        ) : (
          <span />
        )}
        <div class="tools">
          <button type="button" onClick={() => zoomBy(1 / 1.3)} aria-label="Zoom out" title="Zoom out (−)">
            <Icon path="M4 8h8" />
          </button>
          <button type="button" onClick={() => zoomBy(1.3)} aria-label="Zoom in" title="Zoom in (+)">
            <Icon path="M4 8h8M8 4v8" />
          </button>
          <button type="button" onClick={fit} aria-label="Fit the graph" title="Fit (0)">
            <Icon path="M3 6V3h3M10 3h3v3M13 10v3h-3M6 13H3v-3" />
          </button>
        </div>
      </div>
      <p class="visually-hidden" aria-live="polite">
        {selected === null ? "" : describe(selected)}
      </p>
    </div>
  );
}

/** More attributes make a tooltip unreadable. */
const LISTED_ATTRIBUTES = 3;

/** The label and attributes of a vertex. */
function dataOf(graph: Graph, vertex: number): string[] {
  const label = labelOf(graph, vertex);
  const count = attributesOf(graph);
  const listed = Math.min(count, LISTED_ATTRIBUTES);
  const attributes = Array.from({ length: listed }, (_, column) =>
    formatValue(graph.attributes![vertex * count + column]!),
  );
  const isOnEdge = vertex >= (graph.original?.vertices ?? Infinity);
  return [
    ...(label === null || isOnEdge ? [] : [`label ${label}`]),
    ...(listed === 0 || isOnEdge
      ? []
      : [`${count > 1 ? "attributes" : "attribute"} ${attributes.join(", ")}${listed < count ? " …" : ""}`]),
  ];
}

function Icon({ path }: { path: string }): JSX.Element {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={path} fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" />
    </svg>
  );
}

function isTouch(event: Event): event is TouchEvent {
  return event.type.startsWith("touch");
}

/** Device pixels per CSS pixel; changes when the window moves to another screen. */
function useRatio(): number {
  const [ratio, setRatio] = useState(devicePixelRatio);
  useEffect(() => {
    const query = matchMedia(`(resolution: ${ratio}dppx)`);
    const changed = (): void => setRatio(devicePixelRatio);
    query.addEventListener("change", changed);
    return () => query.removeEventListener("change", changed);
  }, [ratio]);
  return ratio;
}

interface ScreenPoint {
  readonly x: number;
  readonly y: number;
}

/** The screen directions of the arrow keys. */
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The best neighbour in a screen direction; null if there is none in that half-plane. */
function neighbourTowards(
  graph: Graph,
  placeOf: (vertex: number) => ScreenPoint,
  vertex: number,
  [dx, dy]: readonly [number, number],
): number | null {
  const { start, neighbour } = adjacencyOf(graph);
  const from = placeOf(vertex);
  let best: number | null = null;
  let closest = 0;
  for (let k = start[vertex]!; k < start[vertex + 1]!; k++) {
    const { x, y } = placeOf(neighbour[k]!);
    const cosine = ((x - from.x) * dx + (y - from.y) * dy) / (Math.hypot(x - from.x, y - from.y) || 1);
    if (cosine > closest) {
      closest = cosine;
      best = neighbour[k]!;
    }
  }
  return best;
}
