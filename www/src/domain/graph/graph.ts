// The words of the page: a graph, its filter, its bars.

/** A graph as the plots draw it. `edges` holds pairs of vertex ids, each below `vertices`. */
export interface Graph {
  readonly vertices: number;
  readonly edges: Uint32Array;
  /** What the vertices are called; without it, v0, v1 … */
  readonly names?: readonly string[] | undefined;
  /** What the data set calls them; without it, they have no labels. */
  readonly labels?: VertexLabels | undefined;
  /** Numbers that the data set has of them, as many for each, one vertex after the other; without it, there are none. */
  readonly attributes?: Float32Array | undefined;
}

export interface VertexLabels {
  /** Of each vertex a place among the names. */
  readonly of: Uint32Array;
  /** The labels of the data set. */
  readonly names: readonly string[];
}

/** What the data set calls a vertex; null: nothing. */
export function labelOf({ labels }: Pick<Graph, "labels">, vertex: number): string | null {
  const label = labels?.of[vertex];
  return label === undefined ? null : (labels?.names[label] ?? String(label));
}

/** How many numbers the data set has of each vertex. */
export function attributesOf({ attributes, vertices }: Pick<Graph, "attributes" | "vertices">): number {
  return attributes && vertices > 0 ? attributes.length / vertices : 0;
}

export type Direction = "sub" | "super";
export const DIRECTIONS: readonly Direction[] = ["sub", "super"];

/** B0, B0^∞ and B1^∞ of the paper; and the last two with the ends that extended persistence gives them. */
export type BarcodeKind = OrdinaryKind | ExtendedKind;
export type OrdinaryKind = "h0" | "h0Essential" | "h1Essential";
export type ExtendedKind = "h0Extended" | "h1Extended";
export const ORDINARY_KINDS: readonly OrdinaryKind[] = ["h0", "h0Essential", "h1Essential"];
export const EXTENDED_KINDS: readonly ExtendedKind[] = ["h0Extended", "h1Extended"];

/** Loops, not components. */
export function isLoop(kind: BarcodeKind): boolean {
  return kind === "h1Essential" || kind === "h1Extended";
}

/**
 * Stable while the graph stays the same: kind, direction and birth vertex. Extended loops that are born at one vertex may
 * end at several, so their death vertex is in it, too.
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
  /** Several loops born at one vertex are one bar with this count. */
  readonly multiplicity: number;
}

/** A filter on a graph and what persistence makes of it. */
export interface Filtration {
  /** f(v) for every vertex. */
  readonly filter: Float32Array;
  /** Bars of both directions, zero-length ones (birth = death) included. */
  readonly bars: readonly Bar[];
}

/** What the pointer or the keyboard points at, by name: the bar itself may have changed since. */
export type Highlight =
  { readonly type: "vertex"; readonly vertex: number } | { readonly type: "bar"; readonly id: BarId } | null;

/** The bar of this name among the bars of now; null where there is none any more. */
export function barNamed(bars: readonly Bar[], id: BarId): Bar | null {
  return bars.find((bar) => bar.id === id) ?? null;
}

/** Does the shared highlight mean this bar: the bar itself, or a vertex that begins or ends it? */
export function isLit(bar: Bar, highlight: Highlight): boolean {
  if (highlight === null) return false;
  if (highlight.type === "bar") return highlight.id === bar.id;
  return bar.birthVertex === highlight.vertex || bar.deathVertex === highlight.vertex;
}
