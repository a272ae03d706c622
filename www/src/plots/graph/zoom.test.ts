import { expect, it } from "vitest";
import { FIT } from "../../domain/view";
import { transformOf, zoomOf } from "./places";

const size = { width: 640, height: 360 };

it("at fit nothing moves", () => {
  expect(transformOf(FIT, size)).toEqual({ k: 1, x: 0, y: 0 });
});

it("pixels and shares of the panel convert into each other", () => {
  const transform = { k: 3, x: -200, y: 40 };
  const back = transformOf(zoomOf(transform, size), size);
  expect(back.k).toBe(3);
  expect(back.x).toBeCloseTo(-200, 9);
  expect(back.y).toBeCloseTo(40, 9);
});

it("the centre stays the same in a window of another size", () => {
  const { k, x } = transformOf(zoomOf({ k: 2, x: -320, y: 0 }, size), { width: 1000, height: 500 });
  // The centre of the panel shows the centre of the fitted picture in both.
  expect((500 - x) / k / 1000).toBeCloseTo((320 + 320) / 2 / 640, 9);
});
