import { hasArrived } from "../../domain/persistence/filtration";
import type { Direction, Graph } from "../../domain/graph/graph";
import type { CanvasTheme } from "../shared/colour";
import type { Size } from "../shared/canvas";
import type { Colouring } from "./colouring";

/** A filter with a value for every edge. */
export interface EdgeFilter {
  readonly values: Float32Array;
  /** The colours of the edges, by their index; null: they have no colours. */
  readonly colouring: Colouring | null;
}

/** The inputs of the layers of a graph. */
export interface Scene {
  readonly graph: Graph;
  /** null: the graph has no filter. */
  readonly filter: Float32Array | null;
  /** null: an edge arrives with its last vertex. */
  readonly edgeFilter: EdgeFilter | null;
  /** null: the vertices have no colours. */
  readonly colouring: Colouring | null;
  readonly direction: Direction;
  readonly threshold: number | null;
  readonly lit: Highlighted;
  readonly theme: CanvasTheme;
  /** Device pixels per CSS pixel. */
  readonly ratio: number;
  /** Positions of the vertices on the screen, in CSS pixels, and their size. */
  readonly screen: Float32Array;
  readonly radius: number;
  /** Size of the panel, in CSS pixels. */
  readonly size: Size;
}

/** Has an edge arrived at a threshold? `edge` is its index. */
export function isEdgeIn(scene: Scene, edge: number, threshold: number | null): boolean {
  const { edgeFilter, direction, graph } = scene;
  if (edgeFilter) return hasArrived(edgeFilter.values[edge]!, threshold, direction);
  return isIn(scene, graph.edges[2 * edge]!, threshold) && isIn(scene, graph.edges[2 * edge + 1]!, threshold);
}

/** Has a vertex arrived at a threshold? Without a filter, all have. */
export function isIn({ filter, direction }: Scene, vertex: number, threshold: number | null): boolean {
  return filter === null || hasArrived(filter[vertex]!, threshold, direction);
}

/** The highlighted parts of the graph: a region, a cycle, marked vertices. */
export interface Highlighted {
  readonly region: readonly number[] | Uint32Array;
  readonly cycle: readonly number[];
  readonly birthVertex: number | null;
  readonly deathVertex: number | null;
  readonly vertex: number | null;
  readonly selected: number | null;
}

export const NO_HIGHLIGHT: Highlighted = {
  region: [],
  cycle: [],
  birthVertex: null,
  deathVertex: null,
  vertex: null,
  selected: null,
};
