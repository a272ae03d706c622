import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { principal } from "./principal";
import type { Principal } from "./principal";
import { seeded } from "./random";

function of(rows: readonly (readonly number[])[]): Principal {
  const steps = principal({
    count: rows.length,
    width: rows[0]!.length,
    values: Float64Array.from(rows.flat()),
  });
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

const varianceAlong = (rows: readonly (readonly number[])[], axis: readonly number[]): number => {
  const along = rows.map((row) => row.reduce((sum, value, i) => sum + value * axis[i]!, 0));
  const mean = along.reduce((a, b) => a + b, 0) / along.length;
  return along.reduce((sum, value) => sum + (value - mean) ** 2, 0);
};
const totalOf = (rows: readonly (readonly number[])[]): number =>
  rows[0]!.reduce((sum, _, i) => sum + varianceAlong(rows, unit(rows[0]!.length, i)), 0);
const unit = (width: number, at: number): number[] =>
  Array.from({ length: width }, (_, i) => Number(i === at));

describe("principal components", () => {
  it("are the axes of an ellipse, wherever it lies", () => {
    const rows = [
      [10, 5, 1],
      [14, 5, 1],
      [12, 6, 1],
      [12, 4, 1],
    ];
    const { points, shares } = of(rows);
    expect([...points].map((x) => Math.round(1e4 * x) / 1e4 + 0)).toEqual([-2, 0, 2, 0, 0, 1, 0, -1]);
    expect(shares[0]).toBeCloseTo(0.8, 6);
    expect(shares[1]).toBeCloseTo(0.2, 6);
  });

  it("of rows that are all equal, of one row and of one column are defined", () => {
    expect(
      of([
        [3, 3],
        [3, 3],
      ]),
    ).toEqual({ points: new Float32Array(4), shares: [0, 0] });
    expect(of([[1, 2, 3]]).shares).toEqual([0, 0]);
    expect(of([[1], [2]]).shares).toEqual([1, 0]);
  });

  it("have the largest variance of all directions, and the second the largest of those across the first", () => {
    fc.assert(
      fc.property(
        fc.nat(),
        fc.integer({ min: 3, max: 30 }),
        fc.integer({ min: 2, max: 12 }),
        (seed, count, width) => {
          const random = seeded(seed);
          const rows = Array.from({ length: count }, () =>
            Array.from({ length: width }, (_, i) => (random() - 0.5) / (1 + i)),
          );
          const { points, shares } = of(rows);
          const total = totalOf(rows);
          const spread = [0, 1].map((axis) =>
            rows.reduce((sum, _, row) => sum + points[2 * row + axis]! ** 2, 0),
          );
          expect(spread[0]! / total).toBeCloseTo(shares[0], 5);
          expect(spread[1]! / total).toBeCloseTo(shares[1], 5);
          const cross = rows.reduce((sum, _, row) => sum + points[2 * row]! * points[2 * row + 1]!, 0);
          expect(cross / total).toBeCloseTo(0, 5);
          // The coordinates of the rows along an axis are the rows times this axis.
          for (let tried = 0; tried < 20; tried++) {
            const wild = Array.from({ length: width }, () => random() - 0.5);
            const length = Math.hypot(...wild);
            const axis = wild.map((x) => x / length);
            expect(varianceAlong(rows, axis)).toBeLessThanOrEqual(spread[0]! * (1 + 1e-5) + 1e-9);
          }
          // Two axes explain at least as much as any two columns.
          const columns = rows[0]!.map((_, i) => varianceAlong(rows, unit(width, i))).sort((a, b) => b - a);
          expect(spread[0]! + spread[1]!).toBeGreaterThanOrEqual((columns[0]! + columns[1]!) * (1 - 1e-5));
        },
      ),
      { numRuns: 60 },
    );
  });
});
