import { expect, it } from "vitest";
import { countFiles, filesOf, refuseTooMany } from "./contents";
import type { Contents } from "./contents";

const NONE = 0xffffffff;
/** Graph 0 has one vertex, graph 1 an edge, whose two ends have the same value. */
const contents: Contents = {
  dataset: "TOY",
  inspected: {
    graphs: Uint32Array.of(0, 1),
    vertexOffsets: Uint32Array.of(0, 1, 3),
    filter: Float32Array.of(0.1, 0.5, 0.5),
    edgeOffsets: Uint32Array.of(0, 0, 0),
    edgeFilter: new Float32Array(),
    barOffsets: Uint32Array.of(0, 1, 4),
    bars: Uint32Array.of(
      ...[1, 1, 0, NONE, 2],
      ...[0, 0, 1, 1, 1],
      ...[1, 0, 0, NONE, 1],
      ...[2, 0, 1, NONE, 3],
    ),
    logits: Float64Array.of(1, 0, 0, 1),
  },
  graphs: [
    { edges: new Uint32Array() },
    { edges: Uint32Array.of(0, 1), labels: { of: Uint32Array.of(1, 0), names: ["C", "N<"] } },
  ],
  subjects: {
    rows: [
      { vertices: 1, edges: 0, class: 0, target: null, part: "train" },
      { vertices: 2, edges: 1, class: 1, target: null, part: "test" },
    ],
    classes: ["ring", "tree"],
  },
  from: [
    ["data set", "TOY"],
    ["weights", "after epoch 3"],
  ],
  provenance: "{}\n",
  cells: "vertices",
};
const read = (from: Contents): Map<string, string> =>
  new Map([...filesOf(from)].map(({ path, pieces }) => [path, pieces.join("")]));

it("diagrams repeat bars by multiplicity, have loops in dimension 1, and infinite deaths of essential bars", () => {
  const files = read(contents);
  expect(files.get("diagrams/sublevel/1.pers")).toBe(
    "0 0.5 0.5\n0 0.5 inf\n1 0.5 inf\n1 0.5 inf\n1 0.5 inf\n",
  );
  expect(files.get("diagrams/superlevel/1.pers")).toBe("");
  expect(files.get("diagrams/superlevel/0.pers")).toBe("0 0.1 -inf\n0 0.1 -inf\n");
});

it("graphs have all their vertices by number, with f as an attribute", () => {
  const files = read(contents);
  expect(files.get("graphs/0.graphml")).toContain('<node id="0"><data key="filter">0.1</data></node>');
  expect(files.get("graphs/1.graphml")).toContain('<edge source="0" target="1"/>');
});

it("values of learned edges belong to the edges of the data set, in the tables and the graphs", () => {
  const { inspected, subjects } = contents;
  const files = read({
    ...contents,
    inspected: {
      ...inspected,
      vertexOffsets: Uint32Array.of(0, 1, 4),
      filter: Float32Array.of(0.1, 0.5, 0.25, 0.75),
      barOffsets: Uint32Array.of(0, 0, 1),
      bars: Uint32Array.of(0, 0, 1, 2, 1),
    },
    subjects,
  });
  expect(files.get("filter.csv")).toContain(
    "graph,class,part,vertex,edge,f\n0,ring,train,0,,0.1\n1,tree,test,0,,0.5\n1,tree,test,1,,0.25\n1,tree,test,,0,0.75\n",
  );
  expect(files.get("bars.csv")).toContain("birth_vertex,birth_edge,death_vertex,death_edge,multiplicity\n");
  expect(files.get("bars.csv")).toMatch(/,1,,,0,1\n$/);
  const graph = files.get("graphs/1.graphml")!;
  expect(graph).toContain('<edge source="0" target="1"><data key="edge_filter">0.75</data></edge>');
  expect(graph).not.toContain("undefined");
});

it("a filter of edges is a table of edges, and belongs to the edges of the graphs", () => {
  const { inspected } = contents;
  const files = read({
    ...contents,
    cells: "edges",
    inspected: {
      ...inspected,
      vertexOffsets: Uint32Array.of(0, 0, 0),
      filter: new Float32Array(),
      edgeOffsets: Uint32Array.of(0, 0, 1),
      edgeFilter: Float32Array.of(0.75),
      barOffsets: Uint32Array.of(0, 0, 0),
      bars: new Uint32Array(),
    },
  });
  expect(files.get("filter.csv")).toContain("graph,class,part,edge,f\n1,tree,test,0,0.75\n");
  expect(files.get("graphs/1.graphml")).toContain('<data key="edge_filter">0.75</data></edge>');
  expect(files.get("graphs/1.graphml")).not.toContain('<data key="filter">');
});

it("graphs have their class, and the labels of their vertices where the data set has labels", () => {
  const files = read(contents);
  const labelled = files.get("graphs/1.graphml")!;
  expect(labelled).toContain('<data key="class">tree</data>');
  expect(labelled).toContain(
    '<node id="0"><data key="filter">0.5</data><data key="label">N&lt;</data></node>',
  );
  expect(labelled).toContain('<key id="label" for="node" attr.name="label" attr.type="string"/>');
  expect(files.get("graphs/0.graphml")).not.toContain('"label"');
});

it("counts its files, and the text names all of them", () => {
  for (const cells of ["vertices", "edges", null] as const) {
    const files = read({ ...contents, cells });
    expect(files.size).toBe(countFiles({ ...contents, cells }));
    const readme = files.get("README.txt")!;
    for (const path of files.keys()) {
      if (path !== "README.txt") expect(readme).toContain(path.replace(/\/.*/, "/"));
    }
    expect(readme.includes("diagrams/")).toBe(cells === "vertices");
    expect(readme.includes("The model has no filter")).toBe(cells === null);
    expect(readme).toContain("after epoch 3");
  }
});

it("rejects more graphs than the file limit of a zip allows", () => {
  expect(() => refuseTooMany(21_843)).not.toThrow();
  expect(() => refuseTooMany(21_844)).toThrow(/at most 21843 graphs/);
});
