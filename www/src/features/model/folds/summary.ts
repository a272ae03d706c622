// Summary of a run over folds: pure functions of its file.

import type { EpochRun, FoldRun } from "../../../protocol";
import { areSame, settingsOf } from "../../../domain/settings/settings";
import { testMetricOf } from "../../../domain/training/folds";
import type { RunFile } from "../../../domain/training/folds";
import type { Run } from "../../../store/state";
import type { Cell } from "../fail/confusion";
import type { Estimate } from "../fail/errors";

/** A quantity per epoch that has a curve. */
export type CurveOf = (epoch: EpochRun) => number;

export const trainLoss: CurveOf = (epoch) => epoch.train_loss;
export const trainMetric: CurveOf = (epoch) => epoch.train_error ?? epoch.train_accuracy ?? NaN;
export const testMetric: CurveOf = testMetricOf;

/** The prediction of one fold for one of its test graphs. */
export interface Tested {
  /** Index in the data set, from 0. */
  readonly graph: number;
  /** Index of the class, or the target. */
  readonly truth: number;
  readonly predicted: number;
  readonly fold: number;
}

/** Test graphs of all finished folds: a row for every true class, a column for every predicted class. */
export function summedConfusion({ classes, folds }: RunFile): readonly (readonly number[])[] {
  const counts = classes.map(() => classes.map(() => 0));
  for (const { confusion = [] } of folds)
    for (const [truth, row] of confusion.entries())
      for (const [predicted, count] of row.entries()) counts[truth]![predicted]! += count;
  return counts;
}

/** The test graphs of a cell over all finished folds, in the order of the data set. */
export function testedOf({ folds }: RunFile, cell: Cell): readonly Tested[] {
  const passes = ({ truth, predicted }: Tested): boolean =>
    cell === "wrong" ? truth !== predicted : truth === cell.truth && predicted === cell.predicted;
  return folds
    .flatMap(({ fold, predictions = [] }) =>
      predictions.map(([graph, truth, predicted]) => ({ graph, truth, predicted, fold })),
    )
    .filter(passes)
    .sort((a, b) => a.graph - b.graph || a.fold - b.fold);
}

/** The predicted numbers for the test graphs of all finished folds, in the order of the data set. */
export function estimatesOf({ folds }: RunFile): readonly (Estimate & { readonly fold: number })[] {
  return folds
    .flatMap(({ fold, values = [] }) =>
      values.map(([index, target, predicted]) => ({ index, target, predicted, fold })),
    )
    .sort((a, b) => a.index - b.index || a.fold - b.fold);
}

/** The mean over the finished folds, epoch by epoch; all of them have the same number of epochs. */
export function meanCurve(folds: readonly FoldRun[], of: CurveOf): readonly number[] {
  const [first] = folds;
  return (first?.epochs ?? []).map(
    (_, at) => folds.reduce((sum, { epochs }) => sum + (epochs[at] ? of(epochs[at]) : 0), 0) / folds.length,
  );
}

/** A fold with a curve, finished or not. */
export interface Curve {
  readonly fold: number;
  readonly finished: boolean;
  readonly epochs: readonly EpochRun[];
}

/** Every fold with at least one finished epoch, in ascending order. */
export function curvesOf({ folds, unfinished }: RunFile): readonly Curve[] {
  return [
    ...folds.map(({ fold, epochs }) => ({ fold, finished: true, epochs })),
    ...unfinished.map(({ fold, epochs }) => ({ fold, finished: false, epochs })),
  ]
    .filter(({ epochs }) => epochs.length > 0)
    .sort((a, b) => a.fold - b.fold);
}

/** The number of tested graphs, and the number of correct predictions among them. */
export function testedRightly(file: RunFile): { readonly right: number; readonly all: number } {
  const counts = summedConfusion(file);
  const all = counts.flat().reduce((a, b) => a + b, 0);
  return { right: counts.reduce((sum, row, at) => sum + row[at]!, 0), all };
}

/** The fold whose model is in view: the run in view has its settings and is finished; null: none. */
export function foldInView(file: RunFile, run: Pick<Run, "summary" | "stepsDone"> | null): number | null {
  if (!run) return null;
  const { summary, stepsDone } = run;
  const { fold } = summary.config;
  const same = areSame({ ...settingsOf(summary), fold }, { ...settingsOf(file), fold });
  const finished = file.folds.some((one) => one.fold === fold);
  return same && finished && stepsDone === summary.stepsPerEpoch * file.config.epochs ? fold : null;
}
