import { expect, it } from "vitest";
import { niceAbove, quantile } from "./CurvesView";

it("keeps the maximum of few values and omits outliers of many", () => {
  expect(quantile([1, 0.5, 1 / 3], 0.98)).toBe(1);
  expect(quantile([3, NaN, 2, Infinity], 0.5)).toBe(3);
  const many = Array.from({ length: 200 }, () => 1);
  expect(quantile([...many, 900], 0.98)).toBe(1);
  expect(quantile([], 0.98)).toBe(1);
});

it("rounds up to a round number", () => {
  expect([0.17, 1, 7.2, 0, NaN].map(niceAbove)).toEqual([0.2, 1, 8, 1, 1]);
});
