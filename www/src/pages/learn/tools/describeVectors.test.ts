// Parses the sentences about vectors and compares them with vectors computed from their definitions.

import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { oracle } from "../../../../tests/oracle";
import { builtTopology, isBuilt } from "../../../../tests/topology";
import { cases, components, edgesIn } from "../../../../tests/truth";
import { hasArrived } from "../../../domain/persistence/filtration";
import {
  barsOf,
  changeOf,
  endOf,
  hatsOf,
  hatVector,
  VECTOR_KINDS,
  hatAt,
} from "../../../domain/persistence/vectors";
import type { VectorFrame, Vectors } from "../../../domain/persistence/vectors";
import type { Bar, Direction } from "../../../domain/graph/graph";
import { formatValue } from "../../../domain/text/values";
import type { Topology } from "../../../engine/topology";
import { describeBound, describeChange, describeEnds, describeEntry } from "./describeVectors";
import { INITIAL, contributorTo, diagramOf, vectorsOf } from "./VectorsPanel";

const PARAMETERS = { ...INITIAL, levels: 2, samples: 9, pixels: 5, steps: 9, hats: 3 };

function bar(birth: number, death: number | null, direction: Direction = "sub", multiplicity = 1): Bar {
  const kind = death === null ? "h0Essential" : "h0";
  return {
    ...{ id: `${kind}:${direction}:0`, kind, direction, birth, death },
    ...{ birthVertex: 0, deathVertex: death === null ? null : 1, multiplicity },
  };
}

const frameOf = (more: Partial<VectorFrame> = {}): VectorFrame => ({
  ...{ parameters: PARAMETERS, range: [0, 4], direction: "sub", births: false },
  ...more,
});

/** `count` equally spaced values from one end of a range to the other. */
const samples = ([low, high]: readonly [number, number], count: number): number[] =>
  Array.from({ length: count }, (_, i) => low + (i * (high - low)) / (count - 1));

/** A graph with two filters, and the dimension of the bars. */
const moves = cases.chain((scene) =>
  fc.record({
    scene: fc.constant(scene),
    dimension: fc.constantFrom(0 as const, 1 as const),
    by: fc.array(fc.integer({ min: -4, max: 4 }), {
      minLength: scene.filter.length,
      maxLength: scene.filter.length,
    }),
  }),
);

