// The vertices and edges that a list shows.

import type { Graph } from "../../../domain/graph/graph";
import { vertexName } from "../../../domain/graph/graph";

/** The maximal number of rows; a search finds the others. */
export const MAX_ROWS = 100;

export interface FoundRows {
  readonly rows: readonly number[];
  /** The number of all matches, visible or not. */
  readonly found: number;
}

/** Vertices whose name contains the text, always including the chosen one. */
export function vertexRows(graph: Graph, text: string, chosen: number | null): FoundRows {
  const wanted = text.trim().toLowerCase();
  const all = Array.from({ length: graph.vertices }, (_, vertex) => vertex);
  const found = all.filter((vertex) => vertexName(graph, vertex).toLowerCase().includes(wanted));
  const rows = found.slice(0, MAX_ROWS);
  const missing = wanted === "" && chosen !== null && chosen < graph.vertices && !rows.includes(chosen);
  return { rows: missing ? [chosen, ...rows.slice(1)] : rows, found: found.length };
}

/** Indices of the edges of a vertex; null: of all edges. */
export function edgeRows({ edges }: Graph, vertex: number | null): FoundRows {
  const all = Array.from({ length: edges.length / 2 }, (_, edge) => edge);
  const found = all.filter(
    (edge) => vertex === null || edges[2 * edge] === vertex || edges[2 * edge + 1] === vertex,
  );
  return { rows: found.slice(0, MAX_ROWS), found: found.length };
}
