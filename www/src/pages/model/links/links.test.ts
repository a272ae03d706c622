// The links of a synthetic graph against a direct sum over its bars and coordinate functions.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NO_VERTEX } from "../../../domain/persistence/bars";
import type { Explained } from "../../../engine/calls";
import { functionsOf, TYPE_OF } from "../coordinates/functions";
import { amountFor } from "../../../domain/contributions/bars";
import {
  largest,
  linksOf,
  highlightOf,
  bandsOf,
  describeEnds,
  describeFunctionLinks,
  describeLink,
  describeRow,
  describeShown,
} from "./links";

const CLASSES = 3;
const FUNCTIONS = 4;

/** Bars of B₀ and B₁^∞ with given shares and gradients; scores are computed from them in double precision. */
function graph(bars: number, loops: number, numbers: readonly number[], bias: readonly number[]): Explained {
  let next = 0;
  const draw = (count: number): Float32Array =>
    Float32Array.from({ length: count }, () => numbers[next++ % numbers.length]!);
  const filter = Float32Array.from({ length: bars + loops + 1 }, (_, vertex) => vertex / 8);
  const end = bars + loops;
  const sides = [
    { barcode: "h0" as const, kind: 0, first: 0, count: bars, death: end, width: 3 },
    { barcode: "h1Essential" as const, kind: 2, first: bars, count: loops, death: NO_VERTEX, width: 2 },
  ];
  const gradient = draw(2 * FUNCTIONS * CLASSES);
  const contributions: number[] = [];
  const ofFunctions = new Float32Array(gradient.length);
  const hats = sides.map(({ barcode, kind, first, count, death, width }, side) => {
    const shares = draw(count * FUNCTIONS);
    const values = new Float32Array(FUNCTIONS);
    for (let bar = 0; bar < count; bar += 1) {
      const adds = new Array<number>(CLASSES).fill(0);
      for (let k = 0; k < FUNCTIONS; k += 1) {
        const share = shares[bar * FUNCTIONS + k]!;
        values[k]! += share;
        for (let label = 0; label < CLASSES; label += 1) {
          const at = (side * FUNCTIONS + k) * CLASSES + label;
          adds[label]! += share * gradient[at]!;
          ofFunctions[at]! += share * gradient[at]!;
        }
      }
      contributions.push(...adds);
    }
    const rows = Array.from({ length: count }, (_, bar) => [kind, 0, first + bar, death, 1]);
    return {
      barcode,
      element: "rational" as const,
      hats: new Float32Array(FUNCTIONS * width),
      values,
      bars: Uint32Array.from(rows.flat()),
      shares,
    };
  });
  const logits = Float64Array.from({ length: CLASSES }, (_, label) =>
    contributions.reduce((sum, add, at) => sum + (at % CLASSES === label ? add : 0), bias[label]!),
  );
  return {
    vertices: filter.length,
    edges: new Uint32Array(),
    filter,
    bars: new Uint32Array(),
    edgeFilter: null,
    extendedComponents: null,
    extendedLoops: null,
    logits,
    hats,
    scores: {
      bars: Uint32Array.from(hats.flatMap((own) => Array.from(own.bars))),
      contributions: Float32Array.from(contributions),
      without: new Float64Array(contributions.length),
      bias: Float64Array.from(bias),
      others: new Float32Array(bias.length),
      hats: ofFunctions,
      gradient,
    },
  };
}

const amount = fc.float({ noNaN: true, min: -4, max: 4 });
const graphs = fc
  .tuple(
    fc.nat({ max: 6 }),
    fc.nat({ max: 4 }),
    fc.array(amount, { minLength: 1, maxLength: 90 }),
    fc.array(amount, { minLength: CLASSES, maxLength: CLASSES }),
  )
  .map((made) => graph(...made));
const FIRST = { of: 0, against: null };
const targets = fc.constantFrom({ of: 0, against: null }, { of: 2, against: null }, { of: 1, against: 2 });