describe.runIf(isBuilt)("the vectors of a filtration", () => {
  let topology: Topology;
  beforeAll(async () => (topology = await builtTopology()));

  const tents = (bars: readonly Bar[], end: number, t: number): number[] =>
    bars
      .flatMap(({ birth, death, multiplicity }) => {
        const [low, high] = [birth, death ?? end].sort((a, b) => a - b) as [number, number];
        return Array<number>(multiplicity).fill(Math.max(0, Math.min(t - low, high - t)));
      })
      .sort((a, b) => b - a);

  it("are those of the definitions, and the sentences name the entry that changed most and both distances", () => {
    fc.assert(
      fc.property(moves, ({ scene: { graph, filter, direction }, dimension, by }) => {
        const moved = filter.map((value, v) => value + by[v]! / 8);
        const both = [...filter, ...moved];
        const [low, high] = [Math.min(...both), Math.max(...both)];
        const range = low === high ? ([low - 0.5, high + 0.5] as const) : ([low, high] as const);
        const frame = frameOf({ range, direction, births: dimension === 1 });
        const end = endOf(frame);
        const barsUnder = (values: Float32Array): readonly Bar[] =>
          barsOf(oracle.filtration(graph, values).bars, direction, dimension);
        /** The definitions. */
        const direct = (values: Float32Array): Vectors => {
          const bars = barsUnder(values);
          const betti = (t: number): number => {
            const isIn = (v: number): boolean => hasArrived(values[v]!, t, direction);
            const count = components(graph, isIn).length;
            const entered = [...values.keys()].filter(isIn).length;
            return dimension === 0 ? count : edgesIn(graph, isIn) - entered + count;
          };
          const sigma = PARAMETERS.bandwidth * (range[1] - range[0]);
          const births = samples(range, 5);
          const image = samples([0, range[1] - range[0]], 5).flatMap((length) =>
            births.map((birth) =>
              bars.reduce((sum, each) => {
                const own = Math.abs((each.death ?? end) - each.birth);
                const square = (birth - each.birth) ** 2 + (length - own) ** 2;
                const density = Math.exp(-square / (2 * sigma ** 2)) / (2 * Math.PI * sigma ** 2);
                return sum + each.multiplicity * own * density;
              }, 0),
            ),
          );
          return {
            landscape: [0, 1].flatMap((level) =>
              samples(range, 9).map((t) => tents(bars, end, t)[level] ?? 0),
            ),
            betti: samples(range, 9).map(betti),
            image,
            hats: hatVector(bars, frame),
          };
        };
        const [before, now] = [direct(filter), direct(moved)];
        const bars = [barsUnder(filter), barsUnder(moved)] as const;
        const made = [vectorsOf(topology, bars[0], frame), vectorsOf(topology, bars[1], frame)] as const;
        for (const kind of VECTOR_KINDS) {
          for (const [vector, expected] of [
            [made[0], before],
            [made[1], now],
          ] as const) {
            expect(vector[kind].length).toBe(expected[kind].length);
            Array.from(vector[kind]).forEach((value, i) => {
              const scale = Math.max(1, Math.abs(expected[kind][i]!));
              expect(Math.abs(value - expected[kind][i]!) / scale).toBeLessThan(1e-9);
            });
          }
          const differences = Array.from(now[kind], (value, i) => Math.abs(value - before[kind][i]!));
          const largest = Math.max(...differences);
          const change = changeOf(made[0][kind], made[1][kind]);
          const text = describeChange(kind, change, frame);
          if (change.by === 0) {
            expect(text).toContain("no entry has changed");
            expect(largest).toBeLessThan(1e-9);
            continue;
          }
          const match = /largest change is (\S+) \((.*)\)\. The Euclidean distance is (\S+)\.$/.exec(text)!;
          expect(Math.abs(Number(match[1]) - largest)).toBeLessThan(0.001 * Math.max(1, largest));
          const named = differences.findIndex((_, i) => describeEntry(kind, i, frame) === match[2]);
          expect(Math.abs(differences[named]! - largest)).toBeLessThan(1e-9 * Math.max(1, largest));
          const distance = Math.sqrt(differences.reduce((sum, by) => sum + by * by, 0));
          expect(Math.abs(Number(match[3]) - distance)).toBeLessThan(0.001 * Math.max(1, distance));
        }
        // The stability of the landscape, with the values of the sentence.
        const bottleneck = topology.distance(
          "bottleneck",
          diagramOf(bars[0], frame),
          diagramOf(bars[1], frame),
        ).value;
        const sentence = describeBound(
          "landscape",
          changeOf(made[0].landscape, made[1].landscape),
          bottleneck,
          frame,
        );
        const [, change, bound] = /: (\S+) ≤ (\S+)\.$/.exec(sentence)!;
        expect(Number(change)).toBeLessThanOrEqual(Number(bound));
        expect(bottleneck).toBeLessThanOrEqual(Math.max(...by.map(Math.abs)) / 8);
      }),
      { numRuns: 150 },
    );
  });

  it("name the bar of a level, and no bar where the entry is 0", () => {
    const frame = frameOf();
    const [long, short] = [bar(0, 4), bar(1, 3)];
    const at = (entry: number): Bar | null =>
      contributorTo(topology, "landscape", entry, [short, long], frame);
    expect([at(4), at(9 + 4), at(0)]).toEqual([long, short, null]);
    const twice = bar(0, 4, "sub", 2);
    expect(contributorTo(topology, "landscape", 9 + 4, [twice], frame)).toBe(twice);
    expect(contributorTo(topology, "betti", 8, [short], frame)).toBeNull();
    // The highest pixel of a bar: birth 1, length 2.
    expect(contributorTo(topology, "image", 2 * 5 + 1, [long, short], frame)).toBe(short);
  });
});

