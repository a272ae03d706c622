// The numbers of a comparison: those of `tests/program/compare.rs`, which are of SciPy 1.17.1.

import { beforeAll, describe, expect, it } from "vitest";
import { builtTopology, isBuilt } from "../../tests/topology";
import type { RunFile } from "../domain/training/folds";
import type { ComparisonBlock } from "../protocol";
import { runSummary } from "../store/testing";
import type { Topology } from "./topology";

const GRAPHS = 20;

/** A run in whose folds this number of graphs is classified correctly. */
function run(model: "gfl" | "ph-only" | "sum", right: readonly number[], seed = 0): RunFile {
  const folds = right.map((count, index) => {
    const predictions = Array.from({ length: GRAPHS }, (_, place): [number, number, number] => {
      const truth = Number(place % 5 < 3);
      return [index * GRAPHS + place, truth, place < count ? truth : 1 - truth];
    });
    const cell = (truth: number, said: number): number =>
      predictions.filter(([, one, other]) => one === truth && other === said).length;
    const test_accuracy = count / GRAPHS;
    return {
      ...{ fold: index + 1, split: index.toString(16).padStart(16, "0"), test_accuracy, predictions },
      confusion: [0, 1].map((truth) => [cell(truth, 0), cell(truth, 1)]),
      epochs: [{ epoch: 1, train_loss: 0.5, train_accuracy: 0.75, test_accuracy, seconds: 0.5 }],
    };
  });
  const mean = right.reduce((sum, count) => sum + count / GRAPHS, 0) / right.length;
  const variance = right.reduce((sum, count) => sum + (count / GRAPHS - mean) ** 2, 0) / right.length;
  return {
    ...{ data: "Rings", fingerprint: "00000000000000da", seed, splits: "seed", device: "CPU" },
    versions: { sublevel: "0.1.0" },
    config: { ...runSummary().config, model, epochs: 1, folds: right.length, seed },
    ...{ classes: ["loop", "tree"], folds, unfinished: [] },
    ...{ mean_test_accuracy: mean, std_test_accuracy: Math.sqrt(variance) },
  };
}

const HIGH = [18, 17, 19, 16, 18];
const VARYING = [15, 16, 15, 14, 17];
const LOW = [10, 10, 11, 8, 9];

const file = (name: string, of: RunFile) => ({ name: `${name}.json`, label: name, file: of });

/** The rows of a table, by its header. */
function tableOf(blocks: readonly ComparisonBlock[], title: string): readonly (readonly string[])[] {
  for (const block of blocks) {
    if (block.type === "table" && block.value.header.includes(title)) return block.value.rows;
  }
  return [];
}

describe.skipIf(!isBuilt)("a comparison of run files", () => {
  let topology: Topology;
  beforeAll(async () => {
    topology = await builtTopology();
  });

  it("has the numbers of the command line", () => {
    const compared = topology.compareRuns([
      file("Ours", run("gfl", HIGH)),
      file("Bars", run("ph-only", VARYING)),
    ]);
    const [section] = compared.sections;
    expect(section!.answer).toBe("No difference is shown between Ours and Bars.");
    expect(section!.baseline).toBe(0.6);
    expect(section!.settings.map(({ label }) => label)).toEqual(["Ours", "Bars"]);
    const [ours] = section!.settings;
    expect(ours!.mean).toBeCloseTo(0.88, 12);
    expect(ours!.interval!.map((end) => (100 * end).toFixed(1))).toEqual(["77.1", "98.9"]);
    expect(tableOf(section!.blocks, "setting")).toEqual([
      ["A", "Ours", "5", "5", "88.0", "5.1", "77.1 to 98.9"],
      ["B", "Bars", "5", "5", "77.0", "5.1", "66.1 to 87.9"],
    ]);
    expect(tableOf(section!.blocks, "p (Holm)")).toEqual([
      ["A − B", "5", "5", "+11.0", "−1.5 to +23.5", "+1.69", "0.071", "0.071"],
    ]);
    expect(tableOf(section!.blocks, "McNemar")).toEqual([
      ["A − B", "0", "100", "11", "0", "< 0.001", "< 0.001"],
    ]);
    const line = compared.csv.split("\n").find((row) => row.includes(",difference,"))!;
    expect(Number(line.split(",")[11])).toBeCloseTo(0.07112415642498086, 12);
    expect(compared.latex).toContain("A $-$ B & 5 & 5 & +11.0 & $-$1.5 to +23.5 & +1.69 & 0.071 & 0.071");
    expect(compared.markdown).toContain("| A − B | 5 | 5 | +11.0 | −1.5 to +23.5 | +1.69 | 0.071 | 0.071 |");
  });

  it("answers for several settings in their order, and counts seeds of one split once", () => {
    const { sections, remarks } = topology.compareRuns([
      file("Low", run("sum", LOW)),
      file("High", run("gfl", HIGH)),
      { ...file("High, seed 1", run("gfl", HIGH, 1)), label: "High" },
      file("Bars", run("ph-only", VARYING)),
    ]);
    expect(remarks).toEqual([]);
    const [section] = sections;
    expect(section!.answer).toBe(
      "High is better than Low. Bars is better than Low. No difference is shown between High and Bars.",
    );
    expect(tableOf(section!.blocks, "setting").map((row) => row.slice(0, 4))).toEqual([
      ["A", "Low", "5", "5"],
      ["B", "High", "10", "5"],
      ["C", "Bars", "5", "5"],
    ]);
    const other = { ...run("gfl", HIGH), data: "Trees", fingerprint: "00000000000000db" };
    const two = topology.compareRuns([file("a", run("gfl", HIGH)), file("b", other)]);
    expect(two.sections.map(({ answer }) => answer)).toEqual([null, null]);
    expect(topology.compareRuns([]).sections).toEqual([]);
  });

  it("says why there is no statement", () => {
    const { sections } = topology.compareRuns([
      file("a", run("gfl", HIGH.slice(0, 2))),
      file("b", run("ph-only", LOW.slice(0, 2))),
    ]);
    expect(sections[0]!.answer).toBe("No statement is possible between a and b.");
    expect(sections[0]!.blocks.at(-1)).toMatchObject({ type: "list" });
  });

  it("names the file and the reason for a wrong one", () => {
    const good = run("gfl", HIGH);
    const wrong = { ...good, folds: [{ ...good.folds[0]!, test_accuracy: 1.5 }, ...good.folds.slice(1)] };
    expect(() => topology.compareRuns([file("good", good), file("wrong", wrong)])).toThrow(
      /^wrong\.json: fold 1: .*1\.5/,
    );
    const read = (text: string): RunFile => topology.readRun("RUN.json", text);
    expect(read(JSON.stringify(good))).toMatchObject({ data: "Rings", unfinished: [] });
    for (const [text, reason] of [
      ["", /^RUN\.json: EOF/],
      ["{}", /^RUN\.json: missing field `data`/],
      [JSON.stringify(wrong), /^RUN\.json: fold 1: the test accuracy is 1\.5/],
      [JSON.stringify({ ...good, mean_test_accuracy: 2 }), /^RUN\.json: .*2 ±/],
      [
        JSON.stringify({ ...good, folds: [good.folds[0], good.folds[0]] }),
        /^RUN\.json: fold 1 occurs more than once/,
      ],
    ] as const)
      expect(() => read(text)).toThrow(reason);
    expect(() => topology.readRun("RUN.json", "\u001f\ufffd\u0001")).toThrow(/^RUN\.json: expected value/);
  });
});
