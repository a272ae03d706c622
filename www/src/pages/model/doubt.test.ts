import { expect, it } from "vitest";
import type { Part } from "../../protocol";
import type { State } from "../../store/state";
import { datasetSummary, emptyState, graphRows, runSummary } from "../../store/testing";
import { reduce } from "../../store/reduce";
import { doubtOf } from "./Doubt";

/** Two training graphs of class 0 and one of class 1; of the test graphs, three of four are of class 0. */
const PARTS: readonly (readonly [Part, number])[] = [
  ["train", 0],
  ["train", 0],
  ["train", 1],
  ["test", 0],
  ["test", 0],
  ["test", 0],
  ["test", 1],
];
const ROWS = PARTS.map(([part, label]) => ({ ...graphRows()[0]!, part, class: label }));

function afterEpochs(tests: readonly number[], targets = false): State {
  const summary = datasetSummary("coins");
  const rows = targets ? ROWS.map((row) => ({ ...row, class: null, target: row.class })) : ROWS;
  const state = reduce(emptyState(), {
    type: "data-loaded",
    data: {
      source: { type: "generator", id: "loops", seed: 0 },
      summary: targets ? { ...summary, classes: [], targets: { min: 0, max: 1 } as never } : summary,
      rows,
      withoutShippedFolds: null,
      foldFiles: null,
    },
    run: runSummary(),
    show: null,
    source: "ui",
  });
  const epochs = tests.map((testMetric, at) => ({ epoch: at + 1, trainLoss: 1, trainMetric: 1, testMetric }));
  return { ...state, run: { ...state.run!, epochs, snapshots: [0, 1, 2] } };
}

it("doubts a model that does not beat the most frequent class of its training graphs", () => {
  const words = "On the test graphs, the model is no better than always predicting a.";
  expect(doubtOf(afterEpochs([0.75]))).toBe(words);
  expect(doubtOf(afterEpochs([0.5]))).toBe(words);
  expect(doubtOf(afterEpochs([1]))).toBeNull();
});

it("doubts a model that always predicts this class, in 32 bits", () => {
  const state = afterEpochs([Math.fround(2 / 3)]);
  const rows = ROWS.slice(0, 6).map((row, at) => ({ ...row, class: at === 2 || at === 5 ? 1 : 0 }));
  expect(Math.fround(2 / 3)).toBeGreaterThan(2 / 3);
  expect(doubtOf({ ...state, data: { ...state.data!, rows } })).not.toBeNull();
});

it("doubts the epoch in view, and no model that is untrained or untested", () => {
  const state = afterEpochs([0.5, 1]);
  expect(doubtOf(state)).toBeNull();
  expect(doubtOf({ ...state, view: { ...state.view, epoch: 1 } })).not.toBeNull();
  expect(doubtOf({ ...state, view: { ...state.view, epoch: 0 } })).toBeNull();
  expect(doubtOf(afterEpochs([]))).toBeNull();
  expect(doubtOf(afterEpochs([NaN]))).toBeNull();
});

it("compares errors of regression with those of the median", () => {
  const words = "On the test graphs, the model is no better than always predicting the median.";
  expect(doubtOf(afterEpochs([0.25], true))).toBe(words);
  expect(doubtOf(afterEpochs([0.2], true))).toBeNull();
});
