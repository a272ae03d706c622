// The replies to an entered barcode, compared with the slow reference implementation.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { oracle } from "../../../../../tests/oracle";
import { isZeroLength } from "../../../../domain/persistence/bars";
import type { Bar, Graph } from "../../../../domain/graph/graph";
import { LETTERS, lettersFor } from "../../../../domain/graph/graph";
import { repliesTo } from "./barcode";
import type { Entered } from "./barcode";
import { Chance } from "./chance";
import { formatBar } from "./words";

interface Tree {
  readonly graph: Graph;
  readonly values: readonly number[];
  readonly bars: readonly Bar[];
}

function treeOf(seed: number): Tree {
  const chance = new Chance(seed);
  const vertices = chance.whole(1, 8);
  const graph = { ...chance.graph(vertices, 0), names: lettersFor(vertices)! };
  const values = chance.values(vertices);
  const bars = oracle
    .filtration(graph, Float32Array.from(values))
    .bars.filter((bar) => bar.direction === "sub" && !isZeroLength(bar));
  return { graph, values, bars };
}

const trees = fc.nat(5000).map(treeOf);

describe("the replies to a barcode", () => {
  it("are all right for the barcode, in any order", () => {
    fc.assert(
      fc.property(trees, fc.nat(), ({ graph, values, bars }, seed) => {
        const entered = new Chance(seed).shuffled(bars);
        const replies = repliesTo(entered, bars, graph, values);
        expect(replies).toHaveLength(bars.length);
        expect(replies.every(({ right }) => right)).toBe(true);
      }),
    );
  });

  it("are one for each entered bar and one for each missing bar, and each is true", () => {
    const pick = fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 5 });
    fc.assert(
      fc.property(trees, pick, ({ graph, values, bars }, picks) => {
        const sorted = [...values].sort((a, b) => a - b);
        const entered = picks.map(([from, to]): Entered => {
          const birth = from % sorted.length;
          const death = birth + 1 + (to % (sorted.length - birth));
          return { birth: sorted[birth]!, death: sorted[death] ?? null };
        });
        const replies = repliesTo(entered, bars, graph, values);
        const started = new Set<number>();
        replies.forEach(({ right, why }, i) => {
          const bar = entered[i];
          if (!bar) {
            const [, name, at] = /^A bar is missing: (\w) enters at (\d+), before all its neighbours\.$/.exec(
              why,
            )!;
            const vertex = LETTERS.indexOf(name!);
            expect(values[vertex]).toBe(Number(at));
            expect(entered.some(({ birth }) => birth === Number(at))).toBe(false);
            expect(bars.some(({ birthVertex }) => birthVertex === vertex)).toBe(true);
            return;
          }
          expect(why.startsWith(`${formatBar(bar)}: `)).toBe(true);
          const known = bars.find(({ birth }) => birth === bar.birth);
          expect(right).toBe(known?.death === bar.death && !started.has(bar.birth));
          if (!known) {
            const [, at, name, others] = /no bar begins at (\d+)\. (\w) enters next to (.*)\.$/.exec(why)!;
            const vertex = LETTERS.indexOf(name!);
            expect(values[vertex]).toBe(Number(at));
            for (const other of others!.split(" and ").map((one) => LETTERS.indexOf(one))) {
              expect(values[other]).toBeLessThan(values[vertex]!);
              expect(joined(graph, vertex, other)).toBe(true);
            }
          } else if (started.has(bar.birth)) {
            expect(why).toContain(`only one bar begins with ${LETTERS[known.birthVertex]!}`);
          } else if (!right && known.death !== null) {
            const [, way, at, name] = /It ends(?: (later|earlier),)? at (\d+): there, (\w) joins/.exec(why)!;
            expect(Number(at)).toBe(known.death);
            expect(LETTERS.indexOf(name!)).toBe(known.deathVertex);
            expect(way).toBe(bar.death === null ? undefined : bar.death < known.death ? "later" : "earlier");
          } else if (!right) {
            expect(why).toContain("is the oldest one, so its bar never ends");
            expect(known.birth).toBe(sorted[0]);
          }
          if (known) started.add(bar.birth);
        });
        const found = new Set(entered.map(({ birth }) => birth));
        expect(replies).toHaveLength(entered.length + bars.filter(({ birth }) => !found.has(birth)).length);
      }),
    );
  });
});

function joined({ edges }: Graph, a: number, b: number): boolean {
  for (let e = 0; e < edges.length; e += 2)
    if ((edges[e] === a && edges[e + 1] === b) || (edges[e] === b && edges[e + 1] === a)) return true;
  return false;
}
