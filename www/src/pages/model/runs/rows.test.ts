import { expect, it } from "vitest";
import { EMPTY_CURVE } from "../../../domain/training/curve";
import type { Data, KeptRun, Run } from "../../../store/state";
import { runSummary } from "../../../store/testing";
import { grouped, matching, ordered, rowsOf, titleOf } from "./rows";
import type { RunRow } from "./rows";

function kept(
  id: string,
  dataset: string,
  metric: number | null,
  seconds: number | null,
  more: Partial<KeptRun> = {},
): KeptRun {
  const epochs = metric === null ? [] : [{ epoch: 3, trainLoss: 1, trainMetric: 0.5, testMetric: metric }];
  const history = {
    stepsDone: 9,
    lastStep: null,
    loss: EMPTY_CURVE,
    metric: EMPTY_CURVE,
    epochs,
    stopped: null,
    seconds,
  };
  const source = { type: "files", name: dataset, files: [] } as const;
  return { id, saved: Number(id), source, dataset, summary: runSummary(), history, ...more };
}

const RUNS = [
  kept("3", "PROTEINS", 0.7, 90, { name: "baseline 10", note: "with the degree alone" }),
  kept("2", "MUTAG", null, null),
  kept("1", "MUTAG", 0.9, 7, { name: "baseline 2" }),
];
const rows = rowsOf(null, null, RUNS);
const ids = (of: readonly RunRow[]): readonly (string | null)[] => of.map(({ id }) => id);

it("names, notes, data sets and settings are searched, all words together", () => {
  expect(ids(matching(rows, "Baseline mutag"))).toEqual(["1"]);
  expect(ids(matching(rows, "alone"))).toEqual(["3"]);
  expect(ids(matching(rows, "gfl seed 0"))).toEqual(["3", "2", "1"]);
  expect(matching(rows, "nothing of this kind")).toEqual([]);
});

it("orders numbers in names by value, and unknown values last in both directions", () => {
  expect(ids(ordered(rows, { column: "name", descending: false }))).toEqual(["1", "3", "2"]);
  expect(ids(ordered(rows, { column: "result", descending: true }))).toEqual(["1", "3", "2"]);
  expect(ids(ordered(rows, { column: "result", descending: false }))).toEqual(["3", "1", "2"]);
  expect(ids(ordered(rows, { column: "seconds", descending: true }))).toEqual(["3", "1", "2"]);
  expect(ids(ordered(rows, { column: "saved", descending: true }))).toEqual(["3", "2", "1"]);
});

it("groups by data set in the order of the rows", () => {
  expect(grouped(rows, "dataset").map(([title, of]) => [title, ids(of)])).toEqual([
    ["PROTEINS", ["3"]],
    ["MUTAG", ["2", "1"]],
  ]);
  expect(grouped(rows, "none")).toEqual([[null, rows]]);
});

it("has the run in view first, once it has begun, but no run log", () => {
  const run = {
    ...RUNS[0]!.history,
    summary: runSummary(),
    name: "",
    note: "",
    stepsDone: 0,
  } as unknown as Run;
  const data = { summary: { name: "NCI1" } } as unknown as Data;
  expect(rowsOf(run, data, RUNS)).toHaveLength(3);
  const [first] = rowsOf({ ...run, stepsDone: 9 }, data, RUNS);
  expect([first!.id, titleOf(first!), first!.resultText]).toEqual([null, "NCI1", "70.0 % accuracy"]);
  const logged = { ...run, stepsDone: 9, summary: { ...run.summary, logged: {} } } as unknown as Run;
  expect(rowsOf(logged, data, RUNS)).toHaveLength(3);
});
