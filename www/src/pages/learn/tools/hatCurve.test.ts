import { expect, it } from "vitest";
import { hatAtDistance } from "../../../domain/persistence/vectors";
import { describeHatCurve } from "./HatCurve";

it("the curve has its maximum at the centre, its minimum at the radius, and is 0 halfway", () => {
  expect(describeHatCurve({ birth: 2, death: 3, radius: 2 })).toMatch(/0\.667 at 0, −0\.667 at r\.$/);
  expect(hatAtDistance(2, 1)).toBe(0);
  const values = Array.from({ length: 60 }, (_, i) => hatAtDistance(2, i / 10));
  expect(values.indexOf(Math.max(...values))).toBe(0);
  expect(values.indexOf(Math.min(...values))).toBe(20);
});
