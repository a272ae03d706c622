import { expect, test } from "vitest";
import { metricOfFile, testMetricOf } from "../../../domain/training/folds";
import type { RunFile } from "../../../domain/training/folds";
import type { Data } from "../../../store/state";
import { datasetSummary, graphRows, runSummary } from "../../../store/testing";
import {
  curvesOf,
  estimatesOf,
  foldInView,
  meanCurve,
  summedConfusion,
  testedOf,
  testedRightly,
  trainLoss,
  foldsText,
  missingText,
  progressText,
  strangerText,
  withoutModelText,
} from "./summary";

const epochs = (losses: readonly number[]): RunFile["folds"][number]["epochs"] =>
  losses.map((loss, at) => ({
    epoch: at + 1,
    train_loss: loss,
    train_accuracy: 0.5,
    test_accuracy: 0.5,
    seconds: 1,
  }));

const FILE: RunFile = {
  data: "four",
  fingerprint: datasetSummary("four").fingerprint,
  config: { ...runSummary().config, folds: 4, epochs: 2 },
  seed: 0,
  splits: "seed",
  device: "CPU",
  versions: { sublevel: "0.1.0" },
  classes: ["a", "b"],
  folds: [
    {
      fold: 1,
      split: "1",
      test_accuracy: 0.5,
      epochs: epochs([3, 1]),
      confusion: [
        [1, 0],
        [1, 0],
      ],
      predictions: [
        [2, 0, 0],
        [3, 1, 0],
      ],
    },
    {
      fold: 3,
      split: "3",
      test_accuracy: 0.5,
      epochs: epochs([1, 2]),
      confusion: [
        [0, 1],
        [0, 1],
      ],
      predictions: [
        [0, 0, 1],
        [1, 1, 1],
      ],
    },
  ],
  mean_test_accuracy: 0.5,
  std_test_accuracy: 0,
  unfinished: [{ fold: 2, split: "2", epochs: epochs([5]), checkpoint: null }],
};

test("the results of the folds are combined", () => {
  expect(summedConfusion(FILE)).toEqual([
    [1, 1],
    [1, 1],
  ]);
  expect(testedRightly(FILE)).toEqual({ right: 2, all: 4 });
  expect(meanCurve(FILE.folds, trainLoss)).toEqual([2, 1.5]);
  expect(meanCurve([], trainLoss)).toEqual([]);
  expect(curvesOf(FILE).map(({ fold, finished }) => [fold, finished])).toEqual([
    [1, true],
    [2, false],
    [3, true],
  ]);
});

test("misclassified graphs are in the order of the data set, with their test fold", () => {
  expect(testedOf(FILE, "wrong")).toEqual([
    { graph: 0, truth: 0, predicted: 1, fold: 3 },
    { graph: 3, truth: 1, predicted: 0, fold: 1 },
  ]);
  expect(testedOf(FILE, { truth: 1, predicted: 1 }).map(({ graph }) => graph)).toEqual([1]);
});

test("unfinished and missing folds are listed", () => {
  expect(missingText(FILE)).toBe("Not finished: fold 2 (1 of 2 epochs). 1 fold was not requested.");
  expect(foldsText(FILE)).toBe("4 folds by seed 0");
  expect(foldsText({ ...FILE, splits: "icml2020" })).toBe("4 folds of the paper’s code, scikit-learn 0.20");
});

test("progress has fold, epoch and remaining time", () => {
  const one = { fold: 2, epoch: 1 };
  const progress = { folds: 4, finished: 1, current: [one], epochs: 2, share: 0.4 };
  const text = (secondsLeft: number | null): string =>
    progressText({ place: null, progress, secondsLeft, ending: false });
  expect(text(null)).toBe("Fold 2 of 4, epoch 2 of 2");
  expect(text(3)).toBe("Fold 2 of 4, epoch 2 of 2; a few seconds left");
  expect(text(61)).toBe("Fold 2 of 4, epoch 2 of 2; about 60 seconds left");
  expect(text(100)).toBe("Fold 2 of 4, epoch 2 of 2; about 2 minutes left");
  expect(progressText({ place: null, progress: null, secondsLeft: null, ending: true })).toMatch(/Stopping/);
  const several = { ...progress, current: [one, { fold: 4, epoch: 0 }] };
  expect(progressText({ place: null, progress: several, secondsLeft: 3, ending: false })).toBe(
    "1 of 4 folds finished, 2 in progress; a few seconds left",
  );
  const between = { ...progress, current: [] };
  expect(progressText({ place: null, progress: between, secondsLeft: null, ending: false })).toBe(
    "1 of 4 folds finished",
  );
});

