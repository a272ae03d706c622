import { expect, it } from "vitest";
import type { GraphRow, Part } from "../../../protocol";
import { estimatesOf, largestErrors, meanError, medianGuess } from "./confusion";
import { describeEstimate } from "./Scatter";

const row = (target: number | null, part: Part): GraphRow => ({
  ...{ vertices: 1, edges: 0, class: null, target, part },
});
const rows = [
  row(1, "test"),
  row(5, "train"),
  row(-2, "test"),
  row(7, "train"),
  row(6, "train"),
  row(4, "test"),
];

it("the predictions of a part belong to its graphs", () => {
  const estimates = estimatesOf(Float64Array.of(1.5, -4, 3), rows, "test");
  expect(estimates.map(({ index, target, predicted }) => [index, target, predicted])).toEqual([
    [0, 1, 1.5],
    [2, -2, -4],
    [5, 4, 3],
  ]);
  expect(meanError(estimates)).toBeCloseTo(3.5 / 3);
  expect(largestErrors(estimates).map(({ index }) => index)).toEqual([2, 5, 0]);
  expect(describeEstimate(estimates[1]!, { min: -2, max: 4 })).toBe(
    "Graph 3: actual −2.00, predicted −4.00, error 2.00",
  );
  const far = { index: 0, target: 1e8 + 0.25, predicted: 1e8 + 0.75 };
  expect(describeEstimate(far, { min: 1e8, max: 1e8 + 1 })).toBe(
    "Graph 1: actual 100000000.25, predicted 100000000.75, error 0.500",
  );
  expect(meanError([])).toBeNaN();
});

it("the guess is the median of the training part", () => {
  expect(medianGuess(rows, "test")).toEqual({ value: 6, error: (5 + 8 + 2) / 3 });
  expect(medianGuess(rows, "train")).toEqual({ value: 6, error: 2 / 3 });
});
