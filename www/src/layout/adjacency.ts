import { stored } from "../domain/stored";
import type { Graph } from "../domain/graph/graph";

/** Neighbours of every vertex, as one row per vertex: `neighbour[start[v]] … neighbour[start[v + 1] - 1]`. */
export interface Adjacency {
  readonly start: Uint32Array;
  readonly neighbour: Uint32Array;
}

/** Cached per graph. Omits self-loops, which no view uses. */
export const adjacencyOf = stored(build);

export function degreeOf(graph: Graph, vertex: number): number {
  const { start } = adjacencyOf(graph);
  return start[vertex + 1]! - start[vertex]!;
}

function build({ vertices, edges }: Graph): Adjacency {
  const start = new Uint32Array(vertices + 1);
  for (let e = 0; e + 1 < edges.length; e += 2) {
    const a = edges[e]!;
    const b = edges[e + 1]!;
    if (a === b) continue;
    start[a + 1]!++;
    start[b + 1]!++;
  }
  for (let v = 0; v < vertices; v++) start[v + 1]! += start[v]!;
  const next = start.slice(0, vertices);
  const neighbour = new Uint32Array(start[vertices]!);
  for (let e = 0; e + 1 < edges.length; e += 2) {
    const a = edges[e]!;
    const b = edges[e + 1]!;
    if (a === b) continue;
    neighbour[next[a]!++] = b;
    neighbour[next[b]!++] = a;
  }
  return { start, neighbour };
}

/** The connected components, largest first (of equal size: the one with the smallest vertex first). */
export function componentsOf(graph: Graph): Uint32Array[] {
  const { start, neighbour } = adjacencyOf(graph);
  const seen = new Uint8Array(graph.vertices);
  const queue = new Uint32Array(graph.vertices);
  const components: Uint32Array[] = [];
  for (let root = 0; root < graph.vertices; root++) {
    if (seen[root]) continue;
    let size = 0;
    queue[size++] = root;
    seen[root] = 1;
    for (let i = 0; i < size; i++) {
      const v = queue[i]!;
      for (let k = start[v]!; k < start[v + 1]!; k++) {
        const w = neighbour[k]!;
        if (seen[w]) continue;
        seen[w] = 1;
        queue[size++] = w;
      }
    }
    components.push(queue.slice(0, size));
  }
  return components.sort((a, b) => b.length - a.length || a[0]! - b[0]!);
}
