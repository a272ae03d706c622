// Vertex names.

import type { Graph } from "./graph";

/** Without f, which is the filter. */
export const LETTERS = "abcdeghijklmnopqrstuvwxyz";

/** The name from the graph, or a name from the index. */
export function vertexName({ names }: Pick<Graph, "names">, vertex: number): string {
  return names?.[vertex] ?? `v${vertex}`;
}

/** Names for the vertices of a graph without names: letters, if there are enough. */
export function lettersFor(vertices: number): readonly string[] | undefined {
  return vertices <= LETTERS.length ? [...LETTERS.slice(0, vertices)] : undefined;
}
