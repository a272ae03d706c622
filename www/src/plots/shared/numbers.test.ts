import { expect, it } from "vitest";
import { formatSigned, roundTo, stepFor } from "./axis";

it("writes the sign of nonzero numbers", () => {
  expect([0.5, -0.5, 0, -0.0001].map(formatSigned)).toEqual(["+0.5", "−0.5", "0", "−0.0001"]);
});

it("uses round steps", () => {
  expect([3, 1, 0.8, 40, 0].map(stepFor)).toEqual([0.05, 0.01, 0.005, 0.5, 0.01]);
  expect(roundTo(0.05, 1.23)).toBe(1.25);
  expect(roundTo(0.1, 0.30000001)).toBe(0.3);
});
