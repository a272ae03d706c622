import type { Graph } from "../domain/graph/graph";
import { adjacencyOf, componentsOf } from "./adjacency";
import { pack } from "./pack";
import { discTree, type Part } from "./tree";

// Positions are x, y for each vertex; an edge has length about 1. They depend only on the graph.

/** A quick first layout in linear time. */
export function startPositions(graph: Graph): Float32Array {
  const { parts, isolated } = partsOf(graph);
  return pack(
    graph.vertices,
    parts.map(({ vertices, part }) => ({ vertices, positions: discTree(part) })),
    isolated,
  );
}

/** One component of a graph with at least one edge. */
export interface Component {
  /** The vertex of the graph for each vertex of the part. */
  readonly vertices: Uint32Array;
  readonly part: Part;
}

/** The components with edges, and the isolated vertices. */
export function partsOf(graph: Graph): { parts: Component[]; isolated: number[] } {
  const { start, neighbour } = adjacencyOf(graph);
  const parts: Component[] = [];
  const isolated: number[] = [];
  const local = new Uint32Array(graph.vertices);
  for (const vertices of componentsOf(graph)) {
    if (vertices.length === 1) {
      isolated.push(vertices[0]!);
      continue;
    }
    vertices.forEach((v, i) => (local[v] = i));
    const rows = new Uint32Array(vertices.length + 1);
    vertices.forEach((v, i) => (rows[i + 1] = rows[i]! + start[v + 1]! - start[v]!));
    const neighbours = new Uint32Array(rows.at(-1)!);
    vertices.forEach((v, i) => {
      for (let k = 0; k < start[v + 1]! - start[v]!; k++)
        neighbours[rows[i]! + k] = local[neighbour[start[v]! + k]!]!;
    });
    parts.push({ vertices, part: { size: vertices.length, start: rows, neighbour: neighbours } });
  }
  return { parts, isolated };
}
