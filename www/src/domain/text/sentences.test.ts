// Parses every sentence about a filtration and compares it with a search over the graph.

import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { builtTopology, isBuilt } from "../../../tests/topology";
import { cases, components, edgesIn, truth } from "../../../tests/truth";
import type { Case } from "../../../tests/truth";
import { exampleNamed } from "../graph/subject";
import type { Topology } from "../../engine/topology";
import { stageBars } from "../../pages/learn/filledBars";
import { barAsKnown, rowsOf } from "../../plots/stage/rows";
import { withEnds } from "../persistence/bars";
import { hasArrived } from "../persistence/filtration";
import type { Bar } from "../graph/graph";
import { describeBar, describeVertex, sentenceAt } from "./sentences";
import { formatValue } from "./values";

let topology: Topology;

type LoopsEnd = Parameters<typeof sentenceAt>[2]["loopsEnd"];

function sentences({ graph, filter, direction }: Case, loopsEnd: LoopsEnd = null): readonly string[] {
  const filtration = topology.filtration(graph, filter);
  const walk = topology.walk(graph, filtration, direction);
  const joins = (bar: Bar): readonly number[] => topology.joins(graph, filter, bar);
  return [...walk.values.keys()].map((position) =>
    sentenceAt(walk, position, { graph, filter, joins, loopsEnd }),
  );
}

/** The number that the pattern finds in a text; 0 if there is none. */
const number = (text: string, pattern: RegExp): number => Number(pattern.exec(text)?.[1] ?? 0);

function expectTrue(text: string, scene: Case): void {
  const t = Number(/^t = (\S+):/.exec(text)![1]);
  const { arriving, born, met, ended, closed, edges } = truth(scene, t);
  for (const name of arriving.length <= 4 ? arriving : [`${arriving.length} vertices`])
    expect(text).toContain(name);
  const pairs = text.match(/\(\S+, \S+\)/g) ?? [];
  if (arriving.length > 1) {
    expect(text).toContain("arrive together");
    expect(number(text, /with (\d+) edges?;/)).toBe(edges);
    expect(number(text, /(\d+) components? (?:is|are) born/)).toBe(born);
    expect(number(text, /(\d+) components? ends?/)).toBe(ended.length);
    expect(number(text, /(\d+) loops? (?:is|are) born/)).toBe(closed);
    expect(text.includes("only extend")).toBe(born + ended.length + closed === 0);
    return;
  }
  expect(text.includes("component is born")).toBe(born === 1);
  expect(text.includes("extends a component")).toBe(born + ended.length + closed === 0);
  const stated = /a loop is born/.test(text) ? 1 : number(text, /(\d+) independent loops are born/);
  expect(stated).toBe(closed);
  if (ended.length === 0) {
    expect(text).not.toMatch(/merges|younger|either|survive/);
    return;
  }
  const births = met[0]!;
  expect(births.length === 2 ? text.includes("merges two") : text.includes(`merges ${births.length}`)).toBe(
    true,
  );
  if (ended.length <= 4) expect([...pairs].sort()).toEqual(ended);
  const elder = (scene.direction === "sub" ? Math.min : Math.max)(...births);
  expect(text).toContain(`born at ${formatValue(elder)}`);
  const tied = births.filter((birth) => birth === elder).length;
  expect(/either may end|any of these may survive/.test(text)).toBe(tied > 1);
  expect(text.includes("Tie: ")).toBe(tied > 1);
  expect(/The younger one ends|The oldest/.test(text)).toBe(tied === 1);
  if (births.length > 2 && tied > 1) expect(text).toContain(`${tied} of them`);
}

/** Parses the description of a bar and checks the values of its vertices. */
function takenApart(text: string, { graph, filter, direction }: Case) {
  const pattern =
    /^(Sub|Super)level (.+?)(?: ×(\d+))?, born at (\S+) with v(\d+)(?:, (ended|filled) at (\S+) with v(\d+))?$/;
  const [, way, noun, times, birth, begins, ended, death, ends] = pattern.exec(text)!;
  expect(way === "Sub").toBe(direction === "sub");
  expect(Number(birth)).toBe(filter[Number(begins)]);
  if (death !== undefined) expect(Number(death)).toBe(filter[Number(ends)]);
  expect(Number(begins)).toBeLessThan(graph.vertices);
  return {
    noun: noun!,
    times: Number(times ?? 1),
    ended: ended ?? null,
    death: death === undefined ? null : Number(death),
  };
}

