// Predictions of a model for the graphs of one part of the split, compared with their classes.

import type { GraphRow, Part } from "../../../protocol";
import type { ErrorsView } from "../../../store/state";

/** The prediction of one graph. */
export interface GraphPrediction {
  /** Index in the data set. */
  readonly index: number;
  readonly truth: number;
  readonly predicted: number;
  /** Score of the predicted class minus that of the true class or, for a correct prediction, of the runner-up. */
  readonly margin: number;
}

/** Verdicts of one true and one predicted class; "wrong": all misclassified graphs. */
export type Cell = ErrorsView["cell"];

/** The class with the largest score; the first one for ties, as in the engine. */
function largest(scores: Float64Array): number {
  return scores.reduce((best, score, label) => (score > scores[best]! ? label : best), 0);
}

/**
 * The verdicts of a part in the order of the data set, without those of graphs without a class; `scores` holds one score per
 * class, graph by graph.
 */
export function verdictsOf(
  scores: Float64Array,
  rows: readonly GraphRow[],
  part: Part,
): readonly GraphPrediction[] {
  const graphs = rows.flatMap((row, index) => (row.part === part ? [{ row, index }] : []));
  const classes = scores.length / graphs.length;
  return graphs.flatMap(({ row, index }, place) => {
    if (row.class === null) return [];
    const own = scores.subarray(place * classes, (place + 1) * classes);
    const predicted = largest(own);
    const rival =
      predicted === row.class ? Math.max(...own.filter((_, label) => label !== predicted)) : own[row.class]!;
    return [{ index, truth: row.class, predicted, margin: own[predicted]! - rival }];
  });
}

/** Number of graphs of each true class (rows) and predicted class (columns). */
export function confusionOf(
  verdicts: readonly GraphPrediction[],
  classes: number,
): readonly (readonly number[])[] {
  const counts = Array.from({ length: classes }, () => new Array<number>(classes).fill(0));
  for (const { truth, predicted } of verdicts) counts[truth]![predicted]! += 1;
  return counts;
}

/** The graphs of a cell: misclassified ones by descending confidence, correct ones by ascending confidence. */
export function chosenOf(verdicts: readonly GraphPrediction[], cell: Cell): readonly GraphPrediction[] {
  const wrong = cell === "wrong" || cell.truth !== cell.predicted;
  const passes = ({ truth, predicted }: GraphPrediction): boolean =>
    cell === "wrong" ? truth !== predicted : truth === cell.truth && predicted === cell.predicted;
  return verdicts
    .filter(passes)
    .sort((a, b) => (wrong ? b.margin - a.margin : a.margin - b.margin) || a.index - b.index);
}

/** All graphs by ascending confidence. */
export function leastCertain(verdicts: readonly GraphPrediction[]): readonly GraphPrediction[] {
  return [...verdicts].sort((a, b) => a.margin - b.margin || a.index - b.index);
}

/** The most frequent class of the training part, and the accuracy of always predicting it in this part. */
export function guessing(
  rows: readonly GraphRow[],
  part: Part,
  classes: number,
): { readonly class: number; readonly share: number } {
  const count = (label: number, where: Part): number =>
    rows.filter((row) => row.class === label && row.part === where).length;
  const training = Array.from({ length: classes }, (_, label) => count(label, "train"));
  const most = training.indexOf(Math.max(...training));
  return { class: most, share: count(most, part) / rows.filter((row) => row.part === part).length };
}

// Predicted numbers of the graphs of one part of the split, compared with their targets.

/** The prediction of one graph. */
export interface Estimate {
  /** Index in the data set. */
  readonly index: number;
  readonly target: number;
  readonly predicted: number;
}

/** The estimates of a part in the order of the data set; `predicted` holds one number per graph. */
export function estimatesOf(
  predicted: Float64Array,
  rows: readonly GraphRow[],
  part: Part,
): readonly Estimate[] {
  const graphs = rows.flatMap((row, index) => (row.part === part ? [{ row, index }] : []));
  return graphs.flatMap(({ row: { target }, index }, place) =>
    target === null ? [] : [{ index, target, predicted: predicted[place]! }],
  );
}

export const errorOf = ({ target, predicted }: Estimate): number => Math.abs(predicted - target);

/** Mean absolute error; NaN without graphs. */
export const meanError = (estimates: readonly Estimate[]): number =>
  estimates.reduce((sum, one) => sum + errorOf(one), 0) / estimates.length;

/** The estimates by descending error. */
export const largestErrors = <E extends Estimate>(estimates: readonly E[]): readonly E[] =>
  estimates.toSorted((a, b) => errorOf(b) - errorOf(a) || a.index - b.index);

/** The middle target of the training part, and its mean absolute error over this part as the prediction for every graph. */
export function medianGuess(
  rows: readonly GraphRow[],
  part: Part,
): { readonly value: number; readonly error: number } {
  const targets = (where: Part): readonly number[] =>
    rows.flatMap((row) => (row.part === where && row.target !== null ? [row.target] : []));
  const sorted = targets("train").toSorted((a, b) => a - b);
  const value = sorted[Math.floor(sorted.length / 2)] ?? NaN;
  const own = targets(part);
  return { value, error: own.reduce((sum, one) => sum + Math.abs(one - value), 0) / own.length };
}
