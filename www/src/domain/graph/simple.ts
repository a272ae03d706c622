// The graph that a model receives.

import { stored } from "../stored";
import type { Graph } from "./graph";

/**
 * The graph with every edge once, from the smaller to the greater vertex, in this order, and without self-loops. The values of edges of a
 * model have the order of its edges. The same object for the same graph.
 */
export const simpleGraph = stored(simplified);

function simplified(graph: Graph): Graph {
  const { vertices, edges } = graph;
  const keys = new Set<number>();
  for (let end = 0; end < edges.length; end += 2) {
    const [u, v] = [edges[end]!, edges[end + 1]!];
    if (u !== v) keys.add(Math.min(u, v) * vertices + Math.max(u, v));
  }
  const sorted = Float64Array.from(keys).sort();
  const simple = Uint32Array.from([...sorted].flatMap((key) => [Math.floor(key / vertices), key % vertices]));
  const isSimple = simple.length === edges.length && simple.every((end, at) => end === edges[at]);
  return isSimple ? graph : { ...graph, edges: simple };
}