describe.skipIf(!isBuilt)("sentences", () => {
  beforeAll(async () => {
    topology = await builtTopology();
  });

  it("describe every step correctly, including ties", () => {
    fc.assert(
      fc.property(cases, (scene) => {
        for (const text of sentences(scene)) expectTrue(text, scene);
      }),
      { numRuns: 1000 },
    );
  });

  it("claim that a loop never ends only where nothing ends it", () => {
    const ends = fc.constantFrom<LoopsEnd>("filled", "extended", null);
    fc.assert(
      fc.property(cases, ends, (scene, loopsEnd) => {
        for (const text of sentences(scene, loopsEnd)) {
          if (!/, and (a loop is|\d+ independent loops are) born/.test(text)) continue;
          expect(text.includes("never ends")).toBe(loopsEnd === null);
          expect(text.includes("triangle")).toBe(loopsEnd === "filled");
          expect(text.includes("on the way back")).toBe(loopsEnd === "extended");
        }
      }),
    );
  });

  it("describe each bar of the stage by its state at t only", () => {
    const ways = fc.constantFrom("ordinary", "extended", "filled");
    fc.assert(
      fc.property(cases, ways, (scene, way) => {
        const { graph, filter, direction } = scene;
        const { bars } = topology.filtration(graph, filter);
        const drawn =
          way === "ordinary"
            ? bars
            : way === "extended"
              ? withEnds(bars, topology.extended(graph, filter))
              : stageBars(topology, graph, filter, bars, true)(direction);
        for (const t of [...filter, null]) {
          const isIn = (v: number): boolean => hasArrived(filter[v]!, t, direction);
          const sentences = rowsOf(drawn, direction, t)
            .filter(({ born }) => born)
            .map((row) => describeBar(barAsKnown(row, t === null), graph));
          const parts = sentences.map((text) => takenApart(text, scene));
          for (const { noun, ended, death } of parts) {
            if (death !== null) expect(t === null || isIn(filter.indexOf(death))).toBe(true);
            if (noun === "component") expect(ended).not.toBe("filled");
            if (noun.includes("extended")) expect(way).toBe("extended");
            if (noun === "extended loop") expect(death === null || t === null).toBe(true);
            if (noun === "loop" && way === "ordinary") expect.fail("a loop of a graph never ends");
          }
          // The bars described as alive are the existing components and loops.
          const alive = parts.filter(({ death }) => death === null);
          const count = (isLoop: boolean): number =>
            alive.reduce((sum, { noun, times }) => sum + (noun.includes("loop") === isLoop ? times : 0), 0);
          const now = components(graph, isIn);
          if (way === "ordinary") {
            expect(count(true)).toBe(
              edgesIn(graph, isIn) - [...filter.keys()].filter(isIn).length + now.length,
            );
          }
          if (way !== "extended") expect(count(false)).toBe(now.length);
          if (way === "extended" && t === null) expect(alive).toEqual([]);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("report whether a vertex has arrived", () => {
    fc.assert(
      fc.property(cases, fc.boolean(), ({ graph, filter }, arrived) => {
        filter.forEach((value, v) => {
          const text = describeVertex(graph, v, value, arrived);
          const [, name, stated] = /^f\((\S+)\) = ([^,]+)/.exec(text)!;
          expect([name, Number(stated)]).toEqual([`v${v}`, value]);
          expect(text.endsWith(", not arrived yet")).toBe(!arrived);
        });
      }),
    );
  });

  it("name the vertices, edges and bars of the first example", () => {
    const { graph, filter } = exampleNamed("path")!;
    expect(sentences({ graph, filter, direction: "sub" })).toEqual([
      "t = 1: a arrives alone; a component is born.",
      "t = 1.5: e arrives alone; a component is born.",
      "t = 2: c arrives alone; a component is born.",
      "t = 3: b arrives with edges to a and c and merges two components, born at 1 and 2. The younger one ends; its bar is (2, 3).",
      "t = 4: d arrives with edges to c and e and merges two components, born at 1 and 1.5. The younger one ends; its bar is (1.5, 4).",
    ]);
  });

  it("report ties", () => {
    const { graph, filter } = exampleNamed("tie")!;
    expect(sentences({ graph, filter, direction: "sub" })).toEqual([
      "t = 1: a and c have the same value and arrive together; 2 components are born.",
      "t = 2: b arrives with edges to a and c and merges two components, both born at 1. Tie: either may end; the bar is (1, 2).",
    ]);
  });

  it("start with K⁰", () => {
    const { graph, filter } = exampleNamed("path")!;
    const filtration = topology.filtration(graph, filter);
    const walk = topology.walk(graph, filtration, "sub");
    expect(sentenceAt(walk, -1, { graph, filter, joins: () => [], loopsEnd: null })).toBe(
      "K⁰ = ∅: no vertex has arrived yet.",
    );
  });

  it("describe a bar with the names of its vertices", () => {
    const { graph, filter } = exampleNamed("path")!;
    const bar = topology.filtration(graph, filter).bars.find(({ id }) => id === "h0:sub:2")!;
    expect(describeBar(bar, graph)).toBe("Sublevel component, born at 2 with c, ended at 3 with b");
  });
});

it("values have at most three decimals and no trailing zeros", () => {
  expect([0.5, 0.125, 1, 0, -0, 0.3333, 1e-5, -2.5, 1e9].map(formatValue)).toEqual([
    "0.5",
    "0.125",
    "1",
    "0",
    "0",
    "0.333",
    "0.00001",
    "-2.5",
    "1000000000",
  ]);
});
