import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PALETTE_RGB, numbersOf } from "../shared/colour";
import { byAttribute, byFilter, byLabel, byRank, LABEL_COLOURS } from "./colouring";
import type { Colouring } from "./colouring";

const first = PALETTE_RGB[0]!;
const last = PALETTE_RGB.at(-1)!;
const colours = (colouring: Colouring, vertices: number): unknown[] =>
  Array.from({ length: vertices }, (_, vertex) => colouring.fill(vertex));

describe("the colours of the vertices", () => {
  it("are those of f on its scale", () => {
    const colouring = byFilter(Float32Array.of(0, 1, 0.5), [0, 1]);
    expect(colours(colouring, 2)).toEqual([first, last]);
    expect(colouring.text(2)).toBe("0.5");
    expect(colouring.key).toMatchObject({ type: "scale", name: "f", ends: ["0", "1"], domain: [0, 1] });
  });

  it("by rank depend only on the order; equal values get equal colours", () => {
    const values = fc.uniqueArray(fc.float({ noNaN: true, min: -5, max: 5 }), {
      minLength: 2,
      maxLength: 20,
    });
    fc.assert(
      fc.property(values, (list) => {
        const filter = Float32Array.from(list);
        const cubed = filter.map((value) => 2 * value + 1);
        fc.pre(new Set(filter).size === list.length && new Set(cubed).size === list.length);
        expect(colours(byRank(filter), list.length)).toEqual(colours(byRank(cubed), list.length));
        expect(byRank(filter).fill(filter.indexOf(Math.min(...list)))).toEqual(first);
        expect(byRank(filter).fill(filter.indexOf(Math.max(...list)))).toEqual(last);
      }),
    );
    const tied = byRank(Float32Array.of(0.3, 0.1, 0.3, 0.2));
    expect(tied.fill(0)).toEqual(tied.fill(2));
    const constant = byRank(Float32Array.of(0.7, 0.7, 0.7));
    expect(constant.fill(0)).toEqual(byRank(Float32Array.of(0.1)).fill(0));
  });

  it("by attribute span the values of the graph", () => {
    const colouring = byAttribute(Float32Array.of(1, -2, 9, 6, 5, 2), 2, 1);
    expect(colours(colouring, 2)).toEqual([first, last]);
    expect(colouring.text(2)).toBe("2");
    expect(colouring.key).toMatchObject({ name: "attribute 2", ends: ["-2", "6"], domain: null });
  });

  it("by label distinguish the labels of a graph, up to the number of colours", () => {
    const names = Array.from({ length: 40 }, (_, label) => `L${label}`);
    const labels = fc.array(fc.nat({ max: 39 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(labels, (of) => {
        const colouring = byLabel({ of: Uint32Array.from(of), names });
        const present = new Set(of);
        const used = new Set(of.map((_, vertex) => colouring.fill(vertex).join()));
        expect(used.size).toBe(Math.min(present.size, LABEL_COLOURS.length + 1));
        const { key } = colouring;
        if (key.type !== "labels") throw new Error("labels have a key of their own");
        expect(key.labels).toHaveLength(used.size);
        of.forEach((label, vertex) => {
          expect(colouring.text(vertex)).toBe(names[label]);
          const entry = key.labels.find(({ name }) => name === names[label]);
          if (entry) expect(colouring.fill(vertex)).toEqual(numbersOf(entry.colour));
        });
      }),
    );
    // A label has the same colour in graphs with other labels.
    const alone = byLabel({ of: Uint32Array.of(3), names });
    expect(byLabel({ of: Uint32Array.of(1, 3, 6), names }).fill(1)).toEqual(alone.fill(0));
  });
});
