import fc from "fast-check";
import { expect, it } from "vitest";
import { builtTopology, isBuilt } from "../../../../../tests/topology";
import { cases, components, edgesIn } from "../../../../../tests/truth";
import { hasArrived, positionAt } from "../../../../domain/persistence/filtration";
import { describeChi, describeGuess, describeHeight } from "./describeDirection";

const number = (text: string): number => Number(text.replace("−", "-"));

it.skipIf(!isBuilt)("states χ at every t by both formulas", async () => {
  const topology = await builtTopology();
  fc.assert(
    fc.property(cases, ({ graph, filter, direction }) => {
      const walk = topology.walk(graph, topology.filtration(graph, filter), direction);
      expect(describeChi(walk, -1, null)).toBe("No vertex has entered yet, so χ = 0.");
      for (const t of [...filter, null]) {
        const position = positionAt(walk, t);
        if (position < 0) continue;
        const isIn = (v: number): boolean => hasArrived(filter[v]!, t, direction);
        const vertices = [...filter.keys()].filter(isIn).length;
        const edges = edgesIn(graph, isIn);
        const pieces = components(graph, isIn).length;
        const [, plus, minus, chi, betti, loops, same] =
          /: χ = \|V\| − \|E\| = (\d+) − (\d+) = (\S+), and β₀ − β₁ = (\d+) − (\d+) = (\S+)\.$/.exec(
            describeChi(walk, position, t),
          )!;
        expect([plus, minus].map(Number)).toEqual([vertices, edges]);
        expect([number(chi!), number(same!)]).toEqual([vertices - edges, vertices - edges]);
        expect([betti, loops].map(Number)).toEqual([pieces, pieces - (vertices - edges)]);
      }
    }),
    { numRuns: 300 },
  );
});

it("counts the vertices that share a height", () => {
  const height = fc.integer({ min: -3, max: 3 }).map((value) => value / 4);
  fc.assert(
    fc.property(fc.array(height, { minLength: 1, maxLength: 8 }), (heights) => {
      const text = describeHeight(30, Float32Array.from(heights), false);
      expect(text).toMatch(/^f is the height at 30°\./);
      const tied = heights.filter((one, i) => heights.some((other, j) => i !== j && other === one)).length;
      const all = heights.length > 1 && new Set(heights).size === 1;
      expect(text.includes("have one height")).toBe(all);
      expect(Number(/(\d+) of \d+ vertices/.exec(text)?.[1] ?? 0)).toBe(all ? 0 : tied);
    }),
  );
  expect(describeHeight(30, Float32Array.of(-0, 0, 1), false)).toContain("2 of 3 vertices");
  expect(describeHeight(null, Float32Array.of(1), false)).toMatch(/^f is not a height\./);
  expect(describeHeight(30, Float32Array.of(1), true)).toContain("f is not the height at 30°");
});

it("replies to a guess with the place of the largest difference", () => {
  expect(describeGuess("A", "A", null)).toBe("Right: the letter is A.");
  expect(describeGuess("A", "K", { degrees: 90, height: -0.5, chi: [-1, 2] })).toBe(
    "No: the letter is K, not A. At 90° and t = −0.5, χ of A is −1, and χ of K is 2.",
  );
  expect(describeGuess("A", "K", null)).toBe("No: the letter is K, not A.");
});
