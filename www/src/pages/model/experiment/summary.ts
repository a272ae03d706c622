// Summary of a run over folds: pure functions of its file.

import type { EpochRun, FoldRun } from "../../../protocol";
import { areSame, settingsOf, originName } from "../../../domain/settings/settings";
import { testMetricOf, MODELS_LIMIT } from "../../../domain/training/folds";
import type { RunFile, FoldsProgress, FoldsRun, FoldsTraining } from "../../../domain/training/folds";
import type { Run, Data } from "../../../store/state";
import type { Cell, Estimate } from "../fail/confusion";
import { listOf, plural } from "../../../domain/text/format";

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

// Texts about a run over folds.

/** "10 folds of the paper’s code, scikit-learn 0.20" */
export function foldsText({ splits, config }: Pick<RunFile, "splits" | "config">): string {
  const folds = plural(config.folds, "fold", "folds");
  if (splits === "seed") return `${folds} by seed ${config.splitSeed ?? config.seed}`;
  if (splits === "files") return `${folds} from files`;
  if (splits === "data") return "the split of the file of the data set";
  return `${folds} of ${originName(splits)}`;
}

/** The folds that are missing from the file or unfinished; empty: none. */
export function missingText({ folds, unfinished, config }: RunFile): string {
  const begun = unfinished.filter(({ epochs }) => epochs.length > 0);
  const parts = begun.map(
    ({ fold, epochs }) => `fold ${fold} (${epochs.length} of ${plural(config.epochs, "epoch", "epochs")})`,
  );
  const waiting = unfinished.length - begun.length;
  if (waiting > 0) parts.push(`${plural(waiting, "fold", "folds")} not started`);
  const others = config.folds - folds.length - unfinished.length;
  const left = parts.length > 0 ? [`Not finished: ${listOf(parts)}.`] : [];
  if (others > 0) left.push(`${plural(others, "fold was", "folds were")} not requested.`);
  return left.join(" ");
}

/** "Fold 3 of 10, epoch 12 of 100; about 2 minutes left", or "Run 2 of 6. 2 of 10 folds finished, 4 in progress; …" */
export function progressText({ place, progress, secondsLeft, ending }: FoldsTraining): string {
  if (ending) return "Stopping after the pending steps …";
  const run = place === null ? "" : `Run ${place.run} of ${place.of}. `;
  if (!progress) return `${run}Starting separate engines …`;
  return `${run}${placeText(progress)}${secondsLeft === null ? "" : `; ${leftText(secondsLeft)}`}`;
}

function placeText({ folds, finished, current, epochs }: FoldsProgress): string {
  const [only, another] = current;
  if (!only) return `${finished} of ${folds} folds finished`;
  if (another) return `${finished} of ${folds} folds finished, ${current.length} in progress`;
  return `Fold ${only.fold} of ${folds}, epoch ${Math.min(only.epoch + 1, epochs)} of ${epochs}`;
}

/** The reason why the models of some finished folds cannot be opened; "": all can. */
export function withoutModelText({ file, models }: Pick<FoldsRun, "file" | "models">): string {
  const lacking = (file?.folds ?? []).map(({ fold }) => fold).filter((fold) => !models.includes(fold));
  if (lacking.length === 0) return "";
  const remedy = "To inspect the model of a fold, use these settings, choose the fold and train.";
  if (models.length === 0) return `A run file contains no weights. ${remedy}`;
  const folds = `${lacking.length === 1 ? "fold" : "folds"} ${listOf(lacking.map(String))}`;
  return `The weights of ${folds} exceed the memory limit of ${MODELS_LIMIT / 2 ** 20} MiB. ${remedy}`;
}

function leftText(seconds: number): string {
  if (seconds < 10) return "a few seconds left";
  if (seconds < 90) return `about ${Math.round(seconds / 10) * 10} seconds left`;
  if (seconds < 5400) return `about ${plural(Math.round(seconds / 60), "minute", "minutes")} left`;
  return `about ${plural(Math.round(seconds / 3600), "hour", "hours")} left`;
}

/** The reason why the graphs in view are not those of the folds; null: they are. */
export function strangerText(file: RunFile, data: Data | null): string | null {
  if (!data) return `These folds are of ${file.data}, and no data set is open.`;
  const { name, fingerprint } = data.summary;
  if (fingerprint !== file.fingerprint) {
    return name === file.data
      ? `These folds are of another version of ${file.data}: its graphs, classes, labels or attributes differ.`
      : `These folds are of ${file.data}, and ${name} is in view.`;
  }
  const unknown = file.folds.flatMap(({ predictions = [], values = [] }) => [
    ...predictions.filter(([graph, truth]) => data.rows[graph]?.class !== truth),
    ...values.filter(([graph, target]) => data.rows[graph]?.target !== target),
  ]);
  return unknown.length === 0
    ? null
    : `The file claims these graphs, but its ${file.classes.length === 0 ? "target" : "class"} of graph ${unknown[0]![0] + 1} differs from the data set: the file was changed.`;
}
