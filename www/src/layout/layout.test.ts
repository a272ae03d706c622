import { describe, expect, it } from "vitest";
import { path, thread } from "../testing";
import type { Graph } from "../domain/graph/graph";
import { componentsOf, degreeOf } from "./adjacency";
import { layoutSync, relax, startPositions } from "./layout";
import { boxOf } from "../domain/graph/graph";

function cycle(n: number): Graph {
  return { vertices: n, edges: Uint32Array.from({ length: 2 * n }, (_, i) => ((i + 1) >> 1) % n) };
}

function distance(positions: Float32Array, a: number, b: number): number {
  return Math.hypot(positions[2 * a]! - positions[2 * b]!, positions[2 * a + 1]! - positions[2 * b + 1]!);
}

const MIXED: Graph = { vertices: 12, edges: Uint32Array.of(0, 1, 1, 2, 2, 0, 3, 4, 4, 5, 5, 6, 6, 3) };

describe("layout", () => {
  it.each([0, 1, 2])("handles a graph of %i vertices without edges", (vertices) => {
    const positions = layoutSync({ vertices, edges: new Uint32Array() });
    expect(positions.length).toBe(2 * vertices);
    expect(positions.every(Number.isFinite)).toBe(true);
  });

  it("is the same every time", () => {
    for (const graph of [cycle(9), MIXED, thread(200)]) {
      const copy = { ...graph, edges: graph.edges.slice() };
      expect(layoutSync(graph)).toEqual(layoutSync(copy));
    }
  });

  it("draws a cycle as a circle", () => {
    const n = 12;
    const positions = layoutSync(cycle(n));
    const { x, y, width, height } = boxOf(positions);
    const radii = Array.from({ length: n }, (_, v) =>
      Math.hypot(positions[2 * v]! - x - width / 2, positions[2 * v + 1]! - y - height / 2),
    );
    expect(Math.max(...radii) / Math.min(...radii)).toBeLessThan(1.15);
  });

  it("draws a path straight and horizontal, with the first vertex on the left", () => {
    const positions = layoutSync(path(8));
    const { width, height } = boxOf(positions);
    expect(width).toBeGreaterThan(6);
    expect(height).toBeLessThan(0.1 * width);
    expect(positions[0]).toBeLessThan(positions[14]!);
  });

  it("keeps components apart and isolated vertices in a row", () => {
    const positions = layoutSync(MIXED);
    for (const a of [0, 1, 2])
      for (const b of [3, 4, 5, 6]) expect(distance(positions, a, b)).toBeGreaterThan(1);
    const row = [7, 8, 9, 10, 11].map((v) => positions[2 * v + 1]);
    expect(new Set(row).size).toBeLessThanOrEqual(2);
    for (let v = 0; v < 12; v++)
      for (let w = v + 1; w < 12; w++) expect(distance(positions, v, w)).toBeGreaterThan(0.4);
  });

  it("returns a first picture at once, even for a large thread", () => {
    const graph = thread(3782);
    const positions = startPositions(graph);
    expect(positions.length).toBe(2 * graph.vertices);
    expect(positions.every(Number.isFinite)).toBe(true);
  });

  it("streams a large graph: many pictures, all of the whole graph", () => {
    let pictures = 0;
    for (const positions of relax(thread(1500))) {
      pictures++;
      expect(positions.length).toBe(3000);
    }
    expect(pictures).toBeGreaterThan(4);
  });

  it("ignores self-loops", () => {
    const graph: Graph = { vertices: 2, edges: Uint32Array.of(0, 0, 0, 1) };
    expect(degreeOf(graph, 0)).toBe(1);
    expect(layoutSync(graph).every(Number.isFinite)).toBe(true);
  });
});

it("components come largest first", () => {
  expect(componentsOf(MIXED).map(({ length }) => length)).toEqual([4, 3, 1, 1, 1, 1, 1]);
});
