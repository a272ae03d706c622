import { expect, it } from "vitest";
import { oracle } from "../../../tests/oracle";
import { path } from "../../testing";
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
