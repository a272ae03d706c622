import type { Graph } from "../../domain/graph/graph";
import { adjacencyOf } from "../../layout/adjacency";

interface Place {
  readonly x: number;
  readonly y: number;
}

/** The screen directions of the arrow keys. */
export const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The best neighbour in a screen direction; null if there is none in that half-plane. */
export function neighbourTowards(
  graph: Graph,
  placeOf: (vertex: number) => Place,
  vertex: number,
  [dx, dy]: readonly [number, number],
): number | null {
  const { start, neighbour } = adjacencyOf(graph);
  const from = placeOf(vertex);
  let best: number | null = null;
  let closest = 0;
  for (let k = start[vertex]!; k < start[vertex + 1]!; k++) {
    const { x, y } = placeOf(neighbour[k]!);
    const cosine = ((x - from.x) * dx + (y - from.y) * dy) / (Math.hypot(x - from.x, y - from.y) || 1);
    if (cosine > closest) {
      closest = cosine;
      best = neighbour[k]!;
    }
  }
  return best;
}
