import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { builtTopology, isBuilt } from "../../../tests/topology";
import { cases, filters } from "../../../tests/truth";
import { path } from "../../testing";
import type { Topology } from "../../engine/topology";
import type { Bar } from "../graph/graph";
import { lettersFor, vertexName } from "../graph/graph";
import { describePull } from "./pulled";
import { formatValue } from "./values";

const named = { ...path(5), names: lettersFor(5)! };
const f = (...values: number[]): Float32Array => Float32Array.of(...values);

describe.skipIf(!isBuilt)("the sentence about a dragged end of a bar", () => {
  let topology: Topology;
  beforeAll(async () => {
    topology = await builtTopology();
  });
  const pulled = (from: Float32Array, vertex: number, value: number): string => {
    const [before, now] = [from, from.with(vertex, value)].map((one) => topology.filtration(named, one));
    return describePull(before!, now!, vertex, "sub", named);
  };

  it("names the vertex and its value while the pairing is the same", () => {
    expect(pulled(f(1, 3, 2, 4, 1.5), 1, 2.5)).toBe("f(b) = 2.5. The same vertices start and end the bars.");
  });

  it("names the vertices where the creator of a bar changes", () => {
    expect(pulled(f(1, 3, 2, 4, 1.5), 4, 0.5)).toBe(
      "f(e) = 0.5. e and a swap order: a now creates the bar (1, 4).",
    );
  });

  it("names the vertices where another vertex ends a bar", () => {
    // c joins a by b first, then e by d.
    expect(pulled(f(1, 3, 2, 4, 1), 1, 5)).toBe("f(b) = 5. d instead of b now ends the bar (2, 4).");
  });

  it("counts the bars where some appear or vanish", () => {
    expect(pulled(f(1, 3, 2, 4, 1.5), 1, 2)).toContain(
      "There are 2 component bars instead of 3: bars of length zero are not drawn.",
    );
  });

  it("reports no change exactly if the bars have the same vertices, with ties, loops and several edges", () => {
    const change = cases.chain((before) =>
      fc.record({
        case: fc.constant(before),
        vertex: fc.nat({ max: before.graph.vertices - 1 }),
        values: filters(before.graph.vertices),
      }),
    );
    fc.assert(
      fc.property(change, ({ case: { graph, filter, direction }, vertex, values }) => {
        const [before, now] = [filter, filter.with(vertex, values[vertex]!)].map((one) =>
          topology.filtration(graph, one),
        );
        const text = describePull(before!, now!, vertex, direction, graph);
        const bars = [before!, now!].map((filtration) =>
          filtration.bars.filter((bar) => bar.direction === direction && bar.birth !== bar.death),
        );
        const pairs = (list: readonly Bar[]): string[] =>
          list.map((bar) => `${bar.id} ${bar.deathVertex} ${bar.multiplicity}`).sort();
        const [old, current] = bars.map(pairs);
        const isSame = JSON.stringify(old) === JSON.stringify(current);
        expect(text.includes("The same vertices start and end the bars.")).toBe(isSame);
        expect(text).toContain(`f(${vertexName(graph, vertex)}) = ${formatValue(values[vertex]!)}.`);
        const count = /There are (\d+) component bars instead of (\d+)/.exec(text);
        const [were, are] = bars.map((list) => list.filter(({ kind }) => kind.startsWith("h0")).length);
        expect(count ? [Number(count[2]), Number(count[1])] : [were, were]).toEqual([were, are]);
        const ended = /(\S+) instead of (\S+) now ends the bar/.exec(text);
        if (ended) {
          const names = (list: readonly Bar[]): (string | null)[] =>
            list.map(({ deathVertex }) => (deathVertex !== null ? vertexName(graph, deathVertex) : null));
          expect(names(bars[1]!)).toContain(ended[1]);
          expect(names(bars[0]!)).toContain(ended[2]);
        }
        expect(text.length).toBeGreaterThan(`f(${vertex}) = .`.length + 8);
      }),
      { numRuns: 500 },
    );
  });
});
