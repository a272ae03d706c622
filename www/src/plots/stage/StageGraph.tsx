import type { JSX, RefObject } from "preact";
import { hasArrived } from "../../domain/persistence/filtration";
import { isLit, isLoop, vertexName } from "../../domain/graph/graph";
import { describeVertex } from "../../domain/text/sentences";
import { formatValue } from "../../domain/text/values";
import { inkOn, PALETTE_RGB } from "../shared/colour";
import { componentColour } from "./rows";
import { SlopeArrow, slopeText, arrowLength, ownersOf } from "./SlopeArrow";
import type { StageComponent, ComponentPress, StageProps } from "./props";
import { RIM } from "./useEdgeDrag";
import type { EdgeDrag } from "./useEdgeDrag";
import type { VertexDrag } from "./useVertexDrag";

interface Props extends StageProps {
  /** x and y of each vertex, in pixels. */
  readonly places: Float32Array;
  /** The colour step of each vertex. */
  readonly steps: readonly number[];
  readonly radius: number;
  readonly drag: VertexDrag;
  readonly edgeDrag: EdgeDrag;
  /** The label of t is above it. */
  readonly top: number;
  /** Width of the whole drawing. */
  readonly width: number;
  /** The pressed hull. */
  readonly pressed: RefObject<ComponentPress>;
}

/** Up to this number of vertices, each shows its name and is reachable with Tab. */
const NAMED = 60;
const REACHED = 26;
const INSIDE: NamePlace = { x: 0, y: 0, anchor: "middle" };
/** Larger components have no hull. */
const MAX_IN_HULL = 60;

/** The graph: arrived vertices and edges in colour, the rest as outlines. */
export function StageGraph(props: Props): JSX.Element {
  const { graph, filter, inGraph, components, places, radius, highlight, triangles, slopes } = props;
  const at = (v: number): readonly [number, number] => [places[2 * v]!, places[2 * v + 1]!];
  const isIn = (v: number): boolean => hasArrived(filter[v]!, inGraph.threshold, inGraph.walk.direction);
  const cycle = cyclePairs(props.cycle);
  const owners = slopes && highlight?.type === "bar" ? ownersOf(slopes, highlight.id) : null;
  const named = graph.vertices <= NAMED;
  const size = props.large ? 20 : Math.max(Math.min(0.95 * radius, 16), 12);
  const names = Array.from({ length: named ? graph.vertices : 0 }, (_, v) => vertexName(graph, v));
  const beside = namePlaces(names, places, radius, size, props.top);
  /** The colour of the component of a vertex. */
  const colourOf = (vertex: number): string => {
    const own = components.find(({ vertices }) => Array.from(vertices).includes(vertex));
    return componentColour(own?.row.colour ?? vertex);
  };
  const edges: JSX.Element[] = [];
  for (let e = 0; e < graph.edges.length; e += 2) {
    const [a, b] = [graph.edges[e]!, graph.edges[e + 1]!];
    const [[x1, y1], [x2, y2]] = [at(a), at(b)];
    const there = isIn(a) && isIn(b);
    const lit = cycle.has(pairKey(a, b));
    const kind = `stage-edge${there ? "" : " waiting"}${lit ? " lit" : ""}`;
    edges.push(
      a === b ? (
        <circle key={e} class={kind} cx={x1} cy={y1 - 1.2 * radius} r={0.9 * radius} />
      ) : (
        <line key={e} class={kind} x1={x1} y1={y1} x2={x2} y2={y2} />
      ),
    );
  }
  return (
    <g class="stage-graph">
      {components.map((component) => (
        <Hull
          key={component.row.bar.id}
          {...props}
          component={component}
          lit={isLit(component.row.bar, highlight) && !isLoop(component.row.bar.kind)}
        />
      ))}
      {triangles.map(([a, b, c]) => (
        <polygon
          key={`${a} ${b} ${c}`}
          class="stage-triangle"
          style={{ fill: `color-mix(in srgb, ${colourOf(a)} 72%, var(--panel))` }}
          points={[a, b, c].map((v) => at(v).join(",")).join(" ")}
        />
      ))}
      {edges}
      {props.edgeDrag.edge && <EdgeDrawn {...props} edge={props.edgeDrag.edge} />}
      {Array.from({ length: graph.vertices }, (_, v) => (
        <Vertex
          key={v}
          {...props}
          vertex={v}
          arrived={isIn(v)}
          named={named}
          size={size}
          beside={beside[v] ?? null}
          owners={owners}
        />
      ))}
    </g>
  );
}

