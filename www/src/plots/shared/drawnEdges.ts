// Pictures of graphs with very many edges show a part of them.

import type { Graph } from "../../domain/graph/graph";

/** More lines than this take longer than some frames without a GPU, and look the same: a dark area. */
const MAX_LINES = 20_000;

/** One edge in this number is drawn. */
function drawnOneIn({ edges }: Pick<Graph, "edges">): number {
  return Math.max(1, Math.ceil(edges.length / 2 / MAX_LINES));
}

/**
 * Whether an edge is drawn. The choice is spread by a hash (Knuth's multiplicative one), because every second edge of a grid can be all
 * that are horizontal.
 */
export function drawnEdges(graph: Pick<Graph, "edges">): (edge: number) => boolean {
  const limit = 2 ** 32 / drawnOneIn(graph);
  return (edge) => Math.imul(edge, 0x9e3779b1) >>> 0 < limit;
}

/** The part of the edges that is drawn, such as "1 in 5 edges drawn"; empty if all of them are. */
export function drawnPart(graph: Pick<Graph, "edges">): string {
  const every = drawnOneIn(graph);
  return every === 1 ? "" : `1 in ${every} edges drawn`;
}
