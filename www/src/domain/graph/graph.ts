// The main types of the page: a graph, its filter, its bars.

/** A graph for the plots. `edges` contains pairs of vertex ids, each below `vertices`. */
export interface Graph {
  readonly vertices: number;
  readonly edges: Uint32Array;
  /** Vertex names; if missing, v0, v1 … */
  readonly names?: readonly string[] | undefined;
  /** Vertex labels of the data set; if missing, the vertices have no labels. */
  readonly labels?: VertexLabels | undefined;
  /**
   * Vertex attributes of the data set, vertex by vertex, the same number for each; if missing, there are
   * none.
   */
  readonly attributes?: Float32Array | undefined;
  /** The graph without the vertices on its edges, if this one is subdivided. */
  readonly original?: Graph | undefined;
}

/** The graph without the vertices on its edges. */
export function originalOf(graph: Graph): Graph {
  return graph.original ?? graph;
}

export interface VertexLabels {
  /** The index into `names` for each vertex. */
  readonly of: Uint32Array;
  /** The labels of the data set. */
  readonly names: readonly string[];
}

/** The label of a vertex; null: it has none. */
export function labelOf({ labels }: Pick<Graph, "labels">, vertex: number): string | null {
  const label = labels?.of[vertex];
  return label === undefined ? null : (labels?.names[label] ?? String(label));
}

/** The number of attributes of each vertex. */
export function attributesOf({ attributes, vertices }: Pick<Graph, "attributes" | "vertices">): number {
  return attributes && vertices > 0 ? attributes.length / vertices : 0;
}

export type Direction = "sub" | "super";
export const DIRECTIONS: readonly Direction[] = ["sub", "super"];

/** B0, B0^∞ and B1^∞ of the paper, and the last two with the deaths of extended persistence. */
export type BarcodeKind = OrdinaryKind | ExtendedKind;
export type OrdinaryKind = "h0" | "h0Essential" | "h1Essential";
export type ExtendedKind = "h0Extended" | "h1Extended";
export const ORDINARY_KINDS: readonly OrdinaryKind[] = ["h0", "h0Essential", "h1Essential"];
export const EXTENDED_KINDS: readonly ExtendedKind[] = ["h0Extended", "h1Extended"];

/** A loop, as opposed to a component? */
export function isLoop(kind: BarcodeKind): boolean {
  return kind === "h1Essential" || kind === "h1Extended";
}

/**
 * Stable while the graph stays the same: kind, direction and birth vertex. Extended loops born at one vertex
 * may end at several vertices, so the id includes the death vertex.
 */
export type BarId =
  `${OrdinaryKind}:${Direction}:${number}` | `${ExtendedKind}:${Direction}:${number}:${number}`;

export interface Bar {
  readonly id: BarId;
  readonly kind: BarcodeKind;
  readonly direction: Direction;
  readonly birth: number;
  /** null: the bar never ends. */
  readonly death: number | null;
  readonly birthVertex: number;
  readonly deathVertex: number | null;
  /** Several loops born at one vertex form one bar with this multiplicity. */
  readonly multiplicity: number;
  /** The vertices of the edges and triangles at its ends, if these have their own values. */
  readonly simplices?: Simplices;
}

/** The simplices at the ends of a bar, by their vertices. */
export interface Simplices {
  readonly birth: readonly number[];
  /** null: the bar never ends. */
  readonly death: readonly number[] | null;
}

/** A filter on a graph and its bars. */
export interface Filtration {
  /** f(v) for every vertex; with an edge filter, the value of its first edge. */
  readonly filter: Float32Array;
  /** The value of every edge, for an edge filter; missing: an edge enters with its last vertex. */
  readonly edgeFilter?: Float32Array | undefined;
  /** Bars of both directions, including zero-length ones (birth = death). */
  readonly bars: readonly Bar[];
}

/** The item under the pointer or the keyboard focus, by id: the bar itself may have changed since. */
export type Highlight =
  { readonly type: "vertex"; readonly vertex: number } | { readonly type: "bar"; readonly id: BarId } | null;

