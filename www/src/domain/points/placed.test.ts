import { expect, it } from "vitest";
import { placesOf } from "./points";
import { FIRST_SAMPLE, sampled } from "./presets";

/** The distances of all pairs of places, and their pairs. */
function pairsOf(places: readonly number[]): { readonly ends: number[]; readonly values: number[] } {
  const ends: number[] = [];
  const values: number[] = [];
  for (let b = 0; b < places.length / 2; b++)
    for (let a = 0; a < b; a++) {
      ends.push(a, b);
      values.push(Math.hypot(places[2 * a]! - places[2 * b]!, places[2 * a + 1]! - places[2 * b + 1]!));
    }
  return { ends, values };
}

it("places points with the distances of the plane like the points, up to a motion and a scale", () => {
  const { coordinates } = sampled({ ...FIRST_SAMPLE, preset: "random", size: 20 });
  const before = pairsOf(coordinates);
  const after = pairsOf(placesOf(20, before));
  const scale = after.values[0]! / before.values[0]!;
  after.values.forEach((value, i) => expect(value).toBeCloseTo(scale * before.values[i]!, 4));
});

it("places vertices of a path in its order, without edges between distant vertices", () => {
  const places = placesOf(4, { ends: [0, 1, 1, 2, 2, 3], values: [1, 2, 1] });
  const x = [0, 1, 2, 3].map((vertex) => places[2 * vertex]!);
  const steps = [1, 2, 3].map((vertex) => x[vertex]! - x[vertex - 1]!);
  expect(new Set(steps.map(Math.sign)).size).toBe(1);
  expect(steps[1]! / steps[0]!).toBeCloseTo(2, 3);
});

it("places components apart, and any number of vertices in the unit square", () => {
  const [ax, , bx] = placesOf(2, { ends: [], values: [] });
  expect(ax).not.toBe(bx);
  expect(placesOf(0, { ends: [], values: [] })).toEqual([]);
  expect(placesOf(1, { ends: [], values: [] })).toEqual([0.5, 0.5]);
  for (const value of placesOf(5, { ends: [0, 1, 3, 4], values: [0, 7] })) {
    expect(value).toBeGreaterThanOrEqual(0);
    expect(value).toBeLessThanOrEqual(1);
  }
});
