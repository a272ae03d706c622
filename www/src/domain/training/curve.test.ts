import { describe, expect, it } from "vitest";
import { EMPTY_CURVE, extend, MAX_SPANS, pointsOf } from "./curve";
import type { Curve, XY } from "./curve";

const wave = (from: number, to: number): XY[] =>
  Array.from({ length: to - from }, (_, i) => [from + i, from + i === 5000 ? 9 : Math.sin(from + i)]);

function fed(points: number, portion: number): Curve {
  let curve = EMPTY_CURVE;
  for (let at = 0; at < points; at += portion)
    curve = extend(curve, wave(at, Math.min(at + portion, points)));
  return curve;
}

describe("a curve", () => {
  it("is exact while it is short", () => {
    expect(pointsOf(fed(MAX_SPANS, 7))).toEqual(wave(0, MAX_SPANS));
  });

  it("never holds more than its number of points, and keeps the lowest and the highest", () => {
    const curve = fed(80_000, 333);
    const points = pointsOf(curve);
    expect(curve.count).toBe(80_000);
    expect(points.length).toBeLessThanOrEqual(2 * MAX_SPANS);
    expect(points.some(([x, y]) => x === 5000 && y === 9)).toBe(true);
    expect(points.every(([x], i) => i === 0 || x > points[i - 1]![0])).toBe(true);
  });

  it("is independent of the order of its updates", () => {
    expect(fed(20_000, 1)).toEqual(fed(20_000, 500));
  });

  it("does not modify the curve it extends", () => {
    const before = fed(3000, 10);
    const copy = structuredClone(before);
    extend(before, wave(3000, 9000));
    expect(before).toEqual(copy);
  });

  it("keeps finite values next to non-finite ones", () => {
    const curve = extend(
      fed(MAX_SPANS, 100),
      Array.from({ length: 5000 }, (_, i) => [MAX_SPANS + i, i % 2 ? NaN : 1]),
    );
    expect(pointsOf(curve).filter(([, y]) => Number.isNaN(y)).length).toBeLessThan(10);
  });
});
