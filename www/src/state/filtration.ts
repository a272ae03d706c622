import type { Filtration } from "../types";
import type { Shown } from "./state";

/** A filtration from the engine's arrays. */
export function filtrationFromRows(filter: Float32Array, rows: Uint32Array): Filtration {
  void rows;
  return { filter, bars: [] };
}

/** The first thing on the page: a graph that needs no engine. */
export function exampleShown(): Shown {
  return {
    subject: { type: "example" },
    graph: { vertices: 5, edges: Uint32Array.of(0, 1, 1, 2, 2, 3, 3, 4) },
    filtration: { filter: Float32Array.of(1, 3, 2, 4, 1), bars: [] },
    logits: null,
  };
}
