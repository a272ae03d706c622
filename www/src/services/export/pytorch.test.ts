import { readFileSync } from "node:fs";
import { strFromU8, unzipSync } from "fflate";
import { expect, it } from "vitest";
import { hasPyTorchProgram, IN_PYTORCH } from "../../domain/settings/models";
import { DEFAULT_CONFIG } from "../../domain/settings/settings";
import type { Graph } from "../../domain/graph/graph";
import type { GraphRow } from "../../protocol";
import { packProgram } from "./pytorch";

const PROGRAM = new URL("../../../../python/src/sublevel/torch/model.py", import.meta.url);

const PATH = { vertices: 3, edges: Uint32Array.of(0, 1, 1, 2) };
const LABELS = { of: Uint32Array.of(1, 0, 1), names: ["C", "N"] };
const row = (change: Partial<GraphRow>): GraphRow => ({
  ...{ vertices: 3, edges: 2, class: 1, target: null, part: "validation" },
  ...change,
});
const linesOf = (graph: Graph, one: GraphRow): string =>
  strFromU8(unzipSync(packProgram(new Uint8Array(), [graph], [one]))["graphs.jsonl"]!);

it("contains the program of the Python package, and the weights under the name in its instructions", () => {
  const weights = Uint8Array.of(1, 2, 3);
  const files = unzipSync(packProgram(weights, [{ ...PATH, labels: LABELS }], [row({})]));
  expect(Object.keys(files)).toEqual(["model.py", "weights.safetensors", "graphs.jsonl", "labels.json"]);
  expect(strFromU8(files["labels.json"]!)).toBe('["C","N"]');
  const program = strFromU8(files["model.py"]!);
  expect(program).toBe(readFileSync(PROGRAM, "utf8"));
  expect(program).toContain('GFL.load("weights.safetensors")');
  expect(files["weights.safetensors"]).toEqual(weights);
});

it("contains the graphs, with the row of each label, the column of each class and the split", () => {
  const start = '{"n":3,"edges":[[0,1],[1,2]]';
  const end = '"y":1,"split":"val"}\n';
  expect(linesOf({ ...PATH, labels: LABELS }, row({}))).toBe(`${start},"x":[[0,1],[1,0],[0,1]],${end}`);
  const attributes = Float32Array.of(0.5, 1, 1.5, 2, 2.5, 3);
  expect(linesOf({ ...PATH, attributes }, row({}))).toBe(`${start},"x":[[0.5,1],[1.5,2],[2.5,3]],${end}`);
  const both = linesOf({ ...PATH, attributes, labels: LABELS }, row({}));
  expect(both).toBe(`${start},"x":[[0.5,1],[1.5,2],[2.5,3]],"labels":[1,0,1],${end}`);
  // A whole number would be a class.
  for (const [target, text] of [
    [3, "3.0"],
    [-0.25, "-0.25"],
    [1e30, "1e+30"],
  ] as const)
    expect(linesOf(PATH, row({ class: null, target }))).toBe(`${start},"split":"val","y":${text}}\n`);
});

it("is offered for the models that the program computes", () => {
  const [, supported] = /^ *SUPPORTED = (\{.*\})$/m.exec(readFileSync(PROGRAM, "utf8"))!;
  expect(JSON.parse(supported!.replaceAll("False", "false"))).toEqual(IN_PYTORCH);
  expect(hasPyTorchProgram(DEFAULT_CONFIG)).toBe(true);
  for (const other of [{ model: "sum" }, { hat: "gaussian" }, { extended: true }] as const) {
    expect(hasPyTorchProgram({ ...DEFAULT_CONFIG, ...other })).toBe(false);
  }
});
