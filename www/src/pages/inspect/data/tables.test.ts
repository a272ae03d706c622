import { expect, it } from "vitest";
import { provenanceOf } from "../../../services/export/provenance";
import { barsTable, contributionsTable, filterTable, nameOfTable, predictionsTable } from "./tables";

const NONE = 0xffffffff;
const subjects = {
  rows: [
    { vertices: 1, edges: 0, class: 0, target: null, part: "train" },
    { vertices: 2, edges: 1, class: 1, target: null, part: "test" },
  ],
  classes: ["ring, large", "tree"],
} as const;
/** Graph 1 with v0 and v1, then graph 0 with one vertex. */
const inspected = {
  graphs: Uint32Array.of(1, 0),
  vertexOffsets: Uint32Array.of(0, 2, 3),
  filter: Float32Array.of(0.25, 0.1, 0.5),
  edgeOffsets: Uint32Array.of(0, 0, 0),
  edgeFilter: new Float32Array(),
  barOffsets: Uint32Array.of(0, 2, 3),
  bars: Uint32Array.of(0, 0, 0, 1, 1, 1, 0, 1, NONE, 1, 1, 1, 0, NONE, 2),
  logits: Float64Array.of(-1, 0.5, 2, 2),
};
const from = [["data set", "mine\nnot a line"]] as const;
const linesOf = (pieces: readonly string[]): string[] => pieces.join("").trimEnd().split("\n");

it("f of every vertex, with its graph", () => {
  expect(linesOf(filterTable(inspected, subjects, from))).toEqual([
    "# data set: mine not a line",
    "graph,class,part,vertex,f",
    "1,tree,test,0,0.25",
    "1,tree,test,1,0.1",
    '0,"ring, large",train,0,0.5',
  ]);
});

it("the bars of every graph; essential bars have no death", () => {
  expect(linesOf(barsTable(inspected, subjects, from)).slice(1)).toEqual([
    "graph,class,part,direction,kind,birth,death,birth_vertex,death_vertex,multiplicity",
    "1,tree,test,sublevel,h0,0.25,0.1,0,1,1",
    "1,tree,test,sublevel,h0_essential,0.1,,1,,1",
    '0,"ring, large",train,superlevel,h0_essential,0.5,,0,,2',
  ]);
});

it("scores and predictions; the first of equal maxima is the prediction", () => {
  const named = [...from, ["filter", "2 of 3"]] as const;
  expect(linesOf(predictionsTable(inspected, subjects, named)).slice(1)).toEqual([
    'graph,class,part,predicted,"score ring, large",score tree',
    "1,tree,test,tree,-1,0.5",
    '0,"ring, large",train,"ring, large",2,2',
  ]);
});

it("a model without a filter has predictions, and tables without rows", () => {
  const empty = {
    ...inspected,
    vertexOffsets: Uint32Array.of(0, 0, 0),
    filter: new Float32Array(),
    barOffsets: Uint32Array.of(0, 0, 0),
    bars: new Uint32Array(),
  };
  expect(linesOf(filterTable(empty, subjects, from))).toHaveLength(2);
  expect(linesOf(barsTable(empty, subjects, from))).toHaveLength(2);
  expect(linesOf(predictionsTable(empty, subjects, from))).toHaveLength(4);
});

it("contributions of bars to each score, with equal bars in one row, and the bias", () => {
  const scores = {
    bars: Uint32Array.of(1, 0, 1, NONE, 3),
    contributions: Float32Array.of(0.5, -0.5),
    without: Float64Array.of(0, 0),
    bias: Float64Array.of(0.1, 0.2),
    others: new Float32Array(2),
    hats: new Float32Array(),
    gradient: new Float32Array(),
  };
  expect(linesOf(contributionsTable(1, scores, Float32Array.of(0.25, 0.1), subjects, from))).toEqual([
    "# data set: mine not a line",
    "# graph in the page: 2",
    "# bias of each class: 0.1, 0.2",
    'graph,class,part,direction,kind,birth,death,count,"adds to ring, large",adds to tree',
    "1,tree,test,sublevel,h0_essential,0.1,,3,0.5,-0.5",
  ]);
});

it("a table about one graph has the number of the graph in its name", () => {
  expect(nameOfTable("My set", "bars", null, null)).toBe("My-set-bars.csv");
  // The bars of another filter do not replace the file.
  expect(nameOfTable("My set", "bars", null, "filter 2 of 3")).toBe("My-set-filter-2-of-3-bars.csv");
  expect(nameOfTable("MUTAG", "contributions", 2, null)).toBe("MUTAG-graph-3-contributions.csv");
});

it("kinds have the same names in both tables of bars", () => {
  const extended = {
    bars: Uint32Array.of(...[0, 0, 0, 1, 1], ...[2, 0, 0, NONE, 1], ...[3, 0, 0, 1, 1]),
    contributions: new Float32Array(6),
    without: new Float64Array(6),
    bias: new Float64Array(2),
    others: new Float32Array(2),
    hats: new Float32Array(),
    gradient: new Float32Array(),
  };
  const rows = linesOf(contributionsTable(1, extended, Float32Array.of(0.25, 0.1), subjects, from)).slice(4);
  expect(rows.map((row) => row.split(",")[4])).toEqual(["h0", "h1_essential", "h1_extended"]);
});

it("the header has the data set, configuration and weights of the run file", () => {
  const file = (config: object): Uint8Array => {
    const metadata = { dataset: "MUTAG", fingerprint: "cdf6add2d4e2ea41", config: JSON.stringify(config) };
    const header = new TextEncoder().encode(JSON.stringify({ __metadata__: metadata }));
    const bytes = new Uint8Array(8 + header.length + 4);
    new DataView(bytes.buffer).setBigUint64(0, BigInt(header.length), true);
    bytes.set(header, 8);
    return bytes;
  };
  const lines = Object.fromEntries(
    provenanceOf(file({ seed: 7, fold: 3, folds: 10 }), { epoch: 4, step: 90, filter: "2 of 3" }),
  );
  expect(lines).toMatchObject({
    "data set": "MUTAG",
    fingerprint: "cdf6add2d4e2ea41",
    configuration: '{"seed":7,"fold":3,"folds":10}',
    seed: "7",
    fold: "3 of 10",
    filter: "2 of 3",
    weights: "after epoch 4",
  });
  expect(lines["counted"]).toBe("graphs and vertices from 0 (the page counts graphs from 1)");
  expect(lines["sublevel"]).toMatch(/^\d+\.\d+/);
  const own = Object.fromEntries(
    provenanceOf(file({ seed: 0, fold: 1, folds: 1 }), { epoch: null, step: 0, filter: null }),
  );
  expect(own).not.toHaveProperty("filter");
  expect(own).toMatchObject({ fold: "the split of the file", weights: "after step 0, untrained" });
});

it("predicted numbers have their targets", () => {
  const numbers = {
    rows: subjects.rows.map((row, index) => ({ ...row, class: null, target: index - 0.5 })),
    classes: ["prediction"],
  };
  const logits = Float64Array.of(0.25, -1);
  expect(linesOf(predictionsTable({ ...inspected, logits }, numbers, from)).slice(1)).toEqual([
    "graph,target,part,predicted",
    "1,0.5,test,0.25",
    "0,-0.5,train,-1",
  ]);
});
