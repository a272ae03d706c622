import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { builtTopology, isBuilt } from "../../../tests/topology";
import { cases, filters } from "../../../tests/truth";
import { path, randomGraph } from "../../testing";
import type { Topology } from "../../engine/topology";
import { DIRECTIONS, lettersFor, vertexName } from "../graph/graph";
import type { Direction, Filtration } from "../graph/graph";
import type { Matchings, Measure } from "./stability";
import {
  describeSwaps,
  stabilityBound,
  supDistance,
  swaps,
  matchBars,
  MEASURES,
  wholeDistance,
} from "./stability";

/** The path 1, 3, 2, 4 with another last value. */
const PATH = path(5);
const lastAt = (value: number): Float32Array => Float32Array.of(1, 3, 2, 4, value);
const nameOf = (vertex: number): string => vertexName({ names: lettersFor(5)! }, vertex);

describe.skipIf(!isBuilt)("stability", () => {
  let topology: Topology;
  beforeAll(async () => {
    topology = await builtTopology();
  });
  const on = (filter: Float32Array): Filtration => topology.filtration(PATH, filter);
  const match = (measure: Measure, f: Filtration, g: Filtration, direction: Direction = "sub"): Matchings =>
    matchBars(f.bars, g.bars, direction, (a, b) => topology.distance(measure, a, b));

  it("bounds every distance, for every direction, on graphs with parallel edges and self-loops", () => {
    const change = cases.chain((before) =>
      filters(before.graph.vertices).map((moved) => ({ ...before, moved })),
    );
    fc.assert(
      fc.property(change, ({ graph, filter, moved, direction }) => {
        const [f, g] = [filter, moved].map((values) => topology.filtration(graph, values));
        for (const measure of MEASURES) {
          const bound = stabilityBound(measure, graph, filter, moved, direction);
          expect(wholeDistance(measure, match(measure, f!, g!, direction))).toBeLessThanOrEqual(
            bound * (1 + 1e-9),
          );
        }
      }),
      { numRuns: 500 },
    );
  });

  it("measures each dimension separately", () => {
    const found = match("bottleneck", on(lastAt(1.5)), on(lastAt(0.5)));
    expect([found.h0.distance, found.h1.distance]).toEqual([0.5, 0]);
    expect(supDistance(lastAt(1.5), lastAt(0.5))).toBe(1);
  });

  it("has no bound by the largest change for Wasserstein distances", () => {
    const [f, g] = [on(Float32Array.of(0, 4, 1, 5, 2)), on(Float32Array.of(1, 3, 2, 4, 3))];
    expect(wholeDistance("bottleneck", match("bottleneck", f, g))).toBe(1);
    expect(wholeDistance("wasserstein1", match("wasserstein1", f, g))).toBe(3);
    expect(wholeDistance("wasserstein2", match("wasserstein2", f, g))).toBeCloseTo(Math.sqrt(3), 12);
    const bound = (measure: Measure): number => stabilityBound(measure, PATH, f.filter, g.filter, "sub");
    expect(MEASURES.map(bound)).toEqual([1, 9, 3]);
  });

  it("has no bound for different graphs", () => {
    const parts = { vertices: 5, edges: PATH.edges.slice(2) };
    const other = topology.filtration(parts, lastAt(1.5));
    expect(match("bottleneck", on(lastAt(1.5)), other).h0.distance).toBe(Infinity);
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
