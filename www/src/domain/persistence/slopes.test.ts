import { beforeAll, describe, expect, it } from "vitest";
import { builtTopology, isBuilt } from "../../../tests/topology";
import { seeded } from "../random";
import { path, randomGraph } from "../../testing";
import { DIRECTIONS } from "../graph/graph";
import type { Direction, Graph } from "../graph/graph";
import {
  barsUnder,
  descentStep,
  finiteBars,
  lossAgainst,
  lossOf,
  ownedBars,
  sharedBirth,
  slopesBeside,
  slopesOf,
  tiedValues,
} from "./slopes";
import type { BarsOf, TieRule } from "./slopes";

const RULES: readonly TieRule[] = ["index", "reversed", "mean"];

describe.skipIf(!isBuilt)("the slopes of the loss", () => {
  let barsOf: BarsOf;
  beforeAll(async () => {
    const topology = await builtTopology();
    barsOf = (graph, filter) => topology.filtration(graph, filter).bars;
  });

  const slopes = (graph: Graph, filter: Float32Array, direction: Direction, rule: TieRule): number[] => [
    ...slopesOf(ownedBars(graph, filter, direction, rule, barsOf), graph.vertices),
  ];
  const loss = (graph: Graph, filter: Float32Array, direction: Direction): number =>
    lossOf(barsOf(graph, filter), direction);

  it("change at 1 on the path x, 2, 1: slope 0 below, −1 above", () => {
    const at = (x: number): number => loss(path(3), Float32Array.of(x, 2, 1), "sub");
    expect([0.5, 1, 1.5, 2, 2.5].map(at)).toEqual([1, 1, 0.5, 0, 0]);
    expect(slopes(path(3), Float32Array.of(0.5, 2, 1), "sub", "index")).toEqual([0, 1, -1]);
    expect(slopes(path(3), Float32Array.of(1.5, 2, 1), "sub", "index")).toEqual([-1, 1, 0]);
  });

  it("lead a step downhill, by the amount that one finds by hand", () => {
    // The path of the lesson: b and d end bars, c and e begin them.
    const filter = Float32Array.of(1, 3, 2, 4, 1.5);
    expect(loss(path(5), filter, "sub")).toBe(3.5);
    const own = Float64Array.from(slopes(path(5), filter, "sub", "index"));
    const { rate, squares, values } = descentStep(filter, own);
    expect([rate, squares, values]).toEqual([0.25, 4, [1, 2.75, 2.25, 3.75, 1.75]]);
    expect(loss(path(5), Float32Array.from(values), "sub")).toBe(3.5 - 0.25 * 4);
  });

  it("are one of the two slopes at the tie, or their mean", () => {
    const tie = Float32Array.of(1, 2, 1);
    expect(slopes(path(3), tie, "sub", "index")).toEqual([0, 1, -1]);
    expect(slopes(path(3), tie, "sub", "reversed")).toEqual([-1, 1, 0]);
    expect(slopes(path(3), tie, "sub", "mean")).toEqual([-0.5, 1, -0.5]);
  });

  it("name the vertices of a bar as the drawing names them, under every rule", () => {
    const tie = Float32Array.of(1, 2, 1);
    const bars = barsOf(path(3), tie).filter(
      ({ direction, kind }) => direction === "sub" && kind !== "h1Essential",
    );
    const named = (rule: TieRule): string[] =>
      barsUnder(rule, path(3), tie, bars, barsOf)
        .filter((bar) => bar.birth !== bar.death)
        .map(({ death, birthVertex }) => `${death} ${"abc"[birthVertex]}`)
        .sort();
    expect(named("index")).toEqual(["2 c", "null a"]);
    expect(named("reversed")).toEqual(["2 a", "null c"]);
    for (const { bar, birth } of ownedBars(path(3), tie, "sub", "reversed", barsOf)) {
      const drawn = barsUnder("reversed", path(3), tie, bars, barsOf).find(({ id }) => id === bar.id);
      expect(birth).toEqual([{ vertex: drawn!.birthVertex, share: 1 }]);
    }
    expect(bars.filter((bar) => bar.birth === 1).map((bar) => sharedBirth(tie, bar))).toEqual([
      [0, 2],
      [0, 2],
    ]);
  });

  it("are shared among all vertices with the value of the endpoint", () => {
    const owned = ownedBars(path(5), Float32Array.of(1, 3, 2, 3, 1.5), "sub", "mean", barsOf);
    const half = [
      { vertex: 1, share: 0.5 },
      { vertex: 3, share: 0.5 },
    ];
    expect(owned.map(({ death }) => death)).toEqual([half, half]);
  });

  it("equal the change of the loss when a vertex moves and no values are equal", () => {
    for (let seed = 0; seed < 100; seed++) {
      const { graph } = randomGraph(seed);
      const random = seeded(seed + 1000);
      // Distinct multiples of 1/8: a step of 1/32 meets no other value, and single precision holds it.
      const filter = Float32Array.from({ length: graph.vertices }, (_, v) => v / 8);
      filter.sort(() => random() - 0.5);
      for (const direction of DIRECTIONS) {
        for (const rule of RULES) {
          const expected = Array.from(filter, (value, v) => {
            const moved = (by: number): number => loss(graph, filter.with(v, value + by), direction);
            return 16 * (moved(1 / 32) - moved(-1 / 32));
          });
          expect(slopes(graph, filter, direction, rule)).toEqual(expected.map((slope) => slope + 0));
        }
      }
    }
  });

  it("leave the barcode unchanged under every rule", () => {
    for (let seed = 0; seed < 200; seed++) {
      const { graph, filter } = randomGraph(seed);
      for (const direction of DIRECTIONS) {
        const [first, ...others] = RULES.map((rule) =>
          ownedBars(graph, filter, direction, rule, barsOf)
            .map(({ bar }) => `${bar.birth} ${bar.death}`)
            .sort(),
        );
        for (const other of others) expect(other).toEqual(first);
      }
    }
  });

  it("give an endpoint only to vertices with its value, with shares that sum to 1", () => {
    for (let seed = 0; seed < 100; seed++) {
      const { graph, filter } = randomGraph(seed);
      for (const rule of RULES) {
        for (const { bar, birth, death } of ownedBars(graph, filter, "sub", rule, barsOf)) {
          for (const [shares, value] of [
            [birth, bar.birth],
            [death, bar.death],
          ] as const) {
            expect(barsOf(graph, filter)).toContainEqual(bar);
            expect(shares.every(({ vertex }) => filter[vertex] === value)).toBe(true);
            expect(shares.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 12);
          }
        }
      }
    }
  });

  it("have a drawing of the loss with all kinks", () => {
    const filter = Float32Array.of(1, 2, 1);
    const curve = lossAgainst(path(3), filter, "sub", 0, [0, 3], barsOf);
    expect(curve).toEqual({ values: [0, 1, 2, 3], losses: [1, 1, 0, 0], exact: true });
    expect(slopesBeside(curve, 1)).toEqual([0, -1]);
    expect(slopesBeside(curve, 3)).toEqual([0, 0]);
    const many = Float32Array.from({ length: 300 }, (_, v) => (v * 7919) % 300);
    const { values, losses, exact } = lossAgainst(path(300), many, "sub", 7, [0, 300], barsOf);
    expect(exact).toBe(false);
    expect(values.length).toBeLessThan(110);
    expect(losses[values.indexOf(many[7]!)]).toBe(loss(path(300), many, "sub"));
  });

  it("count tied values, and finite bars of one direction", () => {
    expect(tiedValues(Float32Array.of(1, 2, 1, 2, 3))).toBe(2);
    expect(tiedValues(Float32Array.of(1, 2, 3))).toBe(0);
    const bars = barsOf(path(5), Float32Array.of(1, 3, 2, 4, 1.5));
    expect(finiteBars(bars, "sub").map(({ birth, death }) => [birth, death])).toEqual([
      [2, 3],
      [1.5, 4],
    ]);
  });
});
