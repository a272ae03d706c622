import { describe, expect, it } from "vitest";
import { elderRuleRows } from "../testing";
import { EXAMPLES } from "./examples";
import data from "./examples.json";

describe.each(EXAMPLES.map((example, i) => ({ example, rows: data[i]!.rows })))(
  "$example.id",
  ({ example, rows }) => {
    const { graph, filtration, positions } = example;

    it("has a value in [0, 1] and a place for every vertex", () => {
      expect(filtration.filter.length).toBe(graph.vertices);
      expect(filtration.filter.every((value) => value >= 0 && value <= 1)).toBe(true);
      expect(positions?.length ?? 2 * graph.vertices).toBe(2 * graph.vertices);
    });

    it("has the bars of its filter, in the order of the engine", () => {
      expect(rows).toEqual(elderRuleRows(graph, filtration.filter));
    });
  },
);

it("the reconstruction of Fig. 2 has the barcode that the paper prints", () => {
  const { bars } = EXAMPLES[0]!.filtration;
  const sub = bars.filter(({ direction }) => direction === "sub");
  const scaled = (kind: string): unknown =>
    sub.filter((b) => b.kind === kind).map((b) => [4 * b.birth, b.death && 4 * b.death]);
  expect(scaled("h0")).toEqual([
    [2, 3],
    [1, 4],
  ]);
  expect(scaled("h0Essential")).toEqual([[1, null]]);
});
