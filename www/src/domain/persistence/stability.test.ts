import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { builtTopology, isBuilt } from "../../../tests/topology";
import { path, randomGraph } from "../../testing";
import type { Topology } from "../../engine/topology";
import { lettersFor, vertexName } from "../graph/names";
import { DIRECTIONS } from "../graph/graph";
import type { Filtration } from "../graph/graph";
import { barcodeDistances, describeSwaps, largestDistance, supDistance, swaps } from "./stability";

/** The path 1, 3, 2, 4 with another last value. */
const PATH = path(5);
const lastAt = (value: number): Float32Array => Float32Array.of(1, 3, 2, 4, value);
const nameOf = (vertex: number): string => vertexName({ names: lettersFor(5)! }, vertex);

describe.skipIf(!isBuilt)("stability", () => {
  let topology: Topology;
  beforeAll(async () => {
    topology = await builtTopology();
  });
  const bottleneckOf = (a: Float32Array, b: Float32Array): number => topology.bottleneck(a, b).value;
  const on = (filter: Float32Array): Filtration => topology.filtration(PATH, filter);

  it("moves no bar farther than the filter, for every kind and direction", () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 0, max: 16 }), fc.nat(), (seed, push, kick) => {
        const { graph, filter } = randomGraph(seed);
        const moved = filter.map((value, v) => value + ((((v + 1) * kick) % (2 * push + 1)) - push) / 16);
        const [f, g] = [filter, moved].map((values) => topology.filtration(graph, values).bars);
        const farthest = supDistance(filter, moved)!;
        for (const direction of DIRECTIONS) {
          expect(largestDistance(barcodeDistances(f!, g!, direction, bottleneckOf))).toBeLessThanOrEqual(
            farthest,
          );
        }
      }),
      { numRuns: 500 },
    );
  });

  it("measures each kind separately", () => {
    expect(barcodeDistances(on(lastAt(1.5)).bars, on(lastAt(0.5)).bars, "sub", bottleneckOf)).toEqual({
      h0: 0.5,
      h0Essential: 0.5,
      h1Essential: 0,
    });
    expect(supDistance(lastAt(1.5), lastAt(0.5))).toBe(1);
  });

  it("has no bound for different graphs", () => {
    const parts = { vertices: 5, edges: PATH.edges.slice(2) };
    const other = topology.filtration(parts, lastAt(1.5)).bars;
    expect(barcodeDistances(on(lastAt(1.5)).bars, other, "sub", bottleneckOf).h0Essential).toBe(Infinity);
    expect(supDistance(lastAt(1.5), Float32Array.of(1))).toBeNull();
  });

  it("names the bar whose creator changes where pairs jump", () => {
    const [before, after] = [on(lastAt(1.5)), on(lastAt(0.5))];
    const found = swaps(before, after, "sub");
    expect(found.handovers).toMatchObject([
      { from: 4, to: 0, sameValues: false, swapped: true, bar: { birth: 1, death: 4 } },
      { from: 0, to: 4, sameValues: false, swapped: true, bar: { birth: 0.5, death: null } },
    ]);
    expect(describeSwaps(found, nameOf)).toBe("e and a swap order: a now creates the bar (1, 4).");
    expect(describeSwaps(swaps(after, before, "sub"), nameOf)).toBe(
      "a and e swap order: e now creates the bar (1.5, 4).",
    );
    const atTie = swaps(on(lastAt(1)), after, "sub").handovers;
    expect(atTie[0]).toMatchObject({ from: 4, to: 0, sameValues: true });
  });

  it("reports nothing where every bar keeps its vertices", () => {
    const found = swaps(on(lastAt(1.5)), on(lastAt(1.25)), "sub");
    expect(found).toEqual({ handovers: [] });
    expect(describeSwaps(found, nameOf)).toBe("");
  });

  it("finds the owners of the bars for random changes of values", () => {
    for (let seed = 0; seed < 300; seed++) {
      const { graph, filter } = randomGraph(seed);
      const before = topology.filtration(graph, filter);
      const after = topology.filtration(
        graph,
        filter.map((value, v) => value + ((v * 5) % 7) / 16),
      );
      for (const direction of DIRECTIONS) {
        const { handovers } = swaps(before, after, direction);
        const has = (bars: Filtration, vertex: number): boolean =>
          bars.bars.some((bar) => bar.direction === direction && bar.birthVertex === vertex);
        for (const { bar, from, to } of handovers) {
          expect(bar.birthVertex).toBe(to);
          expect(from).not.toBe(to);
          expect(has(before, from)).toBe(true);
          expect(after.bars).toContain(bar);
        }
      }
    }
  });
});
