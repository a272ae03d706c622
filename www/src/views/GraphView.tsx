import { select } from "d3-selection";
import { zoom, zoomIdentity, type D3ZoomEvent, type ZoomBehavior } from "d3-zoom";
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { componentOf, cycleOf, formatValue } from "../bars";
import { UNIT, useTheme, VIRIDIS_GRADIENT, type Domain } from "../colour";
import { adjacencyOf, degreeOf } from "../layout/adjacency";
import { LayoutClient } from "../layout/client";
import type { Direction, Graph, Highlight } from "../types";
import { GraphPainter, UNLIT, type Lit } from "./graph/painter";
import { prefersReducedMotion, useSize } from "./size";

export interface GraphViewProps {
  readonly graph: Graph;
  readonly filter: Float32Array;
  readonly direction: Direction;
  /** Vertices and edges that have not arrived at this value are hollow and faint; null: all have. */
  readonly threshold: number | null;
  readonly highlight: Highlight;
  readonly onHighlight: (highlight: Highlight) => void;
  readonly selected?: number | null;
  readonly onSelect?: (vertex: number | null) => void;
  readonly domain?: Domain;
  /** x, y of each vertex; without them the graph is laid out in a worker. */
  readonly positions?: Float32Array | undefined;
  /** Cost of every drawn frame in milliseconds. */
  readonly onFrame?: (milliseconds: number) => void;
  /** For tests and measurements: the painter behind the view. */
  readonly onReady?: (painter: GraphPainter) => void;
}

const CLOSEST = 40;
const SHARPEST_LARGE = 1.5;

