import { expect, it } from "vitest";
import { axisShares, nearestPlace } from "./BarcodeBox";

it("bars are drawn on the scale of f, with ∞ at the end", () => {
  const shares = axisShares([1, 2, 3, 5]);
  expect(shares[2]! - shares[1]!).toBeCloseTo(shares[1]! - shares[0]!);
  expect(shares[3]! - shares[2]!).toBeCloseTo(2 * (shares[1]! - shares[0]!));
  expect(shares.at(-1)).toBe(1);
  expect(axisShares([4])).toEqual([0, 1]);
});

it("values that are too close for their names are drawn evenly", () => {
  expect(axisShares([0, 0.01, 1])).toEqual([0, 1 / 3, 2 / 3, 1]);
});

it("a handle goes to the nearest value", () => {
  expect([-0.2, 0.1, 0.4, 0.9].map((share) => nearestPlace([0, 0.3, 0.6, 1], share))).toEqual([0, 0, 1, 3]);
});
