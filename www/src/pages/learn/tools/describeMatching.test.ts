// Compares the sentences about a matching with a search through all matchings.

import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { builtTopology, isBuilt } from "../../../../tests/topology";
import { cases, filters } from "../../../../tests/truth";
import { isZeroLength } from "../../../domain/persistence/bars";
import { matchBars, MEASURES, wholeDistance } from "../../../domain/persistence/stability";
import type { Matchings, Measure } from "../../../domain/persistence/stability";
import { isLoop, vertexName } from "../../../domain/graph/graph";
import type { Bar, Direction, Filtration } from "../../../domain/graph/graph";
import { path } from "../../../testing";
import type { Topology } from "../../../engine/topology";
import { allLines, describeLine, describeMatching } from "./describeMatching";

type Ends = readonly [birth: number, death: number];

/** The ends of the bars of a direction and a dimension, once for each component or loop. */
function endsIn({ bars }: Filtration, direction: Direction, loops: boolean): readonly Ends[] {
  const never = direction === "sub" ? Infinity : -Infinity;
  return bars
    .filter((bar) => bar.direction === direction && isLoop(bar.kind) === loops && !isZeroLength(bar))
    .flatMap((bar) => Array.from({ length: bar.multiplicity }, (): Ends => [bar.birth, bar.death ?? never]));
}

const gap = (x: number, y: number): number => (x === y ? 0 : Math.abs(x - y));
const between = (p: Ends, q: Ends): number => Math.max(gap(p[0], q[0]), gap(p[1], q[1]));
const alone = ([birth, death]: Ends): number => gap(birth, death) / 2;

/** The least cost of all matchings, before the root. */
function least(measure: Measure, a: readonly Ends[], b: readonly Ends[]): number {
  const [first, ...rest] = a;
  const power = (cost: number): number => (measure === "wasserstein2" ? cost ** 2 : cost);
  const join = (x: number, y: number): number => (measure === "bottleneck" ? Math.max(x, y) : x + y);
  if (first === undefined) return b.reduce((cost, q) => join(cost, power(alone(q))), 0);
  return b.reduce(
    (best, q, j) => Math.min(best, join(power(between(first, q)), least(measure, rest, b.toSpliced(j, 1)))),
    join(power(alone(first)), least(measure, rest, b)),
  );
}

/** The number behind a word of a sentence. */
function numberAfter(text: string, words: string): number {
  const found = text.split(words)[1];
  expect(found, `“${words}” in “${text}”`).toBeDefined();
  return found!.trim().startsWith("infinite") ? Infinity : Number.parseFloat(found!);
}

