import { describe, expect, it } from "vitest";
import { elderRule } from "../../../tests/oracle";
import { seeded } from "../random";
import { path } from "../../testing";
import { contributionsOf, distanceTo, hatAt, hatSlopes, hatSum, pointSlopes, zeroDistance } from "./vectors";
import type { Hat } from "./vectors";

const HAT: Hat = { birth: 2, death: 3, radius: 1 };

describe("the rational hat", () => {
  it("is highest at its centre, 0 at half its radius and lowest at its radius", () => {
    const at = (distance: number): number => hatAt(HAT, { birth: 2 + distance, death: 3 });
    expect(at(0)).toBe(0.5);
    expect(at(zeroDistance(HAT))).toBe(0);
    expect(at(1)).toBe(-0.5);
    expect(at(3)).toBeCloseTo(1 / 4 - 1 / 3, 12);
  });

  it("is positive within half its radius and negative beyond, everywhere", () => {
    const random = seeded(1);
    for (let i = 0; i < 1000; i++) {
      const hat = { birth: random(), death: random(), radius: 2 * random() - 1 };
      const point = { birth: 2 * random(), death: 2 * random() };
      const distance = Math.abs(point.birth - hat.birth) + Math.abs(point.death - hat.death);
      expect(Math.sign(hatAt(hat, point))).toBe(Math.sign(zeroDistance(hat) - distance));
    }
  });

  it("agrees with the formula of the crate, which divides once", () => {
    const random = seeded(3);
    for (let i = 0; i < 200; i++) {
      const hat = { birth: random(), death: random(), radius: 2 * random() - 1 };
      const point = { birth: random(), death: random() };
      const distance = Math.abs(point.birth - hat.birth) + Math.abs(point.death - hat.death);
      const off = Math.abs(Math.abs(hat.radius) - distance);
      expect(hatAt(hat, point)).toBeCloseTo((off - distance) / ((1 + distance) * (1 + off)), 12);
    }
  });

  it("is 0 everywhere for radius 0", () => {
    expect(hatAt({ ...HAT, radius: 0 }, { birth: 7, death: 9 })).toBe(0);
  });

  it("ignores the sign of its radius", () => {
    expect(hatAt({ ...HAT, radius: -1 }, { birth: 2.2, death: 3 })).toBe(
      hatAt(HAT, { birth: 2.2, death: 3 }),
    );
  });

  it("has the derivatives of finite differences", () => {
    const random = seeded(2);
    const step = 1e-6;
    for (let i = 0; i < 500; i++) {
      const hat = { birth: random(), death: random(), radius: 2 * random() - 1 };
      const point = { birth: random(), death: random() };
      const slopes = hatSlopes(hat, point);
      for (const name of ["birth", "death", "radius"] as const) {
        const moved = (by: number): number => hatAt({ ...hat, [name]: hat[name] + by }, point);
        expect(slopes[name]).toBeCloseTo((moved(step) - moved(-step)) / (2 * step), 4);
      }
    }
  });

  it("has slopes at a point: finite differences, towards the centre within the radius and away from it beyond", () => {
    const random = seeded(3);
    const step = 1e-6;
    for (let i = 0; i < 500; i++) {
      const hat = { birth: random(), death: random(), radius: 2 * random() - 1 };
      const point = { birth: random(), death: random() };
      const slopes = pointSlopes(hat, point);
      for (const name of ["birth", "death"] as const) {
        const moved = (by: number): number => hatAt(hat, { ...point, [name]: point[name] + by });
        expect(slopes[name]).toBeCloseTo((moved(step) - moved(-step)) / (2 * step), 4);
        const inwards = distanceTo(hat, point) < Math.abs(hat.radius) ? 1 : -1;
        expect(Math.sign(slopes[name])).toBe(inwards * Math.sign(hat[name] - point[name]));
      }
    }
    expect(pointSlopes(HAT, HAT)).toEqual({ birth: 0, death: 0 });
  });

  it("has derivative 0 at its kinks: at its centre, and by the radius at its radius", () => {
    const by = hatSlopes(HAT, { birth: 2, death: 3 });
    expect([by.birth, by.death].map(Math.abs)).toEqual([0, 0]);
    expect(by.radius).toBe(0.25);
    expect(hatSlopes(HAT, { birth: 3, death: 3 }).radius).toBe(0);
  });

  it("sums over the finite bars of one direction", () => {
    const bars = elderRule(path(5), Float32Array.of(1, 3, 2, 4, 1.5));
    const parts = contributionsOf(HAT, bars, "sub");
    expect(parts.map(({ bar, value }) => [bar.birth, bar.death, value])).toEqual([
      [2, 3, 0.5],
      [1.5, 4, 1 / 2.5 - 1 / 1.5],
    ]);
    expect(hatSum(parts)).toBeCloseTo(0.5 + 0.4 - 2 / 3, 12);
    expect(hatSum([])).toBe(0);
  });
});