describe("the stability of vectors", () => {
  it("bounds hats by the movement of bars in the 1-norm", () => {
    const value = fc.integer({ min: -16, max: 16 }).map((at) => at / 4);
    const ends = fc.array(fc.tuple(value, value, value, value), { maxLength: 5 });
    const radius = fc.integer({ min: 0, max: 8 }).map((at) => at / 8);
    fc.assert(
      fc.property(ends, radius, fc.boolean(), (ends, radius, births) => {
        const frame = frameOf({ parameters: { ...PARAMETERS, radius }, births });
        const death = (at: number): number | null => (births ? null : at);
        const [before, now] = [
          ends.map(([b, d]) => bar(b, death(d))),
          ends.map(([, , b, d]) => bar(b, death(d))),
        ];
        const { by } = changeOf(hatVector(before, frame), hatVector(now, frame));
        const text = describeBound("hats", { by }, null, frame);
        if (radius === 0) {
          expect(text).toBe("With radius 0, every hat is 0.");
          expect(by).toBe(0);
          return;
        }
        const factor = Number(/more than (\S+) ε\./.exec(text)![1]);
        const moved = ends.reduce(
          (sum, [b, d, c, e]) => sum + Math.abs(b - c) + (births ? 0 : Math.abs(d - e)),
          0,
        );
        expect(Math.abs(by)).toBeLessThanOrEqual(factor * moved + 1e-12);
      }),
    );
  });

  it("excludes a new bar: hats are not 0 on the diagonal", () => {
    const frame = frameOf();
    expect(describeBound("hats", { by: 0 }, null, frame)).toContain("A new bar changes values immediately");
    for (const hat of hatsOf(frame)) {
      const on = Array.from({ length: 41 }, (_, i) => hatAt(hat, { birth: i / 10, death: i / 10 }));
      expect(on.some((value) => Math.abs(value) > 0.01)).toBe(true);
    }
  });

  it("states no numbers for an unknown bottleneck distance", () => {
    expect(describeBound("landscape", { by: 1 }, null, frameOf())).toBe(
      "No entry changes by more than the bottleneck distance.",
    );
  });
});

it("reports the end of essential bars, and whether the hats read them", () => {
  const births = frameOf({ births: true });
  expect(describeEnds([], 0, 4, frameOf())).toBe("There are no bars in H₀, so every vector is 0.");
  expect(describeEnds([], 1, 4, births)).toBe("There are no bars in H₁, so every vector is 0.");
  expect(describeEnds([bar(1, 2)], 0, 4, frameOf())).toBe("");
  // A single vertex has one essential bar.
  expect(describeEnds([bar(1, null), bar(1, 2)], 0, 1.5, frameOf())).toBe(
    "The essential bar ends at 1.5, the end of the axis. The hats do not read it.",
  );
  expect(describeEnds([bar(1, null, "super", 3)], 1, 0, births)).toBe(
    "The 3 essential bars end at 0, the end of the axis. The hats read their births.",
  );
});

it("places hats inside the range, with births in equal steps and bars of one length", () => {
  for (const direction of ["sub", "super"] as const) {
    const hats = hatsOf(frameOf({ direction, range: [-1, 3] }));
    const sign = direction === "sub" ? 1 : -1;
    expect(hats.map(({ birth, death }) => sign * (death - birth))).toEqual([2, 2, 2]);
    for (const { birth, death } of hats) {
      for (const end of [birth, death]) expect(end >= -1 && end <= 3).toBe(true);
    }
    expect(formatValue(hats[1]!.birth - hats[0]!.birth)).toBe(formatValue(hats[2]!.birth - hats[1]!.birth));
  }
});