const total = (amounts: readonly { readonly amount: number }[]): number =>
  amounts.reduce((sum, own) => sum + own.amount, 0);

describe("the links of a graph", () => {
  it("add up to the score in each column, with the others and the bias", () => {
    fc.assert(
      fc.property(graphs, targets, fc.nat({ max: 12 }), (explained, target, most) => {
        const { bars, coordinates, links, bias } = linksOf(explained, target, most)!;
        const { logits } = explained;
        const score = logits[target.of]! - (target.against === null ? 0 : logits[target.against]!);
        for (const column of [bars.nodes, coordinates.nodes, links])
          expect(total(column) + bias.amount).toBeCloseTo(score, 3);
      }),
    );
  });

  it("add up to each bar, to each function, and to all others", () => {
    fc.assert(
      fc.property(graphs, targets, fc.nat({ max: 12 }), (explained, target, most) => {
        const { bars, coordinates, links } = linksOf(explained, target, most)!;
        for (const node of bars.nodes)
          expect(total(links.filter(({ from }) => from === node))).toBeCloseTo(node.amount, 3);
        for (const node of coordinates.nodes)
          expect(total(links.filter(({ to }) => to === node))).toBeCloseTo(node.amount, 3);
      }),
    );
  });

  it("show the largest elements, and count the others by barcode", () => {
    fc.assert(
      fc.property(graphs, targets, fc.nat({ max: 5 }), (explained, target, most) => {
        const { bars, coordinates, links } = linksOf(explained, target, most)!;
        expect(bars.shown).toBeLessThanOrEqual(most);
        expect(bars.nodes.reduce((sum, { rows }) => sum + rows, 0)).toBe(bars.all);
        for (const barcode of ["h0", "h1Essential"] as const) {
          const own = coordinates.nodes.filter((node) => node.barcode === barcode);
          expect(own.reduce((sum, { functions }) => sum + functions, 0)).toBe(FUNCTIONS);
        }
        const sizes = links.map((link) => Math.abs(link.amount));
        expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
        expect(links.every(({ from, to }) => !from.row || TYPE_OF[to.barcode] === from.row.type)).toBe(true);
      }),
    );
  });

  it("show the first functions of each barcode, then the largest of all", () => {
    fc.assert(
      fc.property(graphs, targets, fc.integer({ min: 4, max: 8 }), (explained, target, most) => {
        const { nodes, shown } = linksOf(explained, target, most)!.coordinates;
        const sizes = functionsOf(explained)
          .map(({ barcode, contributions }) => ({
            barcode,
            size: Math.abs(amountFor(contributions, target)),
          }))
          .filter(({ size }) => size > 0)
          .toSorted((a, b) => b.size - a.size);
        const own = nodes.slice(0, shown).map(({ barcode, amount }) => ({ barcode, size: Math.abs(amount) }));
        expect(shown).toBe(Math.min(most, sizes.length));
        expect(own).toEqual(own.toSorted((a, b) => b.size - a.size));
        const [here, there] = (["h0", "h1Essential"] as const).map((barcode) => ({
          all: sizes.filter((one) => one.barcode === barcode).map(({ size }) => size),
          seen: own.filter((one) => one.barcode === barcode).map(({ size }) => size),
        }));
        for (const [one, other] of [
          [here!, there!],
          [there!, here!],
        ] as const) {
          expect(one.seen).toEqual(one.all.slice(0, one.seen.length));
          expect(one.seen.length).toBeGreaterThanOrEqual(Math.min(2, one.all.length));
          const hidden = other.all[other.seen.length] ?? 0;
          if (one.seen.length > 2) expect(one.seen.at(-1)).toBeGreaterThanOrEqual(hidden);
        }
      }),
    );
  });

  it("do not exist in a model without bars", () => {
    const explained = { ...graph(1, 0, [1], [0, 0, 0]), scores: null, hats: [] };
    expect(linksOf(explained, { of: 0, against: null }, 5)).toBeNull();
  });
});

