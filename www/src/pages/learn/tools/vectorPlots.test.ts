import fc from "fast-check";
import { expect, it } from "vitest";
import { curvePoints, outlineOf, regionBetween } from "./vectorPlots";

it("outlines exactly the sides between marked and unmarked pixels", () => {
  const images = fc.integer({ min: 1, max: 5 }).chain((pixels) =>
    fc.array(fc.boolean(), { minLength: pixels ** 2, maxLength: pixels ** 2 }).map((marked) => ({
      pixels,
      marked,
    })),
  );
  fc.assert(
    fc.property(images, ({ pixels, marked }) => {
      const at = (column: number, row: number): boolean =>
        column >= 0 && column < pixels && row >= 0 && row < pixels && marked[row * pixels + column]!;
      const sides = new Set<string>();
      for (let row = 0; row <= pixels; row++) {
        for (let column = 0; column <= pixels; column++) {
          // The left side and the bottom of a pixel, from its bottom left corner.
          const corner = `M${column} ${pixels - row}`;
          if (at(column, row) !== at(column - 1, row)) sides.add(`${corner}v-1`);
          if (at(column, row) !== at(column, row - 1)) sides.add(`${corner}h1`);
        }
      }
      const drawn = outlineOf(marked, pixels).match(/M\d+ \d+[vh]-?1/g) ?? [];
      expect(new Set(drawn)).toEqual(sides);
      expect(drawn).toHaveLength(sides.size);
    }),
  );
});

it("keeps the value of a stepped curve up to the next sample", () => {
  const same = (value: number): number => value;
  expect(curvePoints([2, 5], same, same, true)).toEqual([
    [0, 2],
    [1, 2],
    [1, 5],
  ]);
  expect(regionBetween(curvePoints([2, 5], same, same, false), curvePoints([2, 2], same, same, false))).toBe(
    "M0 2L1 5L1 2L0 2Z",
  );
});
