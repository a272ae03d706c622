import { expect, it } from "vitest";
import { oracle } from "../../tests/oracle";
import { path } from "../testing";
import type { Bar } from "../domain/graph/graph";
import type { Walk, GrowingPoints } from "../domain/persistence/filtration";
import { litBy } from "./lit";

const GRAPH = path(5);
const before = oracle.filtration(GRAPH, Float32Array.of(0, 0.9, 0.1, 0.8, 0.05));
/** A training step later: the component of vertex 2 ends at the other neighbour. */
const after = oracle.filtration(GRAPH, Float32Array.of(0, 0.9, 0.1, 1, 0.05));
const highlight = { type: "bar", id: "h0:sub:2" } as const;

it("lights the current component of the bar, not the one at the time of the hover", () => {
  expect(litBy(oracle, GRAPH, before.bars, before.filter, highlight, null, null)).toMatchObject({
    birthVertex: 2,
    deathVertex: 3,
  });
  const { deathVertex, region } = litBy(oracle, GRAPH, after.bars, after.filter, highlight, null, null);
  expect(deathVertex).toBe(1);
  expect(Array.from(region)).toEqual([2]);
});

it("lights nothing for a bar that has disappeared, and lights it again when it reappears", () => {
  const flat = oracle.filtration(GRAPH, Float32Array.of(0, 0.1, 0.2, 0.3, 0.4));
  expect(litBy(oracle, GRAPH, flat.bars, flat.filter, highlight, null, null)).toMatchObject({
    birthVertex: null,
    region: [],
  });
  expect(litBy(oracle, GRAPH, before.bars, before.filter, highlight, null, null).birthVertex).toBe(2);
});

it("lights no vertex that the graph does not have", () => {
  const beyond = { type: "vertex", vertex: 5 } as const;
  expect(litBy(oracle, GRAPH, before.bars, before.filter, beyond, null, 7)).toMatchObject({
    vertex: null,
    selected: null,
  });
  expect(litBy(oracle, GRAPH, [], null, highlight, null, 2)).toMatchObject({
    birthVertex: null,
    selected: 2,
  });
});

it("lights the component of an edge filter just before its end, and the edge that ends it", () => {
  // The edges of the path enter at 0, 2, 1 and 3; the vertices with their first edge.
  const filter = Float32Array.of(0, 0, 1, 1, 3);
  const bar = (change: Partial<Bar>): Bar => ({
    id: "h0:sub:2",
    kind: "h0",
    direction: "sub",
    birth: 1,
    death: 2,
    birthVertex: 2,
    deathVertex: 2,
    multiplicity: 1,
    simplices: { birth: [2], death: [1, 2] },
    ...change,
  });
  const growing = {
    walk: { direction: "sub", values: Float32Array.of(0, 1, 2, 3) } as unknown as Walk,
    components: (t: number) => (t < 2 ? Uint32Array.of(0, 0, 2, 2, 4) : new Uint32Array(5)),
    cycle: () => [0, 1, 2],
  } as unknown as GrowingPoints;
  const lit = (bars: readonly Bar[], threshold: number | null) =>
    litBy(oracle, GRAPH, bars, filter, { type: "bar", id: bars[0]!.id }, threshold, null, growing);
  expect(lit([bar({})], null)).toMatchObject({
    region: [2, 3],
    cycle: [1, 2],
    birthVertex: 2,
    deathVertex: null,
  });
  const essential = bar({
    id: "h0Essential:sub:0",
    birth: 0,
    death: null,
    birthVertex: 0,
    simplices: { birth: [0], death: null },
  });
  expect(lit([essential], 1.5)).toMatchObject({ region: [0, 1], cycle: [] });
  expect(lit([essential], null).region).toEqual([0, 1, 2, 3, 4]);
  expect(lit([essential], -1).region).toEqual([]);
  const loop = bar({ id: "h1Essential:sub:1", kind: "h1Essential", birth: 3, death: null });
  expect(lit([loop], null)).toMatchObject({ region: [], cycle: [0, 1, 2], birthVertex: null });
});
