// The clique complex of a graph: the last vertex of every triangle fills it, and triangles fill the loops
// around them.

import type { Bar, Direction, Graph } from "../graph/graph";
import { hasArrived } from "./filtration";

/** The drawing does not fill the triangles of larger graphs. */
export const MAX_FILLED = 60;

/** Three vertices, all adjacent, and the value at which the last of them arrives. */
export interface Triangle {
  readonly vertices: readonly [number, number, number];
  readonly value: number;
}

/** All triangles of a graph of at most `MAX_FILLED` vertices. */
export function trianglesOf(graph: Graph, filter: Float32Array, direction: Direction): readonly Triangle[] {
  const { vertices: n, edges } = graph;
  if (n > MAX_FILLED) return [];
  const adjacent = new Uint8Array(n * n);
  for (let e = 0; e < edges.length; e += 2) {
    const [a, b] = [edges[e]!, edges[e + 1]!];
    adjacent[a * n + b] = adjacent[b * n + a] = 1;
  }
  const last = direction === "sub" ? Math.max : Math.min;
  const triangles: Triangle[] = [];
  for (let a = 0; a < n; a++) {
    for (let b = a + 1; b < n; b++) {
      if (!adjacent[a * n + b]) continue;
      for (let c = b + 1; c < n; c++) {
        if (!adjacent[a * n + c] || !adjacent[b * n + c]) continue;
        triangles.push({ vertices: [a, b, c], value: last(filter[a]!, filter[b]!, filter[c]!) });
      }
    }
  }
  return triangles;
}

/** A loop of the clique complex; null: it never ends. */
export interface FilledLoop {
  readonly birth: number;
  readonly death: number | null;
}

/** The loops in the barcodes of the clique complex. */
interface LoopRows {
  readonly h1: readonly { readonly birth: number; readonly death?: number }[];
  readonly h1_essential: readonly { readonly birth: number }[];
}

/** The loops of positive length, sorted by death. */
export function filledLoops({ h1, h1_essential }: LoopRows): readonly FilledLoop[] {
  return [
    ...h1.map(({ birth, death }) => ({ birth, death: death ?? null })),
    ...h1_essential.map(({ birth }) => ({ birth, death: null })),
  ].filter(({ birth, death }) => birth !== death);
}

/** β₁ at threshold t without and with filled triangles. */
export interface LoopCounts {
  readonly open: number;
  readonly filled: number;
}

export function loopCounts(
  bars: readonly Bar[],
  loops: readonly FilledLoop[],
  direction: Direction,
  threshold: number | null,
): LoopCounts {
  const born = bars.filter(
    (bar) =>
      bar.kind === "h1Essential" &&
      bar.direction === direction &&
      hasArrived(bar.birth, threshold, direction),
  );
  const alive = loops.filter(
    ({ birth, death }) =>
      hasArrived(birth, threshold, direction) && (death === null || !hasArrived(death, threshold, direction)),
  );
  return { open: born.reduce((sum, { multiplicity }) => sum + multiplicity, 0), filled: alive.length };
}