/** The current bar with this id; null if it no longer exists. */
export function barNamed(bars: readonly Bar[], id: BarId): Bar | null {
  return bars.find((bar) => bar.id === id) ?? null;
}

/** Does the shared highlight include this bar: the bar itself, or its birth or death vertex? */
export function isLit(bar: Bar, highlight: Highlight): boolean {
  if (highlight === null) return false;
  if (highlight.type === "bar") return highlight.id === bar.id;
  return bar.birthVertex === highlight.vertex || bar.deathVertex === highlight.vertex;
}

// Vertex names.

/** The names of vertices. There is no f, because f is the filter. */
export const LETTERS = "abcdeghijklmnopqrstuvwxyz";

/** The name from the graph, or a name from the index. */
export function vertexName({ names }: Pick<Graph, "names">, vertex: number): string {
  return names?.[vertex] ?? `v${vertex}`;
}

/** Names for the vertices of a graph without names: letters, if there are enough. */
export function lettersFor(vertices: number): readonly string[] | undefined {
  return vertices <= LETTERS.length ? [...LETTERS.slice(0, vertices)] : undefined;
}

/** A point of the plane. */
export type Point = readonly [x: number, y: number];

/** An upright rectangle. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The bounding box of points, x and y of each in turn; without points, a box of size 0 at the origin. */
export function boxOf(positions: ArrayLike<number>): Box {
  let left = Infinity;
  let right = -Infinity;
  let top = Infinity;
  let bottom = -Infinity;
  for (let i = 0; i < positions.length; i += 2) {
    const x = positions[i]!;
    const y = positions[i + 1]!;
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < top) top = y;
    if (y > bottom) bottom = y;
  }
  return right < left
    ? { x: 0, y: 0, width: 0, height: 0 }
    : { x: left, y: top, width: right - left, height: bottom - top };
}

// Positions of the vertices of a small graph, as numbers from 0 to 1.

/** Rounds a coordinate to about a pixel, which keeps files readable. */
export function rounded(place: number): number {
  return Math.round(1e4 * Math.min(Math.max(place, 0), 1)) / 1e4;
}

const COLUMNS = 12;
const ROWS = 8;

/** The point of a grid that is farthest from all vertices. */
export function freePlace(places: readonly number[]): readonly [x: number, y: number] {
  let best: readonly [number, number] = [0.5, 0.5];
  let most = places.length === 0 ? Infinity : -1;
  for (let row = 0; row <= ROWS; row++) {
    for (let column = 0; column <= COLUMNS; column++) {
      const [x, y] = [rounded(column / COLUMNS), rounded(row / ROWS)];
      const room = roomAt(places, x, y);
      if (room > most) [best, most] = [[x, y], room];
    }
  }
  return best;
}

/** The squared distance to the nearest vertex. */
function roomAt(places: readonly number[], x: number, y: number): number {
  let nearest = Infinity;
  for (let i = 0; i < places.length; i += 2) {
    nearest = Math.min(nearest, (places[i]! - x) ** 2 + (places[i + 1]! - y) ** 2);
  }
  return nearest;
}

/**
 * The smallest distance between an edge and the centre of a vertex that is not its endpoint; infinite if
 * there is no such pair.
 */
export function clearance({ edges }: Graph, places: ArrayLike<number>): number {
  let least = Infinity;
  for (let e = 0; e < edges.length; e += 2) {
    const [a, b] = [edges[e]!, edges[e + 1]!];
    const [ax, ay] = [places[2 * a]!, places[2 * a + 1]!];
    const [dx, dy] = [places[2 * b]! - ax, places[2 * b + 1]! - ay];
    for (let v = 0; 2 * v < places.length; v++) {
      if (v === a || v === b) continue;
      const [x, y] = [places[2 * v]! - ax, places[2 * v + 1]! - ay];
      const along = Math.min(Math.max((x * dx + y * dy) / (dx * dx + dy * dy || 1), 0), 1);
      least = Math.min(least, Math.hypot(x - along * dx, y - along * dy));
    }
  }
  return least;
}