describe("the lines", () => {
  const steps = { bar: 34, function: 25 };

  it("are as wide as their contributions, side by side, and within the elements that they leave and reach", () => {
    fc.assert(
      fc.property(graphs, targets, fc.nat({ max: 9 }), (explained, target, most) => {
        const links = linksOf(explained, target, most)!;
        const { height, scale, toFunctions, toScore } = bandsOf(links, steps);
        expect(toFunctions.length).toBe(links.links.length);
        expect(toScore.length).toBe(links.coordinates.nodes.length + 1);
        expect(total(toScore)).toBeCloseTo(total(links.coordinates.nodes) + links.bias.amount, 6);
        for (const { amount, width } of [...toFunctions, ...toScore])
          expect(width).toBeCloseTo(Math.abs(amount) * scale, 6);
        const fits = (ends: readonly { at: number; width: number }[], within: number): void => {
          for (const [i, { at, width }] of ends.entries()) {
            if (i > 0) expect(at - width / 2).toBeCloseTo(ends[i - 1]!.at + ends[i - 1]!.width / 2, 6);
            expect(at - width / 2).toBeGreaterThan(-1e-6);
            expect(at + width / 2).toBeLessThan(height + 1e-6);
          }
          expect(ends.reduce((sum, { width }) => sum + width, 0)).toBeLessThan(within);
        };
        for (const node of links.bars.nodes)
          fits(
            toFunctions
              .filter(({ link }) => link.from === node)
              .map(({ from, width }) => ({ at: from, width })),
            steps.bar,
          );
        for (const node of links.coordinates.nodes)
          fits(
            toFunctions.filter(({ link }) => link.to === node).map(({ to, width }) => ({ at: to, width })),
            steps.function,
          );
        fits(
          toScore.map(({ to, width }) => ({ at: to, width })),
          height,
        );
      }),
    );
  });

  it("have no width without contributions", () => {
    const { toFunctions, toScore } = bandsOf(linksOf(graph(2, 1, [0], [0, 0, 0]), FIRST, 4)!, steps);
    expect(toFunctions).toEqual([]);
    expect(toScore.every(({ width }) => width === 0)).toBe(true);
  });
});

describe("the highlighted lines", () => {
  const links = linksOf(graph(2, 1, [1, 2, 3], [0, 0, 0]), FIRST, 9)!;
  const bar = links.bars.nodes.find(({ row }) => row?.type === "bar")!;
  const ofBar = links.coordinates.nodes.find(({ barcode }) => barcode === "h0")!;
  const ofLoop = links.coordinates.nodes.find(({ barcode }) => barcode === "h1Essential")!;
  const [litRow, id, other] = [bar.row!.id, ofBar.own!.id, ofLoop.own!.id];
  const none = { litRow: null, litFunction: null, chosenRow: null };

  it("are all lines of a bar or of a function, with their other ends", () => {
    expect(highlightOf(links, none).links.size).toBe(0);
    const ofRow = highlightOf(links, { ...none, litRow });
    expect([...ofRow.links]).toEqual(links.links.filter(({ from }) => from === bar));
    expect(ofRow.functions.size).toBe(FUNCTIONS);
    const ofFunction = highlightOf(links, { ...none, litFunction: id });
    expect([...ofFunction.links]).toEqual(links.links.filter(({ to }) => to === ofBar));
    expect(ofFunction.bars.size).toBe(2);
  });

  it("are the line between a bar and a function that reads it", () => {
    const { links: lines, bars, functions } = highlightOf(links, { ...none, litRow, litFunction: id });
    expect([...lines]).toEqual(links.links.filter(({ from, to }) => from === bar && to === ofBar));
    expect([...bars, ...functions]).toEqual([bar, ofBar]);
  });

  it("are those of the element that is not selected, without a line between the two", () => {
    const wanted = { litRow, litFunction: other };
    expect(highlightOf(links, { ...wanted, chosenRow: null })).toMatchObject({ row: bar, own: null });
    expect(highlightOf(links, { ...wanted, chosenRow: litRow })).toMatchObject({ row: null, own: ofLoop });
  });
});

