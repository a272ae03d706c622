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
