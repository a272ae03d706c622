import { expect, test } from "vitest";
import { simpleGraph } from "./edit";

test("a model receives every edge once, sorted, and no self-loops", () => {
  const graph = {
    vertices: 4,
    edges: Uint32Array.of(3, 0, 2, 2, 1, 0, 0, 3, 2, 1),
    names: ["a", "b", "c", "d"],
  };
  const simple = simpleGraph(graph);
  expect([...simple.edges]).toEqual([0, 1, 0, 3, 1, 2]);
  expect(simple).toMatchObject({ vertices: 4, names: graph.names });
  expect(simpleGraph(graph)).toBe(simple);
  expect(simpleGraph(simple)).toBe(simple);
});