describe("the sentences", () => {
  // One bar (0, 0.25) with shares 1, 2, −4 and 0.5, and the gradients 3, 0.25, 0.5 and 1.
  const made = graph(1, 0, [0], [0.5, 0, 0]);
  const scores = made.scores!;
  const [reading] = made.hats;
  const explained: Explained = {
    ...made,
    filter: Float32Array.of(0, 0.25),
    hats: [
      { ...reading!, shares: Float32Array.of(1, 2, -4, 0.5), values: Float32Array.of(1, 2, -4, 0.5) },
      made.hats[1]!,
    ],
    scores: {
      ...scores,
      contributions: Float32Array.of(2, 0, 0),
      gradient: scores.gradient.map((_, at) => [3, 0, 0, 0.25, 0, 0, 0.5, 0, 0, 1, 0, 0][at] ?? 0),
      hats: scores.hats.map((_, at) => [3, 0, 0, 0.5, 0, 0, -2, 0, 0, 0.5, 0, 0][at] ?? 0),
    },
  };
  const links = linksOf(explained, FIRST, 2)!;
  const row = links.bars.nodes[0]!.row!;
  const own = links.coordinates.nodes[0]!.own!;
  const name = "score of class 1";

  it("give the number of elements with an own name, and their share", () => {
    expect(describeShown(links)).toBe(
      "1 of 1 row of bars: 100.0 % of the absolute contribution. 2 of 8 functions: 83.3 %.",
    );
  });

  it("name a bar, its vertices and its functions with their contributions", () => {
    expect(`${row.name}${describeRow(links, row, FIRST, name)}`).toBe(
      "bar (0, 0.25) contributes +2.00 to the score of class 1: +3.00 through function 1 of B₀, −2.00 through function 3 of B₀ and +1.00 through the other functions of B₀.",
    );
    expect(describeEnds(row, String)).toBe("It is born at vertex 0 (f = 0) and dies at vertex 1 (f = 0.25).");
    expect(describeEnds({ ...row, deathVertex: null, death: null, count: 2 }, String)).toBe(
      "One of them is born at vertex 0 (f = 0) and is essential.",
    );
  });

  it("name a function and its bars, and the line between both", () => {
    expect(describeFunctionLinks(links, own, FIRST, name)).toBe(
      " contributes +3.00 to the score of class 1: its value 1 times the local gradient 3. Of this, +3.00 from bar (0, 0.25).",
    );
    expect(describeLink(row, links.links[0]!, FIRST, name)).toBe(
      " contributes +3.00 to the score of class 1 through function 1 of B₀: 1 of its value 1, times the local gradient 3.",
    );
  });

  it("add up the lines beyond the first", () => {
    const all = linksOf(explained, FIRST, 9)!;
    expect(describeRow(all, row, FIRST, name)).toContain("−2.00 through function 3 of B₀");
    const many = { ...all, links: [...all.links, ...all.links] };
    expect(describeRow(many, row, FIRST, name)).toMatch(/ and \+2\.50 on 5 further lines\.$/);
  });
});

describe("the shown share", () => {
  const same = (value: number): number => value;

  it("is that of the absolute amounts", () => {
    const { shown, others, share } = largest([1, -6, 3], same, 2);
    expect(shown.map(({ of }) => of)).toEqual([-6, 3]);
    expect(others).toEqual([{ of: 1, amount: 1 }]);
    expect(share).toBe(0.9);
  });

  it("is 1 without contributions, and 0 if nothing is shown of some", () => {
    expect(largest([0, 0], same, 2)).toMatchObject({ shown: [], share: 1 });
    expect(largest([2], same, 0).share).toBe(0);
  });
});
