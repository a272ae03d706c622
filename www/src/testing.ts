// Helpers of the unit tests. Nothing of the page imports this.

import { seeded } from "./domain/random";
import type { Graph } from "./domain/graph/graph";

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
