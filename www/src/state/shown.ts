// What the plots show, made from an example of the page or an answer of the engine.

import { barsFromRows } from "../bars";
import type { Example } from "../examples/examples";
import type { Filtration } from "../types";
import type { Inspection } from "../worker/messages";
import type { Shown } from "./state";

export function filtrationOf(filter: Float32Array, rows: Uint32Array): Filtration {
  return { filter, bars: barsFromRows(rows, filter) };
}

export function shownExample(example: Example): Shown {
  const { graph, filtration } = example;
  return { subject: { type: "example", example }, graph, filtration, logits: null };
}

export function shownGraph(index: number, { vertices, edges, filter, bars, logits }: Inspection): Shown {
  return {
    subject: { type: "graph", index },
    graph: { vertices, edges },
    filtration: filtrationOf(filter, bars),
    logits,
  };
}
