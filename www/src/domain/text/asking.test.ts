// Compares every question and its answer with a search over the graph.

import fc from "fast-check";
import { expect, it } from "vitest";
import { oracle } from "../../../tests/oracle";
import { cases, components, truth } from "../../../tests/truth";
import type { Case } from "../../../tests/truth";
import { describeCandidate, describeQuestion, nextQuestion, questionAt } from "./asking";
import type { AskedOf, MergeQuestion } from "./asking";
import { exampleNamed } from "../graph/subject";
import { hasArrived } from "../persistence/filtration";
import type { Walk } from "../persistence/filtration";
import { formatValue } from "./values";

function walkOf({ graph, filter, direction }: Case): { walk: Walk; scene: AskedOf } {
  const walk = oracle.walk(graph, oracle.filtration(graph, filter), direction);
  const componentAt = (vertex: number, t: number | null): Uint32Array => {
    const isIn = (v: number): boolean => hasArrived(filter[v]!, t, direction);
    return Uint32Array.from(components(graph, isIn).find((set) => set.has(vertex)) ?? []);
  };
  return { walk, scene: { graph, filter, componentAt, joins: (bar) => oracle.joins(graph, filter, bar) } };
}

it("exist exactly where two to four components meet at one vertex and no tie decides", () => {
  fc.assert(
    fc.property(cases, (scene) => {
      const { walk, scene: asked } = walkOf(scene);
      const first = scene.direction === "sub" ? Math.min : Math.max;
      walk.values.forEach((t, position) => {
        const question = questionAt(walk, position, asked);
        const { met, arriving } = truth(scene, t);
        const [births = []] = met;
        const eldest = first(...births);
        const fair = births.filter((birth) => birth === eldest).length === 1;
        const expected = arriving.length === 1 && births.length >= 2 && births.length <= 4 && fair;
        expect(question !== null).toBe(expected);
        if (question) trueOf(question, scene, births, eldest);
      });
    }),
    { numRuns: 1000 },
  );
});

function trueOf(question: MergeQuestion, scene: Case, births: readonly number[], eldest: number): void {
  const { graph, filter, direction } = scene;
  const { candidates, vertex, value } = question;
  const before = components(graph, (v) => hasArrived(filter[v]!, value, direction) && filter[v] !== value);
  const sorted = (numbers: readonly number[]): number[] => [...numbers].sort((a, b) => a - b);
  expect(sorted(candidates.map(({ birth }) => birth))).toEqual(sorted(births));
  for (const { birthVertex, birth, vertices } of candidates) {
    expect(before.find((set) => set.has(birthVertex))).toEqual(vertices);
    expect(filter[birthVertex]).toBe(birth);
  }
  const right = candidates.filter((candidate) => candidate.right);
  expect(right).toHaveLength(1);
  expect(right[0]!.birth === eldest).toBe(question.asks === "survives");
  expect(question.asks === "ends").toBe(births.length === 2);
  const text = describeQuestion(question, graph);
  const [, at, joins] = /^At t = (\S+), v(\d+) joins/.exec(text)!;
  expect([Number(at), Number(joins)]).toEqual([Number(formatValue(value)), vertex]);
  expect(text.match(/v\d+/g)!.slice(1)).toEqual(candidates.map(({ birthVertex }) => `v${birthVertex}`));
  for (const candidate of candidates) {
    const [, name, birth] = /^v(\d+) \(born at (\S+)\)$/.exec(describeCandidate(candidate, graph))!;
    expect([Number(name), birth]).toEqual([candidate.birthVertex, formatValue(candidate.birth)]);
  }
  expect(text).toMatch(question.asks === "ends" ? /Which one ends\?$/ : /Which one survives\?$/);
}

it("are found in the order of the filtration", () => {
  fc.assert(
    fc.property(cases, fc.integer({ min: -1, max: 8 }), fc.integer({ min: -1, max: 8 }), (any, from, to) => {
      const { walk, scene } = walkOf(any);
      const on = [...walk.values.keys()].filter((at) => at > from && at <= to && questionAt(walk, at, scene));
      expect(nextQuestion(walk, from, to, scene)?.position).toBe(on[0]);
    }),
    { numRuns: 1000 },
  );
});

it("have sentences", () => {
  const { graph, filter } = exampleNamed("path")!;
  const { walk, scene } = walkOf({ graph, filter, direction: "sub" });
  expect(describeQuestion(nextQuestion(walk, -1, 4, scene)!, graph)).toBe(
    "At t = 3, b joins the components of a and c. Which one ends?",
  );
});
