import { expect, it } from "vitest";
import type { Walk } from "../../domain/persistence/filtration";
import { fAxis } from "../shared/axis";
import { snapped } from "./useGrowth";

it("drags t to an event near the pointer, and to every value between events", () => {
  const walk = { values: Float32Array.of(0, 1, 2, 4) } as Pick<Walk, "values">;
  const axis = fAxis(580, [0, 4], [40, 40]);
  const perUnit = axis.x(1) - axis.x(0);
  for (const value of walk.values)
    for (const off of [-5, -0.2, 0, 3]) expect(snapped(walk, axis, axis.x(value) + off)).toBe(value);
  expect(snapped(walk, axis, axis.x(3))).toBeCloseTo(3, 9);
  expect(snapped(walk, axis, axis.x(1) + 9)).toBeCloseTo(1 + 9 / perUnit, 9);
  expect(snapped({ values: new Float32Array() }, axis, axis.x(3))).toBeCloseTo(3, 9);
});
