// The complex of points that grows with the diameter of discs around them, and the graph of an edge filter that grows with its value.

import type { Bar } from "../graph/graph";
import { positionAt } from "./filtration";
import type { Walk } from "./filtration";

export interface Triangles {
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
