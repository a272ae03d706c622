import { describe, expect, it } from "vitest";
import { fAxis, INSET_LEFT, INSET_RIGHT, short, ticksOf } from "./axis";

describe("the f axis", () => {
  it("leaves the same margins on both sides in every plot of one width", () => {
    const axis = fAxis(600, [0, 1]);
    expect(axis.left).toBe(INSET_LEFT);
    expect(axis.right).toBe(600 - INSET_RIGHT);
    expect(axis.x(0)).toBe(axis.left);
    expect(axis.x(1)).toBe(axis.right);
  });

  it("inverts pixels to values", () => {
    const axis = fAxis(433, [-2, 3]);
    for (const value of [-2, -0.3, 1.7, 3]) expect(axis.valueAt(axis.x(value))).toBeCloseTo(value, 10);
  });

  it("handles a panel of width zero and a domain of one value", () => {
    expect(Number.isFinite(fAxis(0, [0, 1]).x(0.5))).toBe(true);
    expect(Number.isFinite(fAxis(500, [1, 1]).x(1))).toBe(true);
    expect(ticksOf([1, 1])).toEqual([1]);
  });

  it("has at most five round ticks", () => {
    expect(ticksOf([0, 1])).toEqual([0, 0.25, 0.5, 0.75, 1]);
    expect(ticksOf([0, 1], 3)).toEqual([0, 0.5, 1]);
    for (const high of [0.7, 3, 17, 1234]) expect(ticksOf([0, high]).length).toBeLessThanOrEqual(5);
  });

  it("formats numbers of any size in a few characters", () => {
    expect([0, 0.25, 0.0015, 12_500].map(short)).toEqual(["0", "0.25", "0.0015", "12500"]);
    expect([0.00005, 1.5e-7, 2e9].map(short)).toEqual(["5e−5", "1.5e−7", "2e9"]);
  });
});
