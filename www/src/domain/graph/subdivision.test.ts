import { expect, test } from "vitest";
import { attributesOf, labelOf, vertexName } from "./graph";
import { domainOf, placesWithEdges, subdivided } from "./subdivision";

const path = {
  vertices: 3,
  edges: Uint32Array.of(0, 1, 1, 2),
  labels: { of: Uint32Array.of(1, 0, 1), names: ["C", "N"] },
  attributes: Float32Array.of(1, 2, 3, 4, 5, 6),
};

test("the vertex on an edge follows the vertices and names its ends", () => {
  const { vertices, edges, original, ...graph } = subdivided(path);
  expect(vertices).toBe(5);
  expect([...edges]).toEqual([0, 3, 1, 3, 1, 4, 2, 4]);
  expect(original).toBe(path);
  expect([0, 3, 4].map((v) => vertexName(graph, v))).toEqual(["v0", "v0–v1", "v1–v2"]);
  expect([0, 1, 3, 4].map((v) => labelOf(graph, v))).toEqual(["N", "C", "edge", "edge"]);
  expect(attributesOf({ ...graph, vertices })).toBe(2);
  expect([...graph.attributes!].slice(0, 6)).toEqual([1, 2, 3, 4, 5, 6]);
  expect([...graph.attributes!].slice(6).every(Number.isNaN)).toBe(true);
});

test("the vertex on an edge is in the middle, and the subdivision of a graph is the same object", () => {
  expect(subdivided(path)).toBe(subdivided(path));
  const places = Float32Array.of(0, 0, 2, 0, 2, 4);
  expect([...placesWithEdges(subdivided(path), places)]).toEqual([0, 0, 2, 0, 2, 4, 1, 0, 2, 2]);
  expect(placesWithEdges(path, places)).toBe(places);
});

test("only a filter with a value for each edge needs the vertices on edges", () => {
  expect(domainOf(path, new Float32Array(3))).toBe(path);
  expect(domainOf(path, new Float32Array(0))).toBe(path);
  expect(domainOf(path, new Float32Array(5)).vertices).toBe(5);
  const alone = { vertices: 2, edges: new Uint32Array(0) };
  expect(domainOf(alone, new Float32Array(2))).toBe(alone);
});
