import { expect, it } from "vitest";
import { describeDescent } from "./describeDescent";

it("counts the bars of the loss and the points that move", () => {
  const gradient = Float64Array.of(0, 0, 1, 0, 0, -1, 0.5, 0.5);
  expect(describeDescent("one", { value: -1, gradient, bars: 2 })).toBe("The ends of 2 bars move 3 points.");
  const still = { value: 0, gradient: new Float64Array(8) };
  expect(describeDescent("longest", { ...still, bars: 1 })).toBe(
    "The gradient of 1 bar is 0, so no point moves.",
  );
  expect(describeDescent("longest", { ...still, bars: 0 })).toMatch(/^There is no bar of a loop/);
  expect(describeDescent("others", { ...still, bars: 0 })).toMatch(/^There is at most one bar of a loop/);
});
