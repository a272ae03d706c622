// The words of the page: a graph, its filter, its bars. Views read these, nothing else.

/** A graph as the views draw it. `edges` holds pairs of vertex ids, each below `vertices`. */
export interface Graph {
  readonly vertices: number;
  readonly edges: Uint32Array;
}

export type Direction = "sub" | "super";
/** B0, B0^∞ and B1^∞ of the paper. */
export type BarcodeKind = "h0" | "h0Essential" | "h1Essential";

export interface Bar {
  /** Stable while the graph stays the same: kind, direction and birth vertex. */
  readonly id: string;
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

/** What the pointer or the keyboard points at; the views share it. */
export type Highlight =
  { readonly type: "vertex"; readonly vertex: number } | { readonly type: "bar"; readonly bar: Bar } | null;
