import { describe, expect, it } from "vitest";
import { edgesOf } from "../../../domain/graph/edit";
import { PRESET_GROUPS, PRESETS } from "./presets";
import type { OwnGraph } from "../../../domain/graph/subject";

function make(id: string, size = 0, seed = 0): OwnGraph {
  return PRESETS.find((preset) => preset.id === id)!.make(size, seed);
}

function degreesOf(graph: OwnGraph): number[] {
  const degrees = Array<number>(graph.vertices).fill(0);
  for (const vertex of graph.edges) degrees[vertex]! += 1;
  return degrees;
}

function expectSimple(graph: OwnGraph): void {
  const { vertices, names, places, filters, edges } = graph;
  const pairs = edgesOf(graph).map(([a, b]) => `${Math.min(a, b)} ${Math.max(a, b)}`);
  expect(new Set(pairs).size).toBe(pairs.length);
  expect(edgesOf(graph).every(([a, b]) => a !== b)).toBe(true);
  expect(edges.every((vertex) => Number.isInteger(vertex) && vertex >= 0 && vertex < vertices)).toBe(true);
  expect(new Set(names).size).toBe(vertices);
  expect(places).toHaveLength(2 * vertices);
  expect(places!.every((place) => place >= 0 && place <= 1)).toBe(true);
  expect(filters).toHaveLength(1);
  expect(filters[0]!.values).toHaveLength(vertices);
  expect(filters[0]!.values.every(Number.isFinite)).toBe(true);
}

describe("the presets", () => {
  for (const { id, size, random, make: make_ } of PRESETS) {
    it(`make a simple graph of every size offered: ${id}`, () => {
      const sizes = size ? [size.least, size.least + 1, size.first, size.most] : [0];
      for (const wanted of sizes) expectSimple(make_(wanted, 1));
      if (!size) return;
      expect(make_(-5, 1)).toEqual(make_(size.least, 1));
      expect(make_(NaN, 1)).toEqual(make_(size.least, 1));
      expect(make_(1e9, 1)).toEqual(make_(size.most, 1));
      expect(make_(size.first, 3)).toEqual(make_(size.first, 3));
      if (random) expect(make_(size.first, 3)).not.toEqual(make_(size.first, 4));
    });
  }

  it("have their known sizes", () => {
    const counts = (id: string, size = 0) => [make(id, size).vertices, make(id, size).edges.length / 2];
    expect(counts("path", 7)).toEqual([7, 6]);
    expect(counts("cycle", 8)).toEqual([8, 8]);
    expect(counts("star", 5)).toEqual([6, 5]);
    expect(counts("tree", 15)).toEqual([15, 14]);
    expect(counts("grid", 5)).toEqual([25, 40]);
    expect(counts("complete", 6)).toEqual([6, 15]);
    expect(counts("wheel", 4)).toEqual([5, 8]);
    expect(counts("petersen")).toEqual([10, 15]);
    expect(counts("karate-club")).toEqual([34, 78]);
    expect(counts("random-tree", 30)).toEqual([30, 29]);
  });

  it("have the values of the paper, the lessons and Zachary", () => {
    const values = (id: string, size = 0) => make(id, size).filters[0]!.values;
    expect(values("figure-2")).toEqual([1, 3, 2, 4, 1]);
    expect(values("tie")).toEqual([1, 2, 1]);
    expect(values("wheel", 4)).toEqual([1, 2, 3, 4, 5]);
    expect(values("path", 5)).toEqual([1, 5, 2, 4, 3]);
    const club = make("karate-club");
    expect(degreesOf(club)).toEqual([
      16, 9, 10, 6, 3, 4, 4, 4, 5, 2, 3, 1, 2, 5, 2, 2, 2, 2, 2, 3, 2, 2, 2, 5, 3, 3, 2, 4, 3, 4, 4, 6, 12,
      17,
    ]);
    expect(values("karate-club")).toEqual(degreesOf(club));
    expect(club.names?.at(-1)).toBe("34");
    expect(degreesOf(make("petersen")).every((degree) => degree === 3)).toBe(true);
  });

  it("that are random have the expected number of edges", () => {
    const mean = (id: string): number => {
      const all = Array.from({ length: 20 }, (_, seed) => make(id, 100, seed).edges.length / 100);
      return all.reduce((a, b) => a + b) / all.length;
    };
    expect(mean("erdos-renyi")).toBeGreaterThan(2.2);
    expect(mean("erdos-renyi")).toBeLessThan(2.8);
    expect(mean("random-geometric")).toBeGreaterThan(3.5);
    expect(mean("random-geometric")).toBeLessThan(5);
  });

  it("have a group and a unique name each", () => {
    expect(PRESETS.every(({ group }) => PRESET_GROUPS.includes(group))).toBe(true);
    expect(new Set(PRESETS.map(({ id }) => id)).size).toBe(PRESETS.length);
  });
});
