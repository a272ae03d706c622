// Pictures of graphs with very many edges show a part of them.

import type { Graph } from "../../domain/graph/graph";

/** More lines than this take longer than some frames without a GPU, and look the same: a dark area. */
const MAX_LINES = 20_000;

/** The distance between drawn edges in the list of edges: 1 if all of them are drawn. */
export function drawnEvery({ edges }: Pick<Graph, "edges">): number {
  return Math.max(1, Math.ceil(edges.length / 2 / MAX_LINES));
}

/** The part of the edges that is drawn, such as "1 in 5 edges drawn"; empty if all of them are. */
export function drawnPart(graph: Pick<Graph, "edges">): string {
  const every = drawnEvery(graph);
  return every === 1 ? "" : `1 in ${every} edges drawn`;
}
