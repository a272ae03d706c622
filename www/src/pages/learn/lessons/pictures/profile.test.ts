// Compares the profile with the components that the slow reference implementation finds.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { oracle } from "../../../../../tests/oracle";
import type { Direction, Graph } from "../../../../domain/graph/graph";
import { positionAt } from "../../../../domain/persistence/filtration";
import { lettersFor } from "../../../../domain/graph/graph";
import { drawnBars } from "../../../../domain/persistence/bars";
import { LANDSCAPE } from "../../../../domain/graph/subject";
import { describeProfile, describePulledHeight } from "./describeProfile";
import { areApart, areaOf, isPathInOrder, stretchesAt } from "./profile";

function pathOf(vertices: number): Graph {
  const edges = Array.from({ length: vertices - 1 }, (_, v) => [v, v + 1]).flat();
  return { vertices, edges: Uint32Array.from(edges), names: lettersFor(vertices)! };
}

const values = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 2, maxLength: 9 });
const direction = fc.constantFrom<Direction>("sub", "super");

describe("a profile", () => {
  it("is drawn for a path in order only", () => {
    expect(isPathInOrder(pathOf(5))).toBe(true);
    expect(isPathInOrder({ vertices: 3, edges: Uint32Array.of(2, 1, 1, 0) })).toBe(true);
    for (const [vertices, edges] of [
      [1, []],
      [3, [0, 1]],
      [3, [0, 1, 0, 2]],
      [3, [0, 1, 1, 2, 0, 2]],
      [3, [0, 1, 0, 1]],
    ] as const)
      expect(isPathInOrder({ vertices, edges: Uint32Array.from(edges) })).toBe(false);
  });

  it("has the components of the filtration, each named by its oldest vertex", () => {
    fc.assert(
      fc.property(values, direction, fc.nat(9), (f, way, t) => {
        const graph = pathOf(f.length);
        const filter = Float32Array.from(f);
        const stretches = stretchesAt(filter, t, way);
        const walk = oracle.walk(graph, oracle.filtration(graph, filter), way);
        const position = positionAt(walk, t);
        expect(stretches.length).toBe(position < 0 ? 0 : walk.components[position]);
        const description = describeProfile(graph, filter, stretches, t, way);
        if (stretches.length === 0) {
          expect(description).toBe("A profile with f upwards. No vertex is in yet.");
          return;
        }
        const [, count, names] = /upwards\. (\d+) components? in .*, by oldest vertex: (.*)\.$/.exec(
          description,
        )!;
        expect(Number(count)).toBe(stretches.length);
        const best = way === "sub" ? Math.min : Math.max;
        expect(names!.split(", ").map((name) => f[graph.names!.indexOf(name)])).toEqual(
          stretches.map(({ first, last }) => best(...f.slice(first, last + 1))),
        );
      }),
    );
  });

  it("fills each component up to the level, and no further", () => {
    fc.assert(
      fc.property(values, direction, fc.nat(9), (f, way, t) => {
        const sign = way === "sub" ? 1 : -1;
        for (const stretch of stretchesAt(f, t, way)) {
          const corners = areaOf(f, stretch, t);
          expect(corners[0]![1]).toBe(t);
          expect(corners.at(-1)![1]).toBe(t);
          for (const [place, value] of corners) {
            expect(sign * value).toBeLessThanOrEqual(sign * t);
            expect(place).toBeGreaterThan(stretch.first - 1);
            expect(place).toBeLessThan(stretch.last + 1);
          }
        }
      }),
    );
  });

  it("has names that are apart, beside or above each other", () => {
    const box = { left: 0, right: 10, top: 0, bottom: 10 };
    expect(areApart([box, { ...box, left: 16, right: 20 }])).toBe(true);
    expect(areApart([box, { ...box, left: 12, right: 20 }])).toBe(false);
    expect(areApart([box, { ...box, top: 10, bottom: 20 }, { ...box, top: -9, bottom: 0 }])).toBe(true);
    expect(areApart([box, { ...box, left: 50, right: 60 }, { ...box, left: -4, right: 1 }])).toBe(false);
  });

  it("says what a pulled summit or pass does to its bar", () => {
    const { graph, filter } = LANDSCAPE;
    const vertexOf = (name: string): number => graph.names!.findIndex((one) => one.startsWith(name));
    const pulled = (name: string, to: number): string => {
      const vertex = vertexOf(name);
      const values = filter.with(vertex, to);
      return describePulledHeight(graph, drawnBars(oracle.filtration(graph, values), "super"), vertex);
    };
    const nethermost = vertexOf("Nethermost");
    const pass = graph.names![nethermost + 1]!;
    expect(pulled("Nethermost", 900)).toBe(
      `Nethermost stands 38 above the pass to a higher summit, ${pass}: this is the length of its bar.`,
    );
    expect(pulled("Nethermost", 960)).toMatch(/^Nethermost is the highest now\./);
    expect(pulled("Nethermost", 850)).toMatch(/^Nethermost is on a slope now/);
    expect(pulled(pass, 870)).toBe(`${pass} joins two islands at 870, and the bar of Nethermost ends there.`);
  });
});
