// What vertices are called.

import type { Graph } from "./graph";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** As its graph says, or by its number. */
export function vertexName({ names }: Pick<Graph, "names">, vertex: number): string {
  return names?.[vertex] ?? `v${vertex}`;
}

/** Names for the vertices of a graph that has none: letters, as long as they suffice. */
export function lettersFor(vertices: number): readonly string[] | undefined {
  return vertices <= LETTERS.length ? [...LETTERS.slice(0, vertices)] : undefined;
}