/** The edge that the pointer draws. */
function EdgeDrawn({ places, edge }: Props & { readonly edge: NonNullable<EdgeDrag["edge"]> }): JSX.Element {
  const { from, to, target } = edge;
  const [x2, y2] = target === null ? to : [places[2 * target], places[2 * target + 1]];
  return <line class="stage-edge drawn" x1={places[2 * from]} y1={places[2 * from + 1]} x2={x2} y2={y2} />;
}

const pairKey = (a: number, b: number): string => (a < b ? `${a} ${b}` : `${b} ${a}`);

function cyclePairs(cycle: readonly number[]): ReadonlySet<string> {
  return new Set(cycle.map((v, i) => pairKey(v, cycle[(i + 1) % cycle.length]!)));
}

interface HullProps extends Props {
  readonly component: StageComponent;
  readonly lit: boolean;
}

/** The hull of a component: wide edges and discs in its colour. A click selects its oldest vertex. */
function Hull({
  component: { row, vertices },
  graph,
  places,
  radius,
  lit,
  pressed,
  onHighlight,
}: HullProps): JSX.Element | null {
  if (vertices.length > MAX_IN_HULL) return null;
  const members = new Set(Array.from(vertices));
  const fat = 2 * (radius + 12);
  const lines: JSX.Element[] = [];
  for (let e = 0; e < graph.edges.length; e += 2) {
    const [a, b] = [graph.edges[e]!, graph.edges[e + 1]!];
    if (!members.has(a) || !members.has(b)) continue;
    lines.push(
      <line
        key={e}
        x1={places[2 * a]}
        y1={places[2 * a + 1]}
        x2={places[2 * b]}
        y2={places[2 * b + 1]}
        stroke-width={fat}
      />,
    );
  }
  const colour = componentColour(row.colour);
  return (
    <g
      class={`stage-hull${lit ? " lit" : ""}`}
      style={{ stroke: colour, fill: colour }}
      onPointerEnter={() => onHighlight({ type: "bar", id: row.bar.id })}
      onPointerLeave={() => onHighlight(null)}
      onPointerDown={({ button, clientX, clientY }) => {
        if (button === 0) pressed.current = { vertex: row.bar.birthVertex, at: [clientX, clientY] };
      }}
    >
      {lines}
      {[...members].map((v) => (
        <circle key={v} cx={places[2 * v]} cy={places[2 * v + 1]} r={fat / 2} stroke="none" />
      ))}
    </g>
  );
}

interface VertexProps extends Props {
  readonly vertex: number;
  readonly arrived: boolean;
  readonly named: boolean;
  /** The size of the name, in pixels. */
  readonly size: number;
  /** The position of a name that does not fit into its disc; null: there is none. */
  readonly beside: NamePlace | null;
  /** The vertices with slopes from the highlighted bar. */
  readonly owners: ReadonlySet<number> | null;
}

function Vertex(props: VertexProps): JSX.Element {
  const {
    vertex,
    graph,
    filter,
    places,
    radius,
    arrived,
    named,
    size,
    steps,
    selection,
    highlight,
    drag,
    slopes,
  } = props;
  const [x, y] = [places[2 * vertex]!, places[2 * vertex + 1]!];
  const name = vertexName(graph, vertex);
  // A name too long for its disc is next to it; if it would cover others, it shows only on hover.
  const fits = fitsInside(name, size, radius);
  const value = filter[vertex]!;
  const rgb = PALETTE_RGB[steps[vertex]!]!;
  const lit = highlight?.type === "vertex" && highlight.vertex === vertex;
  const held = drag.vertex === vertex;
  const movable = props.placement === "free" && props.onPlace !== null;
  const pointed = held || lit || selection === vertex;
  const place = fits ? INSIDE : (props.beside ?? (pointed ? besideVertex(radius) : null));
  const slope = slopes?.vertices[vertex] ?? 0;
  const pointer = (event: JSX.TargetedPointerEvent<SVGGElement>): void => {
    if (!props.edgeDrag.pointer(event, vertex)) drag.pointer(event, vertex);
  };
  const isSelected = selection === vertex;
  return (
    <g
      class={`stage-vertex${arrived ? "" : " waiting"}${selection === vertex ? " selected" : ""}${lit || held ? " lit" : ""}`}
      transform={`translate(${x.toFixed(2)}, ${y.toFixed(2)})`}
      role="slider"
      tabindex={graph.vertices <= REACHED || selection === vertex ? 0 : -1}
      aria-label={`Vertex ${name}`}
      aria-valuenow={value}
      aria-readonly={props.onValue === null || !isSelected}
      aria-description={props.onValue === null || isSelected ? undefined : "Enter: the arrow keys change f"}
      aria-keyshortcuts={
        movable ? "Alt+Shift+ArrowLeft Alt+Shift+ArrowRight Alt+Shift+ArrowUp Alt+Shift+ArrowDown" : undefined
      }
      aria-valuetext={describeVertex(graph, vertex, value, arrived)}
      onPointerDown={pointer}
      onPointerMove={pointer}
      onPointerUp={pointer}
      onPointerCancel={pointer}
      onPointerEnter={() => props.onHighlight({ type: "vertex", vertex })}
      onPointerLeave={() => props.onHighlight(null)}
      onKeyDown={(event) => drag.keyDown(event, vertex, isSelected)}
    >
      <circle class="stage-touch" r={Math.max(radius + 6, 14)} />
      <circle class="stage-disc" r={radius} style={arrived ? { fill: `rgb(${rgb.join(" ")})` } : undefined} />
      {props.onEdge && <Rim radius={radius} />}
      {named && place !== null && (
        <text
          class={fits ? "stage-name" : "stage-name beside"}
          x={place.x}
          y={place.y}
          dy="0.35em"
          text-anchor={place.anchor}
          style={{
            fill: fits && arrived ? inkOn(rgb) : undefined,
            fontSize: `${size}px`,
          }}
        >
          {name}
        </text>
      )}
      {pointed && (
        <text class="stage-value" y={-radius - 8}>
          {formatValue(value)}
        </text>
      )}
      {slope !== 0 && (
        <SlopeArrow
          x={Math.sign(slope) * (radius + 3)}
          y={0}
          slope={slope}
          number={isCutOff(x, slope, props) ? "above" : "beyond"}
          lit={props.owners?.has(vertex) ?? false}
        />
      )}
    </g>
  );
}