test("a text names the folds without a model, with the reason", () => {
  expect(withoutModelText({ file: FILE, models: [1, 3] })).toBe("");
  expect(withoutModelText({ file: FILE, models: [] })).toMatch(
    /^A run file contains no weights\. To inspect/,
  );
  expect(withoutModelText({ file: FILE, models: [1] })).toMatch(
    /^The weights of fold 3 exceed the memory limit of 64 MiB\. To inspect/,
  );
});

test("the fold in view is a finished run with its settings", () => {
  const epochs = FILE.config.epochs;
  const summary = { ...runSummary(), stepsPerEpoch: 5, config: { ...FILE.config, fold: 3 } };
  const run = { summary, stepsDone: 5 * epochs };
  expect(foldInView(FILE, run)).toBe(3);
  expect(foldInView(FILE, null)).toBeNull();
  expect(foldInView(FILE, { summary, stepsDone: 5 })).toBeNull();
  const other = (change: Partial<typeof summary.config>): number | null =>
    foldInView(FILE, { ...run, summary: { ...summary, config: { ...summary.config, ...change } } });
  expect(other({ seed: 7 })).toBeNull();
  expect(other({ fold: 2 })).toBeNull();
  expect(other({ fold: 1 })).toBe(1);
});

test("folds of other graphs are distinguished from those in view", () => {
  const data = {
    source: { type: "generator", id: "loops", seed: 0 },
    summary: datasetSummary("four"),
    rows: graphRows(),
    withoutShippedFolds: null,
    foldFiles: null,
  } as const;
  expect(strangerText(FILE, null)).toMatch(/no data set is open/);
  expect(strangerText(FILE, data)).toBeNull();
  expect(strangerText({ ...FILE, fingerprint: "f" }, data)).toMatch(/another version of four/);
  expect(strangerText({ ...FILE, fingerprint: "f", data: "five" }, data)).toMatch(
    /of five, and four is in view/,
  );
  const [first, ...others] = FILE.folds;
  const predictions: [number, number, number][] = [[4_000_000_000, 0, 0]];
  expect(strangerText({ ...FILE, folds: [{ ...first!, predictions }, ...others] }, data)).toMatch(
    /graph 4000000001/,
  );
});

test("a run that predicts numbers has errors, and its graphs in the order of the data set", () => {
  const fold = (number: number, error: number, values: [number, number, number][]) => ({
    ...{ fold: number, split: "1", test_error: error, values, epochs: [] },
  });
  const file: RunFile = {
    ...{ ...FILE, classes: [], mean_test_error: 0.75, std_test_error: 0.25 },
    folds: [fold(1, 0.5, [[3, 1, 1.5]]), fold(2, 1, [[0, 2, 1]])],
  };
  expect(metricOfFile(file).name).toBe("error");
  expect(file.folds.map(testMetricOf)).toEqual([0.5, 1]);
  expect(estimatesOf(file)).toEqual([
    { index: 0, target: 2, predicted: 1, fold: 2 },
    { index: 3, target: 1, predicted: 1.5, fold: 1 },
  ]);
  const [summary, rows] = [datasetSummary("four"), graphRows()];
  const data = (targets: readonly number[]) =>
    ({
      summary,
      rows: rows.map((row, i) => ({ ...row, class: null, target: targets[i]! })),
    }) as unknown as Data;
  expect(strangerText(file, data([2, 0, 0, 1]))).toBeNull();
  expect(strangerText(file, data([2, 0, 0, 5]))).toContain("its target of graph 4 differs");
});
