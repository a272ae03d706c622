// A filtration as a sequence of values.

import type { Bar, Direction } from "../graph/graph";

/** Has a vertex or edge with this value arrived at threshold t? null is the end of the filtration. */
export function hasArrived(value: number, threshold: number | null, direction: Direction): boolean {
  if (threshold === null) return true;
  return direction === "sub" ? value <= threshold : value >= threshold;
}

/** The events at one value of the filtration, without zero-length bars. */
export interface Events {
  readonly births: readonly Bar[];
  readonly merges: readonly Bar[];
  readonly loops: readonly Bar[];
}

/** A filtration as a sequence K^1 ⊂ … ⊂ K^m; position i (from 0) is K^{i+1}. */
export interface Walk {
  readonly direction: Direction;
  /** The distinct values in the order of arrival: ascending for sub, descending for super. */
  readonly values: Float32Array;
  /** |V| of each K. */
  readonly vertices: Uint32Array;
  /** |E| of each K. */
  readonly edges: Uint32Array;
  /** β0 of each K. */
  readonly components: Uint32Array;
  readonly events: readonly Events[];
  /**
   * All vertices in the order of arrival; those new at position i are `order[first[i]] … order[first[i + 1] -
   * 1]`.
   */
  readonly order: Uint32Array;
  readonly first: Uint32Array;
}

/** The filtration of a graph without vertices. */
export const EMPTY_WALK: Walk = {
  direction: "sub",
  values: new Float32Array(),
  vertices: new Uint32Array(),
  edges: new Uint32Array(),
  components: new Uint32Array(),
  events: [],
  order: new Uint32Array(),
  first: Uint32Array.of(0),
};

/** β1 at a position, by Euler's formula. */
export function loopsAt(walk: Walk, position: number): number {
  return walk.edges[position]! - walk.vertices[position]! + walk.components[position]!;
}

/** The last position whose value has arrived at t; -1 if none has. */
export function positionAt(walk: Pick<Walk, "values" | "direction">, threshold: number | null): number {
  let low = 0;
  let high = walk.values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (hasArrived(walk.values[middle]!, threshold, walk.direction)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The threshold of a position: null for the last one; for -1, a value before all others. */
export function thresholdAt({ values, direction }: Walk, position: number): number | null {
  const last = values.length - 1;
  if (position >= last) return null;
  if (position >= 0) return values[position]!;
  const beyond = Math.max(Math.abs(values[last]! - values[0]!), 1) / 10;
  return direction === "sub" ? values[0]! - beyond : values[0]! + beyond;
}

export function hasEvents({ births, merges, loops }: Events): boolean {
  return births.length + merges.length + loops.length > 0;
}

// The complex of points that grows with the diameter of discs around them, and the graph of an edge filter that grows with its value.

interface Triangles {
  /** The number of triangles. */
  readonly count: number;
  /** The points of each triangle; not of all triangles if there are many. */
  readonly listed: Uint32Array;
}

/** The value t is the diameter of the discs, or that of an edge filter. */
export interface GrowingPoints {
  /** Pairs of points in the order of entry. */
  readonly edges: Uint32Array;
  /** The diameter at which each edge enters, ascending. */
  readonly edgeValues: Float32Array;
  /** Bars of positive length, the longest components first. */
  readonly bars: readonly Bar[];
  /** The bars as JSON, in the format of `sublevel barcode`. */
  json(): string;
  /** The diameters at which bars begin or end. */
  readonly walk: Walk;
  /** The first point of the component of each point at t. */
  components(t: number): Uint32Array;
  /** The triangles at t, at most `limit` of them listed. */
  triangles(t: number, limit: number): Triangles;
  /** A shortest cycle through the edge at the birth of a loop: its points in order. */
  cycle(bar: Bar): readonly number[];
}

/** The number of edges at t. */
export function edgesAt({ edgeValues }: Pick<GrowingPoints, "edgeValues">, t: number): number {
  return positionAt({ values: edgeValues, direction: "sub" }, t) + 1;
}
