import { barsFromRows } from "../bars";
import type { Filtration, Graph } from "../types";
import data from "./examples.json";

/** A small graph with its filtration, drawn before any wasm has arrived. */
export interface Example {
  readonly id: string;
  readonly title: string;
  readonly caption: string;
  readonly graph: Graph;
  readonly filtration: Filtration;
  /** x, y of each vertex, where the layout is part of the example. */
  readonly positions: Float32Array | undefined;
}

export const EXAMPLES: readonly Example[] = data.map(
  ({ id, title, caption, vertices, edges, filter, rows, positions }) => {
    const values = Float32Array.from(filter);
    return {
      id,
      title,
      caption,
      graph: { vertices, edges: Uint32Array.from(edges) },
      filtration: { filter: values, bars: barsFromRows(Uint32Array.from(rows.flat()), values) },
      positions: positions && Float32Array.from(positions),
    };
  },
);
