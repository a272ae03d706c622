import fc from "fast-check";
import { expect, it } from "vitest";
import { frameOf, pixelsOf, planeIn, pointsInside } from "./paint";

const coordinates = fc
  .array(
    fc.tuple(
      fc.float({ min: -1000, max: 1000, noNaN: true }),
      fc.float({ min: -1000, max: 1000, noNaN: true }),
    ),
  )
  .map((places) => places.flat());

it("shows every point inside the given height, and inverts the map", () => {
  fc.assert(
    fc.property(coordinates, (all) => {
      const plane = planeIn(frameOf(all), 300, 20, 220);
      const pixels = pixelsOf(all, plane);
      for (let i = 0; i < all.length; i += 2) {
        expect(pixels[i]).toBeGreaterThanOrEqual(-0.01);
        expect(pixels[i]).toBeLessThanOrEqual(300.01);
        expect(pixels[i + 1]).toBeGreaterThanOrEqual(19.99);
        expect(pixels[i + 1]).toBeLessThanOrEqual(220.01);
        const [x, y] = plane.toPlane(...plane.toPixel(all[i]!, all[i + 1]!));
        expect(Math.abs(x - all[i]!) + Math.abs(y - all[i + 1]!)).toBeLessThan(1e-6);
      }
    }),
  );
});

it("has an extent for no point and for equal points", () => {
  expect(frameOf([])).toEqual({ x: [0, 1], y: [0, 1] });
  expect(frameOf([2, 2, 2, 2])).toEqual({ x: [1.5, 2.5], y: [1.5, 2.5] });
});

it("finds the points inside a lasso", () => {
  const pixels = Float32Array.of(5, 5, 15, 5, 5, 15);
  expect(pointsInside(pixels, [0, 0, 10, 0, 10, 10, 0, 10])).toEqual(new Set([0]));
  expect(pointsInside(pixels, [])).toEqual(new Set());
});
