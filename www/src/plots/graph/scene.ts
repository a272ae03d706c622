import { hasArrived } from "../../domain/persistence/filtration";
import type { Direction, Graph } from "../../domain/graph/graph";
import type { Theme } from "../shared/colour";
import type { Size } from "../shared/size";
import type { Colouring } from "./colouring";
import type { Lit } from "./lit";

/** The inputs of the layers of a graph. */
export interface Scene {
  readonly graph: Graph;
  /** null: the graph has no filter. */
  readonly filter: Float32Array | null;
  /** null: the vertices have no colours. */
  readonly colouring: Colouring | null;
  readonly direction: Direction;
  readonly threshold: number | null;
  readonly lit: Lit;
  readonly theme: Theme;
  /** Device pixels per CSS pixel. */
  readonly ratio: number;
  /** Positions of the vertices on the screen, in CSS pixels, and their size. */
  readonly screen: Float32Array;
  readonly radius: number;
  /** Of the panel, in CSS pixels. */
  readonly size: Size;
}

/** Has a vertex arrived at a threshold? Without a filter, all have. */
export function isIn({ filter, direction }: Scene, vertex: number, threshold: number | null): boolean {
  return filter === null || hasArrived(filter[vertex]!, threshold, direction);
}
