// Reads the written files with the page's reader. Needs `pkg/`.

import { existsSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { EXAMPLES } from "./subject";
import type { Bar, Graph } from "./graph";
import { vertexName } from "./graph";
import { PRESETS } from "../../pages/learn/editor/presets";
import { createTopology } from "../../engine/topology";
import type { ReadGraph, Topology } from "../../engine/topology";
import type { TopologyModule } from "../../engine/topologyModule";
import { barsFile, edgeListFile, graphmlFile, jsonFile, nodeLinkFile, valuesFile } from "./export";
import type { Exported, TextFile } from "./export";

const JS = new URL("../../../pkg/topology.js", import.meta.url);
const WASM = new URL("../../../pkg/topology_bg.wasm", import.meta.url);

const float = fc.float({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);

/** Characters that are valid in GraphML. */
const names = fc.string({ minLength: 1, maxLength: 8, unit: "grapheme" });
const exported: fc.Arbitrary<Exported> = fc.nat({ max: 10 }).chain((vertices) => {
  const vertex = fc.nat({ max: Math.max(vertices - 1, 0) });
  const each = { minLength: vertices, maxLength: vertices };
  return fc.record({
    title: fc.string({ unit: "grapheme" }),
    graph: fc.record({
      vertices: fc.constant(vertices),
      edges: fc
        .array(fc.tuple(vertex, vertex), { maxLength: vertices === 0 ? 0 : 15 })
        .map((pairs) => Uint32Array.from(pairs.flat())),
      names: fc.oneof(fc.uniqueArray(names, each), fc.constant(undefined)),
      labels: fc.oneof(
        fc.record({
          of: fc.array(fc.nat({ max: 1 }), each).map((of) => Uint32Array.from(of)),
          names: fc.uniqueArray(names, { minLength: 2, maxLength: 2 }),
        }),
        fc.constant(undefined),
      ),
    }),
    class: fc.oneof(names, fc.constant(undefined)),
    values: fc.array(float, each).map((values) => Float32Array.from(values)),
  });
});

/** A graph by its vertex names, independent of their order. */
function byNames(graph: Graph, values: ArrayLike<number>) {
  const name = (vertex: number): string => vertexName(graph, vertex);
  const edges = Array.from({ length: graph.edges.length / 2 }, (_, e) =>
    [name(graph.edges[2 * e]!), name(graph.edges[2 * e + 1]!)].sort().join("\0"),
  );
  const vertices = Array.from({ length: graph.vertices }, (_, vertex) => [name(vertex), values[vertex]]);
  return { edges: edges.sort(), vertices: Object.fromEntries(vertices) as object };
}

it("the file name comes from the title of the graph, with any characters", () => {
  const called = (title: string): string =>
    jsonFile({ title, graph: { vertices: 0, edges: new Uint32Array() }, values: null }).name;
  expect(called("A path of five vertices")).toBe("a-path-of-five-vertices.json");
  expect(called("Erdős–Rényi graph")).toBe("erdos-renyi-graph.json");
  expect(called("../../etc/passwd")).toBe("etc-passwd.json");
  expect(called("  ")).toBe("graph.json");
});

it("the barcode is a table of vertices, values and names", () => {
  const graph = { vertices: 3, edges: Uint32Array.of(0, 1, 1, 2), names: ["a", 'say "b", twice', "c"] };
  const bars: readonly Bar[] = [
    {
      id: "h0:sub:2",
      kind: "h0",
      direction: "sub",
      birth: Math.fround(0.2),
      death: 3,
      birthVertex: 2,
      deathVertex: 1,
      multiplicity: 1,
    },
    {
      id: "h1Essential:super:0",
      kind: "h1Essential",
      direction: "super",
      birth: 1,
      death: null,
      birthVertex: 0,
      deathVertex: null,
      multiplicity: 2,
    },
  ];
  expect(barsFile({ title: "Mine", graph, values: null }, bars)).toEqual({
    name: "mine-barcode.csv",
    type: "text/csv",
    text: [
      "kind,direction,birth,death,birth_vertex,death_vertex,multiplicity,birth_name,death_name",
      'h0,sublevel,0.2,3,2,1,1,c,"say ""b"", twice"',
      "h1_essential,superlevel,1,,0,,2,a,",
      "",
    ].join("\n"),
  });
});

it("an edge list has a header, and indices for names that a table reads as something else", () => {
  const written = (names?: readonly string[]): string =>
    edgeListFile({ title: "Mine", graph: { vertices: 2, edges: Uint32Array.of(0, 1), names }, values: null })
      .text;
  expect(written()).toBe("source target\nv0 v1\n");
  expect(written(["u", "v"])).toBe("source target\nu v\n");
  for (const name of ["NA", "1.0", "1.5", "1e+05", "01", "-1", "nan", "source", "a;b", '"a"', "#a", "a b"]) {
    expect(written([name, "v"])).toBe("source target\n0 1\n");
  }
});

describe.skipIf(!existsSync(WASM))("written files", () => {
  let topology: Topology;
  beforeAll(async () => {
    const module = (await import(/* @vite-ignore */ JS.href)) as TopologyModule & {
      initSync(options: { module: Uint8Array }): void;
    };
    module.initSync({ module: readFileSync(WASM) });
    topology = createTopology(module);
  });

  const read = (...files: readonly TextFile[]): ReadGraph => {
    const opened = topology.open(
      files.map(({ name, text }) => ({ path: name, bytes: new TextEncoder().encode(text) })),
    );
    if (opened.type !== "graph") throw new Error(`a graph was read as ${opened.type}`);
    return opened;
  };
  const all = fc.oneof(
    exported,
    fc.constantFrom(
      ...EXAMPLES.map(({ title, graph, filter }) => ({ title, graph, values: filter })),
      ...PRESETS.map((preset) => preset.make(preset.size?.first ?? 0, 1)).map(
        ({ title, vertices, edges, filters, names: called }) => ({
          title,
          graph: { vertices, edges: Uint32Array.from(edges), names: called },
          values: Float32Array.from(filters[0]!.values),
        }),
      ),
    ),
  );

  it("in JSON are read with the same vertices, edges and values", () => {
    fc.assert(
      fc.property(all, (given) => {
        const { graph, filters } = read(jsonFile(given));
        expect(graph).toEqual({ vertices: given.graph.vertices, edges: given.graph.edges });
        expect(filters).toEqual([{ name: "values", values: given.values }]);
      }),
    );
  });

  for (const [form, write] of [
    ["node-link JSON", nodeLinkFile],
    ["GraphML", graphmlFile],
  ] as const) {
    it(`in ${form} are read with the same names, edges and values`, () => {
      fc.assert(
        fc.property(all, (given) => {
          const { graph, filters } = read(write(given));
          const { vertices, edges } = given.graph;
          const called = Array.from({ length: vertices }, (_, vertex) => vertexName(given.graph, vertex));
          expect({ vertices: graph.vertices, edges: graph.edges }).toEqual({ vertices, edges });
          const counted = called.every((name, vertex) => name === String(vertex));
          expect(graph.names).toEqual(counted ? undefined : called);
          expect(filters).toEqual(vertices === 0 ? [] : [{ name: "values", values: given.values }]);
        }),
      );
    });
  }

  it("of edges and values are read with the same names, edges and values, in any order", () => {
    fc.assert(
      fc.property(all, (given) => {
        const files = [edgeListFile(given), valuesFile(given)];
        const { graph, filters } = read(...files);
        const plain = files[1]!.text.split("\n").slice(0, -1);
        const called = plain.map((line) => line.split(" ")[0]!);
        const numbered = graph.names ? graph : { ...graph, names: called.map((_, vertex) => String(vertex)) };
        expect(byNames(numbered, filters[0]?.values ?? [])).toEqual(
          byNames({ ...given.graph, names: called }, given.values!),
        );
      }),
    );
  });
});
