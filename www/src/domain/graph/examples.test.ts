import { describe, expect, it } from "vitest";
import { oracle } from "../../../tests/oracle";
import { EXAMPLES, exampleNamed } from "./subject";

describe.each(EXAMPLES)("$id", ({ graph, filter, positions }) => {
  it("has a value, a name and a position for every vertex", () => {
    expect(filter.length).toBe(graph.vertices);
    expect(graph.names?.length).toBe(graph.vertices);
    expect(positions?.length ?? 2 * graph.vertices).toBe(2 * graph.vertices);
  });
});

it("the reconstruction of Fig. 2 has the barcode that the paper prints", () => {
  const { graph, filter } = exampleNamed("figure-2")!;
  const { bars } = oracle.filtration(graph, filter);
  const sub = bars.filter(({ direction }) => direction === "sub");
  const scaled = (kind: string): unknown => sub.filter((b) => b.kind === kind).map((b) => [b.birth, b.death]);
  expect(scaled("h0")).toEqual([
    [2, 3],
    [1, 4],
  ]);
  expect(scaled("h0Essential")).toEqual([[1, null]]);
});
