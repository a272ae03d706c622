// Every sentence about a filtration is taken apart again and held against what a search from vertex to vertex finds.

import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { builtTopology, isBuilt } from "../../tests/topology";
import { exampleNamed } from "./examples";
import { hasArrived } from "./filtration";
import type { Topology } from "../engine/topology";
import type { Bar, Direction, Graph } from "./graph";
import { DIRECTIONS } from "./graph";
import { vertexName } from "./names";
import { describeBar, formatValue, sentenceAt } from "./sentences";

interface Case {
  readonly graph: Graph;
  readonly filter: Float32Array;
  readonly direction: Direction;
}

/** Graphs with parallel edges and self-loops; values with and without ties. */
const cases: fc.Arbitrary<Case> = fc.integer({ min: 1, max: 9 }).chain((vertices) => {
  const vertex = fc.nat({ max: vertices - 1 });
  const values = (most: number): fc.Arbitrary<number[]> =>
    fc.array(fc.integer({ min: -most, max: most }), { minLength: vertices, maxLength: vertices });
  return fc.record({
    graph: fc
      .array(fc.tuple(vertex, vertex), { maxLength: 16 })
      .map((pairs) => ({ vertices, edges: Uint32Array.from(pairs.flat()) })),
    filter: fc.oneof(values(2), values(1000)).map((list) => Float32Array.from(list, (value) => value / 4)),
    direction: fc.constantFrom(...DIRECTIONS),
  });
});

let topology: Topology;

function sentences({ graph, filter, direction }: Case): readonly string[] {
  const filtration = topology.filtration(graph, filter);
  const walk = topology.walk(graph, filtration, direction);
  const joins = (bar: Bar): readonly number[] => topology.joins(graph, filter, bar);
  return [...walk.values.keys()].map((position) => sentenceAt(walk, position, { graph, filter, joins }));
}

/** The components of the vertices for which `isIn`, each as a set, found by searching. */
function components({ vertices, edges }: Graph, isIn: (vertex: number) => boolean): Set<number>[] {
  const found: Set<number>[] = [];
  for (let v = 0; v < vertices; v++) {
    if (!isIn(v) || found.some((set) => set.has(v))) continue;
    const set = new Set([v]);
    for (let before = 0; before < set.size;) {
      before = set.size;
      for (let e = 0; e < edges.length; e += 2) {
        const [a, b] = [edges[e]!, edges[e + 1]!];
        if (isIn(a) && isIn(b) && (set.has(a) || set.has(b))) set.add(a).add(b);
      }
    }
    found.push(set);
  }
  return found;
}

