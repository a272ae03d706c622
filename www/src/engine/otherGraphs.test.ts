import { expect, it } from "vitest";
import { OtherGraphs } from "./otherGraphs";

const row = (vertices: number) => ({ vertices, edges: 1, class: 0, target: null, part: "train" as const });
const QUANTITIES: Record<string, number[]> = {
  label: [4, 4, 2, 1, 1],
  attribute1: [1, 2, 3, 4, 5],
  attribute2: [10, 20, 30, 40, 50],
};
let asked = 0;
const session = (names: readonly string[]) => ({
  graphRows: () => [row(2), row(3)],
  quantitiesOf: () => ["degree", ...names],
  quantityOf: (_: number, name: string) => {
    asked += 1;
    return { values: Float32Array.from(QUANTITIES[name]!), categories: null };
  },
});

it("gives a copy the labels and attributes of the graph it was copied from", () => {
  const others = new OtherGraphs(session(["label", "attribute1", "attribute2"]), 7);
  // The first vertex went, and there are two new ones.
  const graph = { vertices: 4, edges: [0, 1], origin: { index: 1, vertices: [1, 2, null, null] } };
  const subject = others.subjectOf(graph);
  expect([...subject.vertexLabels!]).toEqual([1, 1, 1, 1]);
  expect([...subject.vertexAttributes!]).toEqual([4, 40, 5, 50, 4.5, 45, 4.5, 45]);
  const before = asked;
  others.subjectOf(graph);
  expect(asked).toBe(before);
});

it("gives any other graph no labels and attributes", () => {
  const others = new OtherGraphs(session(["label"]), 7);
  expect(others.subjectOf({ vertices: 2, edges: [0, 1], origin: null })).toEqual({
    vertices: 2,
    edges: Uint32Array.of(0, 1),
  });
  const new_ = { vertices: 1, edges: [], origin: { index: 0, vertices: [null] } };
  expect(others.subjectOf(new_).vertexLabels).toBe(undefined);
});