/** The part of a vertex where an edge begins: the outer part of the disc, and the ring around it. */
function Rim({ radius }: { readonly radius: number }): JSX.Element {
  const [inner, outer] = [RIM * radius, radius + 6];
  return (
    <>
      <circle class="stage-rim" r={(inner + outer) / 2} stroke-width={outer - inner} />
      <circle class="stage-rim-line" r={radius + 4} />
    </>
  );
}

/** There is no space for the number beyond the tip of an arrow. */
function isCutOff(
  x: number,
  slope: number,
  { radius, width, large }: Pick<VertexProps, "radius" | "width" | "large">,
): boolean {
  const needed = radius + arrowLength(slope) + 8 + 0.6 * (large ? 20 : 13) * slopeText(slope).length;
  return slope > 0 ? x + needed > width : x < needed;
}

// Positions of names that are too long for their discs.

/** The start, middle or end of a name, relative to the centre of its disc. */
interface NamePlace {
  readonly x: number;
  readonly y: number;
  readonly anchor: "start" | "middle" | "end";
}

type Bounds = readonly [left: number, right: number, top: number, bottom: number];

/** The width of a letter relative to its height. */
const LETTER = 0.6;
const GAP = 4;

export function fitsInside(name: string, size: number, radius: number): boolean {
  return LETTER * size * name.length <= 2 * radius;
}

/** The preferred position of a name. */
export function besideVertex(radius: number): NamePlace {
  return { x: radius + GAP, y: 0, anchor: "start" };
}

/**
 * A position next to its vertex for each name that is too long for its disc. It covers no disc and no other
 * name and stays below the top; null if the name fits into its disc, or if there is no such position.
 */
export function namePlaces(
  names: readonly string[],
  places: Float32Array,
  radius: number,
  size: number,
  top: number,
): readonly (NamePlace | null)[] {
  const taken: Bounds[] = names.map((_, v) => {
    const [x, y] = [places[2 * v]!, places[2 * v + 1]!];
    return [x - radius, x + radius, y - radius, y + radius];
  });
  const free = (box: Bounds, own: number): boolean =>
    box[2] >= top && taken.every((other, v) => v === own || !meet(box, other));
  return names.map((name, v) => {
    if (fitsInside(name, size, radius)) return null;
    const [x, y] = [places[2 * v]!, places[2 * v + 1]!];
    const width = LETTER * size * name.length;
    for (const place of around(radius, size)) {
      const left = x + place.x - { start: 0, middle: width / 2, end: width }[place.anchor];
      const box: Bounds = [left, left + width, y + place.y - size / 2, y + place.y + size / 2];
      if (!free(box, v)) continue;
      taken.push(box);
      return place;
    }
    return null;
  });
}

function around(radius: number, size: number): readonly NamePlace[] {
  const away = radius + GAP;
  return [
    besideVertex(radius),
    { x: -away, y: 0, anchor: "end" },
    { x: 0, y: -radius - size / 2, anchor: "middle" },
    { x: 0, y: radius + size / 2, anchor: "middle" },
  ];
}

function meet([l1, r1, t1, b1]: Bounds, [l2, r2, t2, b2]: Bounds): boolean {
  return l1 < r2 && l2 < r1 && t1 < b2 && t2 < b1;
}
