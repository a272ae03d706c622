import { expect, it } from "vitest";
import { thin } from "./CurvesView";

it("thinning keeps the lowest and the highest of every pixel", () => {
  const points = Array.from({ length: 10000 }, (_, i) => [i, i === 5000 ? 9 : Math.sin(i)] as const);
  const few = thin(points, 100);
  expect(few.length).toBeLessThanOrEqual(200);
  expect(few.some(([x, y]) => x === 5000 && y === 9)).toBe(true);
  expect(few.every(([x], i) => i === 0 || x >= few[i - 1]![0])).toBe(true);
});

it("thinning keeps short curves unchanged", () => {
  const points = [[0, 1] as const, [1, 2] as const];
  expect(thin(points, 100)).toBe(points);
});