/** What really happens when the filtration reaches t. */
function truth({ graph, filter, direction }: Case, t: number) {
  const isIn = (v: number): boolean => hasArrived(filter[v]!, t, direction);
  const was = (v: number): boolean => isIn(v) && filter[v] !== t;
  const edgesIn = (has: (v: number) => boolean): number => {
    let count = 0;
    for (let e = 0; e < graph.edges.length; e += 2)
      if (has(graph.edges[e]!) && has(graph.edges[e + 1]!)) count += 1;
    return count;
  };
  const [old, now] = [components(graph, was), components(graph, isIn)];
  const arriving = [...filter.keys()].filter((v) => filter[v] === t);
  const birthOf = (set: Set<number>): number =>
    direction === "sub"
      ? Math.min(...[...set].map((v) => filter[v]!))
      : Math.max(...[...set].map((v) => filter[v]!));
  const met = now.map((set) => old.filter((before) => [...before].some((v) => set.has(v))));
  const ended = met.flatMap((group) => {
    const births = group.map(birthOf).sort((a, b) => (direction === "sub" ? a - b : b - a));
    return births.slice(1).map((birth) => `(${formatValue(birth)}, ${formatValue(t)})`);
  });
  const loops = (set: Set<number>[], has: (v: number) => boolean): number =>
    edgesIn(has) - [...filter.keys()].filter(has).length + set.length;
  return {
    arriving: arriving.map((v) => vertexName(graph, v)),
    born: met.filter((group) => group.length === 0).length,
    met: met.filter((group) => group.length > 1).map((group) => group.map(birthOf)),
    ended: ended.sort(),
    closed: loops(now, isIn) - loops(old, was),
    edges: edgesIn(isIn) - edgesIn(was),
  };
}

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
    expect(number(text, /(\d+) loops? closes?/)).toBe(closed);
    expect(text.includes("only extend")).toBe(born + ended.length + closed === 0);
    return;
  }
  expect(text.includes("component is born")).toBe(born === 1);
  expect(text.includes("extends a component")).toBe(born + ended.length + closed === 0);
  const said = /closes a loop/.test(text) ? 1 : number(text, /closes (\d+) loops/);
  expect(said).toBe(closed);
  if (ended.length === 0) {
    expect(text).not.toMatch(/joins|younger|either|goes on/);
    return;
  }
  const births = met[0]!;
  expect(births.length === 2 ? text.includes("joins two") : text.includes(`joins ${births.length}`)).toBe(
    true,
  );
  if (ended.length <= 4) expect([...pairs].sort()).toEqual(ended);
  const elder = (scene.direction === "sub" ? Math.min : Math.max)(...births);
  expect(text).toContain(`born at ${formatValue(elder)}`);
  const tied = births.filter((birth) => birth === elder).length;
  expect(/either may end|any of these may go on/.test(text)).toBe(tied > 1);
  expect(/The younger one ends|The eldest/.test(text)).toBe(tied === 1);
  if (births.length > 2 && tied > 1) expect(text).toContain(`${tied} of them`);
}

describe.skipIf(!isBuilt)("sentences", () => {
  beforeAll(async () => {
    topology = await builtTopology();
  });

  it("say of every step what really happens, ties and all", () => {
    fc.assert(
      fc.property(cases, (scene) => {
        for (const text of sentences(scene)) expectTrue(text, scene);
      }),
      { numRuns: 1000 },
    );
  });

  it("of the first example name vertices, edges and bars", () => {
    const { graph, filter } = exampleNamed("path")!;
    expect(sentences({ graph, filter, direction: "sub" })).toEqual([
      "t = 1: a arrives alone; a component is born.",
      "t = 1.5: e arrives alone; a component is born.",
      "t = 2: c arrives alone; a component is born.",
      "t = 3: b arrives with its edges to a and c and joins two components, born at 1 and 2. The younger one ends, its bar is (2, 3).",
      "t = 4: d arrives with its edges to c and e and joins two components, born at 1 and 1.5. The younger one ends, its bar is (1.5, 4).",
    ]);
  });

  it("call a tie a tie", () => {
    const { graph, filter } = exampleNamed("tie")!;
    expect(sentences({ graph, filter, direction: "sub" })).toEqual([
      "t = 1: a and c have the same value and arrive together; 2 components are born.",
      "t = 2: b arrives with its edges to a and c and joins two components, both born at 1: either may end, the bar is (1, 2).",
    ]);
  });

  it("begin with K⁰", () => {
    const { graph, filter } = exampleNamed("path")!;
    const filtration = topology.filtration(graph, filter);
    const walk = topology.walk(graph, filtration, "sub");
    expect(sentenceAt(walk, -1, { graph, filter, joins: () => [] })).toBe("K⁰ = ∅: nothing has arrived yet.");
  });

  it("describe a bar by the names of its vertices", () => {
    const { graph, filter } = exampleNamed("path")!;
    const bar = topology.filtration(graph, filter).bars.find(({ id }) => id === "h0:sub:2")!;
    expect(describeBar(bar, graph)).toBe("Sublevel component, born at 2 with c, ended at 3 with b");
  });
});

it("values have at most three decimals, and no zeros that say nothing", () => {
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
