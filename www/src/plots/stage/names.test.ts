import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { besideVertex, fitsInside, namePlaces } from "./StageGraph";

const RADIUS = 9;
const SIZE = 14;
const TOP = -40;

describe("names next to their vertices", () => {
  it("a short name is in its disc, a long one next to it", () => {
    expect(fitsInside("a", SIZE, RADIUS)).toBe(true);
    expect(namePlaces(["a", "v17"], Float32Array.of(0, 0, 200, 0), RADIUS, SIZE, TOP)).toEqual([
      null,
      besideVertex(RADIUS),
    ]);
  });

  it("a name moves to the other side if a disc is in its way", () => {
    const [place] = namePlaces(["v10", "b"], Float32Array.of(0, 0, 25, 0), RADIUS, SIZE, TOP);
    expect(place).toMatchObject({ anchor: "end" });
  });

  it("a name stays below the top, which contains the label of t", () => {
    // Between two discs there is space above and below.
    const row = Float32Array.of(0, 0, 25, 0, 50, 0);
    const names = ["a", "v10", "b"];
    expect(namePlaces(names, row, RADIUS, SIZE, TOP)[1]!.y).toBeLessThan(0);
    expect(namePlaces(names, row, RADIUS, SIZE, -RADIUS - 2)[1]!.y).toBeGreaterThan(0);
  });

  it("no name covers a disc or another name", () => {
    const vertices = fc.array(fc.tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 150 })), {
      minLength: 1,
      maxLength: 40,
    });
    fc.assert(
      fc.property(vertices, (at) => {
        const names = at.map((_, v) => `v${v + 10}`);
        const width = 0.6 * SIZE * 3;
        const boxes = namePlaces(names, Float32Array.from(at.flat()), RADIUS, SIZE, TOP).flatMap(
          (place, v) => {
            if (!place) return [];
            const [x, y] = [at[v]![0] + place.x, at[v]![1] + place.y];
            const left = place.anchor === "start" ? x : place.anchor === "end" ? x - width : x - width / 2;
            return [{ v, left, top: y - SIZE / 2 }];
          },
        );
        for (const a of boxes) {
          for (const b of boxes) {
            if (a.v === b.v) continue;
            expect(Math.abs(a.left - b.left) >= width - 1e-6 || Math.abs(a.top - b.top) >= SIZE - 1e-6).toBe(
              true,
            );
          }
          at.forEach(([x, y], v) => {
            if (v === a.v) return;
            const apart =
              a.left >= x + RADIUS - 1e-6 ||
              a.left + width <= x - RADIUS + 1e-6 ||
              a.top >= y + RADIUS - 1e-6 ||
              a.top + SIZE <= y - RADIUS + 1e-6;
            expect(apart).toBe(true);
          });
        }
      }),
    );
  });
});
