// Helpers of the unit tests. Nothing of the page imports this.

import { arrivalOrder, barsFromRows, NO_VERTEX } from "./bars";
import { seeded } from "./layout/random";
import type { Bar, Graph } from "./types";

/** 0 – 1 – … – n-1. */
export function path(vertices: number): Graph {
  return { vertices, edges: Uint32Array.from({ length: 2 * (vertices - 1) }, (_, i) => (i + 1) >> 1) };
}

/** A small simple graph and a filter with ties. */
export function randomGraph(seed: number): { graph: Graph; filter: Float32Array } {
  const random = seeded(seed);
  const vertices = 1 + Math.floor(12 * random());
  const edges: number[] = [];
  for (let a = 0; a < vertices; a++)
    for (let b = a + 1; b < vertices; b++) if (random() < 0.25) edges.push(a, b);
  const filter = Float32Array.from({ length: vertices }, () => Math.floor(6 * random()) / 8);
  return { graph: { vertices, edges: Uint32Array.from(edges) }, filter };
}

/** A tree of hubs and leaves like a discussion, with a few more edges. */
export function thread(vertices: number): Graph {
  const random = seeded(vertices);
  const edges: number[] = [];
  for (let v = 1; v < vertices; v++) edges.push(v, Math.floor(v * random() ** 3));
  for (let i = 0; i < vertices / 20; i++) {
    const a = Math.floor(vertices * random());
    const b = Math.floor(vertices * random());
    if (a !== b) edges.push(a, b);
  }
  return { vertices, edges: Uint32Array.from(edges) };
}

/** The engine's rows by the elder rule, written down as it is told: merge by merge. */
export function elderRuleRows(graph: Graph, filter: Float32Array): number[][] {
  const rows: number[][] = [];
  (["sub", "super"] as const).forEach((direction, d) => {
    const order = [...arrivalOrder(filter, direction)];
    /** For each vertex that has arrived, the eldest vertex of its component. */
    const eldest = new Map<number, number>();
    const components: number[][] = [];
    const loops: number[][] = [];
    for (const v of order) {
      eldest.set(v, v);
      let closed = -1;
      for (let e = 0; e < graph.edges.length; e += 2) {
        const [a, b] = [graph.edges[e]!, graph.edges[e + 1]!];
        if ((a !== v && b !== v) || !eldest.has(a) || !eldest.has(b)) continue;
        const [x, y] = [eldest.get(a)!, eldest.get(b)!].sort((p, q) => order.indexOf(p) - order.indexOf(q));
        if (x === y) closed = closed < 0 ? 1 : closed + 1;
        else {
          if (y !== v) components.push([0, d, y!, v, 1]);
          for (const [w, root] of eldest) if (root === y) eldest.set(w, x!);
        }
      }
      if (closed > 0) loops.push([2, d, v, NO_VERTEX, closed]);
    }
    for (const root of new Set(eldest.values())) components.push([1, d, root, NO_VERTEX, 1]);
    const byVertex = (p: number[], q: number[]): number => p[2]! - q[2]!;
    rows.push(...components.sort(byVertex), ...loops.sort(byVertex));
  });
  return rows;
}

export function elderRule(graph: Graph, filter: Float32Array): Bar[] {
  return barsFromRows(Uint32Array.from(elderRuleRows(graph, filter).flat()), filter);
}
