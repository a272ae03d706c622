import { expect, it } from "vitest";
import type { Bar } from "../graph/graph";
import type { Events, Walk } from "../persistence/filtration";
import { edgeSentence } from "./pointSentences";

const GRAPH = { vertices: 3, edges: Uint32Array.of(0, 1, 1, 2, 0, 2), names: ["a", "b", "c"] };
const COMPONENT: Bar = {
  id: "h0:sub:2",
  kind: "h0",
  direction: "sub",
  birth: 0.5,
  death: 2,
  birthVertex: 2,
  deathVertex: 2,
  multiplicity: 1,
  simplices: { birth: [2], death: [1, 2] },
};
const LOOP: Bar = {
  ...COMPONENT,
  id: "h1Essential:sub:2",
  kind: "h1Essential",
  death: null,
  simplices: { birth: [0, 2], death: null },
};

function sentenceOf(events: Partial<Events>): string {
  const walk = { values: Float32Array.of(2), events: [{ births: [], merges: [], loops: [], ...events }] };
  return edgeSentence(walk as unknown as Walk, 0, GRAPH);
}

it("describes the events at a value of an edge filter", () => {
  expect(edgeSentence({ values: new Float32Array(), events: [] } as unknown as Walk, -1, GRAPH)).toBe(
    "K⁰ = ∅: no edge has entered yet.",
  );
  expect(sentenceOf({ births: [COMPONENT] })).toBe("f = 2: a component is born with c.");
  expect(sentenceOf({ merges: [COMPONENT], loops: [LOOP] })).toBe(
    "f = 2: the edge b–c joins two components, and one ends: its bar is (0.5, 2); the edge a–c closes a loop.",
  );
  const two = [COMPONENT, COMPONENT];
  expect(sentenceOf({ births: two, merges: two, loops: [LOOP, LOOP] })).toBe(
    "f = 2: 2 components are born; 2 components end; 2 independent loops are born.",
  );
  expect(sentenceOf({})).toBe("f = 2: the components and loops stay the same.");
});
