import fc from "fast-check";
import { expect, it } from "vitest";
import { hausdorff } from "./points";

const coordinate = fc.integer({ min: -4, max: 4 });
const points = fc.array(fc.tuple(coordinate, coordinate), { maxLength: 8 }).map((places) => places.flat());

/** The definition. */
function defined(a: readonly number[], b: readonly number[]): number {
  const places = (all: readonly number[]) =>
    all.flatMap((x, i) => (i % 2 === 0 ? [[x, all[i + 1]!] as const] : []));
  const toSet = ([x, y]: readonly [number, number], set: readonly number[]): number =>
    Math.min(...places(set).map(([u, v]) => Math.hypot(x - u, y - v)));
  return Math.max(
    0,
    ...places(a).map((place) => toSet(place, b)),
    ...places(b).map((place) => toSet(place, a)),
  );
}

it("is the distance of the definition", () => {
  fc.assert(
    fc.property(points, points, (a, b) => {
      expect(hausdorff(a, b)).toBe(defined(a, b));
    }),
  );
});

it("is 0 for the same set in any order, and infinite if only one set is empty", () => {
  expect(hausdorff([0, 1, 2, 3, 2, 3], [2, 3, 0, 1])).toBe(0);
  expect(hausdorff([], [])).toBe(0);
  expect(hausdorff([], [0, 0])).toBe(Infinity);
});
