import { describe, expect, it } from "vitest";
import { elderRule } from "../../../tests/oracle";
import { finiteBars } from "../../domain/persistence/slopes";
import { path } from "../../testing";
import { diamondAt, firstHat, gripOf, planeOf, radiusAt, rangeAround, sidesAt } from "./plane";

const HAT = { birth: 2, death: 3, radius: 1 };

describe("the plane of the hat", () => {
  const plane = planeOf(320, 260, rangeAround([1, 4]), 12);

  it("is square and inverts pixels to values", () => {
    expect(plane.x(4) - plane.x(1)).toBeCloseTo(plane.y(1) - plane.y(4), 9);
    expect(plane.birthAt(plane.x(1.7))).toBeCloseTo(1.7, 9);
    expect(plane.deathAt(plane.y(2.9))).toBeCloseTo(2.9, 9);
  });

  it("leaves a margin around the values, even around a single one", () => {
    expect(rangeAround([1, 4])).toEqual([0.25, 4.75]);
    expect(rangeAround([2, 2])).toEqual([1.5, 2.5]);
    expect(Number.isFinite(planeOf(0, 0, [0, 1], 12).x(0.5))).toBe(true);
  });

  it("draws diamonds with corners at the distance", () => {
    const [first] = diamondAt(plane, HAT, 0.5).slice(1).split("L");
    expect(first).toBe(`${plane.x(2.5)} ${plane.y(3)}`);
  });

  it("clips the sides of a diamond to its area", () => {
    const places = (path: string): number[][] =>
      path
        .split(/[ML]/)
        .filter((place) => place !== "")
        .map((place) => place.split(" ").map(Number));
    expect(places(sidesAt(plane, HAT, 0.5))).toHaveLength(8);
    expect(sidesAt(plane, HAT, 0)).toBe("");
    expect(sidesAt(plane, HAT, 40)).toBe("");
    for (const distance of [0.5, 1, 2, 3, 4]) {
      for (const [x, y] of places(sidesAt(plane, HAT, distance))) {
        expect(x! - plane.left).toBeGreaterThan(-1e-6);
        expect(x! - plane.left).toBeLessThan(plane.side + 1e-6);
        expect(y! - plane.top).toBeGreaterThan(-1e-6);
        expect(y! - plane.top).toBeLessThan(plane.side + 1e-6);
        const off = Math.abs(plane.birthAt(x!) - 2) + Math.abs(plane.deathAt(y!) - 3);
        expect(off).toBeCloseTo(distance, 9);
      }
    }
  });

  it("keeps the handle of the radius inside", () => {
    expect(gripOf(plane, HAT)).toBe(2.5);
    expect(gripOf(plane, { ...HAT, birth: 4.5 })).toBe(4);
    expect(gripOf(plane, { ...HAT, radius: 40 })).toBe(4.75);
  });

  it("follows the pointer on one side, as far as the hat of the lesson needs", () => {
    for (const to of [2, 2.5, 3.7, 4.75]) {
      const radius = radiusAt(plane, HAT, to);
      expect(gripOf(plane, { ...HAT, radius })).toBe(to);
    }
    // Beyond the plane, the handle stays at its border.
    expect(radiusAt(plane, HAT, 9)).toBe(5.5);
    expect(radiusAt(plane, HAT, 1)).toBe(0);
    expect(radiusAt(plane, { ...HAT, birth: 4.5 }, 0)).toBe(8.5);
  });

  it("starts over the longest bar, and also works without bars", () => {
    const bars = finiteBars(elderRule(path(5), Float32Array.of(1, 3, 2, 4, 1.5)), "sub");
    expect(firstHat(bars, [1, 4], 0.05)).toEqual({ birth: 1.5, death: 4, radius: 1.5 });
    expect(firstHat([], [1, 4], 0.05)).toEqual({ birth: 2, death: 3, radius: 1.5 });
  });
});
