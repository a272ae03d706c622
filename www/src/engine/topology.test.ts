// Compares the topology module with known barcodes. Requires a built `pkg/`; `tests/browser` always has the module.

import { beforeAll, describe, expect, it } from "vitest";
import { oracle } from "../../tests/oracle";
import { builtModule, builtTopology, isBuilt } from "../../tests/topology";
import { ownGraph } from "../ui/files/contents";
import { partsOf } from "../store/shown";
import { createTopology } from "./topology";
import type { Bar, BarcodeKind, Direction, Graph } from "../domain/graph/graph";
import { path, randomGraph, thread } from "../testing";
import { STRUCTURE_FILTERS } from "../domain/filters";
import type { Topology } from "./topology";

const BOTH: readonly Direction[] = ["sub", "super"];

describe.skipIf(!isBuilt)("the topology module", () => {
  let topology: Topology;
  beforeAll(async () => {
    topology = await builtTopology();
  });

  const cases = (): { graph: Graph; filter: Float32Array }[] => [
    { graph: { vertices: 0, edges: new Uint32Array() }, filter: new Float32Array() },
    { graph: path(5), filter: Float32Array.of(0.25, 0.75, 0.5, 1, 0.25) },
    { graph: thread(200), filter: Float32Array.from({ length: 200 }, (_, v) => ((v * 7919) % 50) / 50) },
    ...Array.from({ length: 200 }, (_, seed) => randomGraph(seed)),
  ];

  it("has the bars of the elder rule, including ties", () => {
    for (const { graph, filter } of cases()) {
      expect(topology.filtration(graph, filter)).toEqual(oracle.filtration(graph, filter));
    }
  });

  it("walks through the same values with the same counts and events", () => {
    for (const { graph, filter } of cases()) {
      const filtration = oracle.filtration(graph, filter);
      for (const direction of BOTH) {
        expect(topology.walk(graph, filtration, direction)).toEqual(
          oracle.walk(graph, filtration, direction),
        );
      }
    }
  });

  it("has the components and loops of an edge filter at every value", () => {
    for (const { graph } of cases()) {
      const count = graph.edges.length / 2;
      const distinct = new Set(
        Array.from({ length: count }, (_, e) => [...graph.edges.subarray(2 * e, 2 * e + 2)].sort().join()),
      );
      if (distinct.size < count) continue;
      const edgeFilter = Float32Array.from({ length: count }, (_, e) => ((e * 7919) % 11) - 5);
      const filter = new Float32Array(graph.vertices).fill(count === 0 ? 0 : Math.min(...edgeFilter));
      edgeFilter.forEach((_, e) => {
        for (const v of graph.edges.subarray(2 * e, 2 * e + 2)) {
          const own = edgeFilter.filter((_, other) =>
            graph.edges.subarray(2 * other, 2 * other + 2).includes(v),
          );
          filter[v] = Math.min(...own);
        }
      });
      const filtration = { filter, edgeFilter, bars: [] };
      const growing = topology.edges(graph, filtration)!;
      expect(topology.edges(graph, filtration)).toBe(growing);
      const { walk } = growing;
      expect([...walk.values]).toEqual(
        [...new Set(filter), ...edgeFilter].filter((x, i, all) => all.indexOf(x) === i).sort((a, b) => a - b),
      );
      walk.values.forEach((t, position) => {
        const entered = [...filter.keys()].filter((v) => filter[v]! <= t);
        const edges = [...edgeFilter.keys()].filter((e) => edgeFilter[e]! <= t).length;
        const components = new Set(entered.map((v) => growing.components(t)[v])).size;
        const alive = (loops: boolean): number =>
          growing.bars.filter(
            (bar) => (bar.kind === "h1Essential") === loops && bar.birth <= t && t < (bar.death ?? Infinity),
          ).length;
        expect(walk.vertices[position]).toBe(entered.length);
        expect(walk.edges[position]).toBe(edges);
        expect(walk.components[position]).toBe(components);
        expect(alive(false)).toBe(components);
        expect(alive(true)).toBe(edges - entered.length + components);
      });
      for (const bar of growing.bars.filter(({ kind }) => kind === "h1Essential")) {
        expect(growing.cycle(bar).length).toBeGreaterThanOrEqual(3);
      }
    }
  });

  it("has all structural filters of the page", () => {
    const opened = topology.open([
      { path: "a.json", bytes: new TextEncoder().encode('{"n": 2, "edges": [[0, 1]]}') },
    ]);
    // Filters of the file come first; this file has none.
    expect(opened).toMatchObject({ type: "graph", filters: [] });
    for (const { id } of STRUCTURE_FILTERS) expect(topology.structure(path(3), id).length).toBe(3);
  });

  it("rejects diagrams, ranges and parameters without a vector", () => {
    const [range, bar] = [Float64Array.of(0, 1), Float64Array.of(0, 1)];
    const backwards = Float64Array.of(1, 0);
    expect(() => topology.landscape(Float64Array.of(0, 1, 2), range, 5, 1)).toThrow(
      "the number of values is odd",
    );
    expect(() => topology.bettiCurve(bar, backwards, 5)).toThrow("the range from 1 to 0");
    expect(() => topology.bettiCurve(bar, Float64Array.of(0, Infinity), 5)).toThrow("is not finite");
    expect(() => topology.bettiCurve(bar, Float64Array.of(0), 5)).toThrow("a range has two ends");
    expect(() => topology.image(bar, range, 0, 0.1)).toThrow("at least 1 sample");
    expect(() => topology.image(bar, range, 5, 0)).toThrow("the bandwidth is 0");
    expect(() => topology.image(bar, range, 5, NaN)).toThrow("the bandwidth is NaN");
    expect(() => topology.landscape(bar, range, 0xffffffff, 0xffffffff)).toThrow("is the limit");
    expect(topology.bettiCurve(new Float64Array(), Float64Array.of(2, 2), 3)).toEqual(new Float64Array(3));
  });

  it("has one graph for each graph of a file, and leaves data sets to the engine", async () => {
    const module = await builtModule();
    let made = 0;
    class Counted extends module.TopologyGraph {
      constructor(...args: ConstructorParameters<typeof module.TopologyGraph>) {
        super(...args);
        made += 1;
      }
    }
    const counting = createTopology({ ...module, TopologyGraph: Counted });
    const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
    const opened = counting.open([{ path: "a.json", bytes: bytes('{"n": 2, "edges": [[0, 1]]}') }]);
    if (opened.type !== "graph") throw new Error("it is a graph");
    const own = ownGraph("a.json", opened);
    for (const filter of [Float32Array.of(0, 1), Float32Array.of(1, 0)]) {
      const { graph } = partsOf({ type: "own", graph: own });
      expect(counting.filtration(graph, filter).bars).toHaveLength(2);
      expect(graph.names).toEqual(["a", "b"]);
    }
    expect(made).toBe(1);
    // An edge to a missing vertex: the data set reader rejects it.
    const lines = bytes('{"n": 1, "edges": [[0, 9]], "y": 0}\n{"n": 1, "edges": [], "y": 1}\n');
    expect(counting.open([{ path: "pasted text", bytes: lines }])).toEqual({ type: "dataset" });
  });

  it("finds the component that a component joins at its death", () => {
    const sorted = (vertices: ArrayLike<number>): number[] => Array.from(vertices).sort((a, b) => a - b);
    for (const { graph, filter } of cases()) {
      for (const bar of oracle.filtration(graph, filter).bars) {
        if (bar.kind === "h1Essential") continue;
        expect(sorted(topology.joins(graph, filter, bar))).toEqual(sorted(oracle.joins(graph, filter, bar)));
      }
    }
  });

  it("finds the component of each bar at every threshold", () => {
    const sorted = (vertices: ArrayLike<number>): number[] => Array.from(vertices).sort((a, b) => a - b);
    for (const { graph, filter } of cases()) {
      for (const bar of oracle.filtration(graph, filter).bars) {
        if (bar.kind === "h1Essential") continue;
        for (const threshold of [null, 0.3, bar.birth]) {
          expect(sorted(topology.component(graph, filter, bar, threshold))).toEqual(
            sorted(oracle.component(graph, filter, bar, threshold)),
          );
        }
      }
    }
  });

  it("finds a simple cycle for each loop at its birth", () => {
    for (const { graph, filter } of cases()) {
      const edges = new Set<string>();
      for (let e = 0; e < graph.edges.length; e += 2) {
        edges.add(`${graph.edges[e]} ${graph.edges[e + 1]}`).add(`${graph.edges[e + 1]} ${graph.edges[e]}`);
      }
      for (const bar of oracle.filtration(graph, filter).bars) {
        if (bar.kind !== "h1Essential") continue;
        const cycle = Array.from(topology.cycle(graph, filter, bar));
        expect(cycle[0]).toBe(bar.birthVertex);
        expect(cycle.length).toBeGreaterThanOrEqual(oracle.cycle(graph, filter, bar).length);
        expect(new Set(cycle).size).toBe(cycle.length);
        cycle.forEach((v, i) => {
          expect(edges.has(`${v} ${cycle[(i + 1) % cycle.length]}`)).toBe(true);
          expect(bar.direction === "sub" ? filter[v]! <= bar.birth : filter[v]! >= bar.birth).toBe(true);
        });
      }
    }
  });

  it("ends essential bars in the extended barcode, at births of the other direction", () => {
    const sorted = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);
    const values = (bars: readonly Bar[], end: "birth" | "death"): number[] =>
      sorted(bars.flatMap((bar) => Array<number>(bar.multiplicity).fill(bar[end]!)));
    for (const { graph, filter } of cases()) {
      const { bars } = oracle.filtration(graph, filter);
      const extended = topology.extended(graph, filter);
      const of = (all: readonly Bar[], kind: BarcodeKind, direction: Direction): readonly Bar[] =>
        all.filter((bar) => bar.kind === kind && bar.direction === direction);
      for (const [direction, back] of [
        ["sub", "super"],
        ["super", "sub"],
      ] as const) {
        for (const [ordinary, kind] of [
          ["h0Essential", "h0Extended"],
          ["h1Essential", "h1Extended"],
        ] as const) {
          const found = of(extended, kind, direction);
          expect(values(found, "birth")).toEqual(values(of(bars, ordinary, direction), "birth"));
          expect(values(found, "death")).toEqual(values(of(bars, ordinary, back), "birth"));
        }
      }
      expect(new Set(extended.map(({ id }) => id)).size).toBe(extended.length);
    }
  });

  it("pairs the nested loops of a ladder, and finds a cycle through both ends of each", () => {
    // Squares 0 1 4 3 and 1 2 5 4: the whole ladder ends with its lowest vertex, the upper square with vertex 1.
    const ladder = { vertices: 6, edges: Uint32Array.of(0, 1, 1, 2, 3, 4, 4, 5, 0, 3, 1, 4, 2, 5) };
    const filter = Float32Array.of(0, 1, 2, 3, 4, 5);
    const loops = topology.extended(ladder, filter).filter(({ kind }) => kind === "h1Extended");
    expect(loops.map(({ id }) => id)).toEqual([
      "h1Extended:sub:4:0",
      "h1Extended:sub:5:1",
      "h1Extended:super:0:4",
      "h1Extended:super:1:5",
    ]);
    for (const bar of loops) expect(topology.cycle(ladder, filter, bar)).toContain(bar.deathVertex);
    const [whole] = topology.extended(ladder, filter);
    expect(whole).toMatchObject({ kind: "h0Extended", birth: 0, death: 5 });
    expect(topology.component(ladder, filter, whole!, 1)).toHaveLength(2);
    expect(topology.component(ladder, filter, whole!, null)).toHaveLength(6);
  });

  it("computes degrees and core numbers", () => {
    const star: Graph = { vertices: 4, edges: Uint32Array.of(0, 1, 0, 2, 0, 3) };
    expect([...topology.structure(star, "degree")]).toEqual([3, 1, 1, 1]);
    expect([...topology.structure(star, "core")]).toEqual([1, 1, 1, 1]);
  });

  it("reads graphs, recognizes data sets and weights, and rejects other files with a reason", () => {
    const file = (name: string, text: string) => ({ path: name, bytes: new TextEncoder().encode(text) });
    const json = topology.open([
      file("a.json", '{"n": 3, "edges": [[0, 1], [1, 2]], "filter": [1, 0.5, 2]}'),
    ]);
    expect(json).toMatchObject({
      type: "graph",
      graph: { vertices: 3, edges: Uint32Array.of(0, 1, 1, 2) },
      filters: [{ name: "values", values: Float32Array.of(1, 0.5, 2) }],
    });
    // Numbered vertices have no names.
    expect(json.type === "graph" && json.graph).not.toHaveProperty("names");
    expect(topology.open([file("pasted", "0 1\n1 2\n2 0\n")])).toMatchObject({
      type: "graph",
      graph: { vertices: 3 },
      filters: [],
    });
    expect(topology.open([file("w.safetensors", "")])).toEqual({ type: "weights", file: 0 });
    expect(() => topology.open([file("a.json", "{")])).toThrow(/a\.json/);
  });
});