describe.skipIf(!isBuilt)("the sentences about a matching", () => {
  let topology: Topology;
  beforeAll(async () => {
    topology = await builtTopology();
  });
  const match = (measure: Measure, f: Filtration, g: Filtration, direction: Direction): Matchings =>
    matchBars(f.bars, g.bars, direction, (a, b) => topology.distance(measure, a, b));

  // Two filters of one graph, or of two graphs; few bars, because the search is slow.
  const changes = cases
    .chain((first) =>
      fc.oneof(
        filters(first.graph.vertices).map((filter) => ({ first, second: { ...first, filter } })),
        cases.map((second) => ({ first, second })),
      ),
    )
    .map(({ first, second }) => ({
      graph: first.graph,
      f: topology.filtration(first.graph, first.filter),
      g: topology.filtration(second.graph, second.filter),
      direction: first.direction,
    }));

  it("state the distance that a search finds, and the number of lines that it consists of", () => {
    fc.assert(
      fc.property(
        fc.constant(null).chain(() => changes),
        ({ f, g, direction }) => {
          const [a, b] = [f, g].map((all) => [false, true].map((loops) => endsIn(all, direction, loops)));
          fc.pre([...a!, ...b!].every((ends) => ends.length <= 5));
          for (const measure of MEASURES) {
            const matchings = match(measure, f, g, direction);
            const text = describeMatching(measure, matchings);
            expect(text).not.toMatch(/NaN|undefined/);
            const costs = [0, 1].map((i) => least(measure, a![i]!, b![i]!));
            const sum = costs[0]! + costs[1]!;
            const wanted =
              measure === "bottleneck"
                ? Math.max(...costs)
                : measure === "wasserstein2"
                  ? Math.sqrt(sum)
                  : sum;
            const distance = numberAfter(text, "distance is");
            if (wanted === Infinity) {
              expect(text).toContain("the numbers of bars that never end differ");
              expect(a!.some((ends, i) => endless(ends) !== endless(b![i]!))).toBe(true);
              expect(distance).toBe(Infinity);
              continue;
            }
            expect(Math.abs(distance - wanted)).toBeLessThan(0.001);
            const lines = allLines(matchings);
            expect(lines.map(({ length }) => length)).toEqual(
              lines.map(({ length }) => length).toSorted((x, y) => y - x),
            );
            if (wanted === 0) {
              expect(text).toContain("both barcodes are equal");
              expect(a!.map(sorted)).toEqual(b!.map(sorted));
              continue;
            }
            const single = lines.filter(({ from, to }) => from === null || to === null);
            expect(/(\d+) bars? (?:is|are) matched to the diagonal/.exec(text)?.[1] ?? "0").toBe(
              String(single.length),
            );
            if (measure === "bottleneck") {
              const longest = lines.filter(({ length }) => length === wanted).length;
              if (longest === 1) expect(text).toContain("the length of the longest line");
              else expect(numberAfter(text, "each of the")).toBe(longest);
            } else {
              const moved = lines.filter(({ length }) => length > 0);
              expect(numberAfter(text, "lengths of")).toBe(moved.length);
              expect(text.includes("counts n times")).toBe(moved.some(({ count }) => count > 1));
            }
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  const endless = (ends: readonly Ends[]): number =>
    ends.filter(([, death]) => !Number.isFinite(death)).length;
  const sorted = (ends: readonly Ends[]): readonly string[] => ends.map(String).toSorted();

  it("contain each component and each loop once, with the length of its line", () => {
    fc.assert(
      fc.property(
        fc.constant(null).chain(() => changes),
        ({ graph, f, g, direction }) => {
          for (const measure of MEASURES) {
            const lines = allLines(match(measure, f, g, direction));
            for (const [side, { bars }] of [
              ["from", f],
              ["to", g],
            ] as const) {
              const counts = new Map<Bar, number>();
              for (const line of lines) {
                const bar = line[side];
                if (bar) counts.set(bar, (counts.get(bar) ?? 0) + line.count);
              }
              const seen = bars.filter((bar) => bar.direction === direction && !isZeroLength(bar));
              expect(counts).toEqual(new Map(seen.map((bar) => [bar, bar.multiplicity])));
            }
            for (const line of lines) {
              const { from, to, length, count } = line;
              const [p, q] = [from, to].map(
                (bar): Ends | null =>
                  bar && [bar.birth, bar.death ?? (direction === "sub" ? Infinity : -Infinity)],
              );
              expect(length).toBe(p && q ? between(p, q) : alone((p ?? q)!));
              const text = describeLine(line, graph, graph);
              expect(text.includes("reference bar")).toBe(from !== null);
              expect(text.includes("current bar")).toBe(from === null);
              for (const bar of [from, to])
                if (bar) expect(text).toContain(` of ${vertexName(graph, bar.birthVertex)}`);
              expect(text.includes(`×${count}`)).toBe(count > 1);
              if (length === Infinity) expect(text).toMatch(/no partner, .* infinite/);
              else expect(Math.abs(numberAfter(text, "length ") - length)).toBeLessThan(0.001);
              expect(text.includes("diagonal")).toBe(!from || !to);
            }
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it("describe one vertex, ties and no bars", () => {
    const one = path(1);
    const at = (value: number): Filtration => topology.filtration(one, Float32Array.of(value));
    const sentenceOf = (measure: Measure, f: Filtration, g: Filtration): string =>
      describeMatching(measure, match(measure, f, g, "sub"));
    expect(sentenceOf("bottleneck", at(1), at(1.5))).toBe(
      "The bottleneck distance is 0.5, the length of the longest line.",
    );
    expect(sentenceOf("wasserstein2", at(1), at(1))).toBe(
      "The 2-Wasserstein distance is 0: both barcodes are equal.",
    );
    const two = { vertices: 2, edges: new Uint32Array() };
    const both = [0, 1].map((value) => topology.filtration(two, Float32Array.of(value, value + 4)));
    expect(sentenceOf("bottleneck", both[0]!, both[1]!)).toBe(
      "The bottleneck distance is 1, the length of each of the 2 longest lines.",
    );
    expect(sentenceOf("wasserstein1", both[0]!, both[1]!)).toBe(
      "The 1-Wasserstein distance is 2, the sum of the lengths of 2 lines.",
    );
    expect(sentenceOf("wasserstein1", at(1), both[0]!)).toBe(
      "The 1-Wasserstein distance is infinite: the numbers of bars that never end differ.",
    );
    const none = { filter: new Float32Array(), bars: [] };
    expect(sentenceOf("bottleneck", none, none)).toBe("Neither filtration has a bar of positive length.");
    expect(wholeDistance("wasserstein2", match("wasserstein2", none, none, "sub"))).toBe(0);
  });
});