/** The graph, coloured by its filter. */
export function GraphView(props: GraphViewProps): JSX.Element {
  const { graph, filter, direction, threshold, highlight, onHighlight, domain = UNIT, positions } = props;
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
  const [ownSelected, setOwnSelected] = useState<number | null>(null);
  const chosen = props.selected === undefined ? ownSelected : props.selected;
  const selected = chosen !== null && chosen < graph.vertices ? chosen : null;
  const fits = filter.length === graph.vertices;

  useLayoutEffect(() => {
    const made = new GraphPainter({
      glow: glow.current!,
      edges: edges.current!,
      vertices: vertices.current!,
      marks: marks.current!,
    });
    made.reducedMotion = prefersReducedMotion();
    painter.current = made;
    props.onReady?.(made);
    const canvas = marks.current!;
    const zooming = zoom<HTMLCanvasElement, unknown>()
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
      });
    select(canvas).call(zooming).on("dblclick.zoom", null);
    canvas.style.touchAction = "pan-y";
    behaviour.current = zooming;
    return () => made.destroy();
  }, []);

  useLayoutEffect(() => {
    painter.current!.onFrame = (milliseconds) => {
      placeTip();
      props.onFrame?.(milliseconds);
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
    if (theme) painter.current!.setTheme(theme);
  }, [theme]);

  const layout = useRef<LayoutClient | null>(null);
  useEffect(() => () => layout.current?.stop(), []);
  useLayoutEffect(() => {
    select(marks.current!).call(behaviour.current!.transform, zoomIdentity);
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

  // Between a change of graph and the arrival of its filter there is nothing true to colour it by.
  const shown = useMemo(() => (fits ? filter : new Float32Array(graph.vertices)), [filter, graph]);
  useLayoutEffect(() => painter.current!.setFilter(shown, domain), [shown, domain]);
  useLayoutEffect(() => painter.current!.setStage(direction, threshold), [direction, threshold]);

  const lit = useMemo(
    () => (fits ? litBy(highlight, graph, filter, threshold, selected) : UNLIT),
    [highlight, graph, filter, threshold, selected],
  );
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
    setOwnSelected(vertex);
    props.onSelect?.(vertex);
    onHighlight(vertex === null ? null : { type: "vertex", vertex });
  };
  const point = (event: PointerEvent | MouseEvent): number | null => {
    const box = marks.current!.getBoundingClientRect();
    return painter.current!.vertexAt(event.clientX - box.left, event.clientY - box.top);
  };
  const pointed = highlight?.type === "vertex" ? highlight.vertex : null;
  const hover = (event: PointerEvent): void => {
    if (event.buttons !== 0) return;
    const vertex = point(event);
    if (vertex !== pointed) onHighlight(vertex === null ? null : { type: "vertex", vertex });
  };
  const zoomBy = (factor: number): void =>
    void select(marks.current!).call(behaviour.current!.scaleBy, factor);
  const fit = (): void => void select(marks.current!).call(behaviour.current!.transform, zoomIdentity);

  const keyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[event.key];
    if (arrow && selected !== null) {
      const next = neighbourTowards(graph, painter.current!, selected, arrow);
      if (next !== null) selectVertex(next);
    } else if (arrow) {
      select(marks.current!).call(behaviour.current!.translateBy, -40 * arrow[0], -40 * arrow[1]);
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
    `v${v}${fits ? ` · f = ${formatValue(filter[v]!)}` : ""} · degree ${degreeOf(graph, v)}`;
  return (
    <div class="view graph-view">
      <div class="graph-canvas" ref={frame}>
        <canvas ref={glow} aria-hidden="true" />
        <canvas ref={edges} aria-hidden="true" />
        <canvas ref={vertices} aria-hidden="true" />
        <canvas
          ref={marks}
          tabIndex={0}
          role="application"
          aria-roledescription="graph"
          aria-label={`Graph with ${graph.vertices} vertices and ${graph.edges.length / 2} edges, coloured by f. Enter selects a vertex, arrows walk to its neighbours, plus and minus zoom, 0 fits.`}
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
        <ColourBar domain={domain} threshold={threshold} direction={direction} />
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

/** The scale of f, with the part that has arrived in full colour. */
function ColourBar({
  domain,
  threshold,
  direction,
}: {
  domain: Domain;
  threshold: number | null;
  direction: Direction;
}): JSX.Element {
  const share =
    threshold === null ? null : Math.min(Math.max((threshold - domain[0]) / (domain[1] - domain[0]), 0), 1);
  const hidden =
    share === null
      ? null
      : direction === "sub"
        ? { left: `${100 * share}%`, right: 0 }
        : { left: 0, right: `${100 * (1 - share)}%` };
  return (
    <div class="colour-bar" role="img" aria-label={`Colours of f, from ${domain[0]} to ${domain[1]}`}>
      <i>f</i>
      <span>{domain[0]}</span>
      <div class="colour-ramp" style={{ background: VIRIDIS_GRADIENT }}>
        {hidden && <div class="colour-waiting" style={hidden} />}
      </div>
      <span>{domain[1]}</span>
    </div>
  );
}

function Icon({ path }: { path: string }): JSX.Element {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={path} fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" />
    </svg>
  );
}

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The neighbour that lies best in a direction on the screen; null if none lies in that half of the plane. */
function neighbourTowards(
  graph: Graph,
  painter: GraphPainter,
  vertex: number,
  [dx, dy]: readonly [number, number],
): number | null {
  const { start, neighbour } = adjacencyOf(graph);
  const from = painter.placeOf(vertex);
  let best: number | null = null;
  let closest = 0;
  for (let k = start[vertex]!; k < start[vertex + 1]!; k++) {
    const { x, y } = painter.placeOf(neighbour[k]!);
    const cosine = ((x - from.x) * dx + (y - from.y) * dy) / (Math.hypot(x - from.x, y - from.y) || 1);
    if (cosine > closest) {
      closest = cosine;
      best = neighbour[k]!;
    }
  }
  return best;
}

function litBy(
  highlight: Highlight,
  graph: Graph,
  filter: Float32Array,
  threshold: number | null,
  selected: number | null,
): Lit {
  if (highlight === null) return { ...UNLIT, selected };
  if (highlight.type === "vertex") {
    return { ...UNLIT, selected, vertex: highlight.vertex < graph.vertices ? highlight.vertex : null };
  }
  const { bar } = highlight;
  if (Math.max(bar.birthVertex, bar.deathVertex ?? 0) >= graph.vertices) return { ...UNLIT, selected };
  const loop = bar.kind === "h1Essential";
  return {
    region: loop ? UNLIT.region : componentOf(graph, filter, bar, threshold),
    cycle: loop ? cycleOf(graph, filter, bar) : [],
    birthVertex: bar.birthVertex,
    deathVertex: bar.deathVertex,
    vertex: null,
    selected,
  };
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
