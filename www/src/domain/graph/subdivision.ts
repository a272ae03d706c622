// Filters with learned values of edges: an edge counts as a vertex between its ends.

import { stored } from "../stored";
import { attributesOf, vertexName } from "./graph";
import type { Graph } from "./graph";

/** A graph with a vertex on every edge. The vertex on edge e has the number of vertices of the original plus e. */
export interface Subdivided extends Graph {
  readonly original: Graph;
}

/** The label of the vertices on edges. */
const EDGE = "edge";

/** The graph with a vertex on every edge: the same object for the same graph, so that its layout is reused. */
export const subdivided = stored(withVertexOnEveryEdge);

function withVertexOnEveryEdge(graph: Graph): Subdivided {
  const { vertices, edges, labels, attributes } = graph;
  const count = edges.length / 2;
  const halves = new Uint32Array(4 * count);
  const names = Array.from({ length: vertices }, (_, vertex) => vertexName(graph, vertex));
  for (let edge = 0; edge < count; edge++) {
    const [u, v] = [edges[2 * edge]!, edges[2 * edge + 1]!];
    halves.set([u, vertices + edge, v, vertices + edge], 4 * edge);
    names.push(`${names[u]!}–${names[v]!}`);
  }
  return {
    vertices: vertices + count,
    edges: halves,
    names,
    ...(labels && {
      labels: {
        of: Uint32Array.from([...labels.of, ...new Array<number>(count).fill(labels.names.length)]),
        names: [...labels.names, EDGE],
      },
    }),
    ...(attributes && {
      attributes: Float32Array.from([
        ...attributes,
        ...new Array<number>(count * attributesOf(graph)).fill(NaN),
      ]),
    }),
    original: graph,
  };
}

/** x, y of every vertex, from those of the graph without vertices on edges, which are in the middle. */
export function placesWithEdges({ original }: Graph, places: Float32Array): Float32Array {
  if (!original) return places;
  const { edges } = original;
  const middle = (end: number, axis: number): number =>
    (places[2 * edges[end]! + axis]! + places[2 * edges[end + 1]! + axis]!) / 2;
  const ends = Array.from({ length: edges.length / 2 }, (_, edge) => 2 * edge);
  return Float32Array.from([...places, ...ends.flatMap((end) => [middle(end, 0), middle(end, 1)])]);
}

/** The graph whose vertices have the values of a filter: the given one, or with values of edges the subdivided one. */
export function domainOf(graph: Graph, filter: Float32Array): Graph {
  const cells = graph.vertices + graph.edges.length / 2;
  return filter.length > graph.vertices && filter.length === cells ? subdivided(graph) : graph;
}
