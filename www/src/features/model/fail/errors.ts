// Predicted numbers of the graphs of one part of the split, compared with their targets.

import type { GraphRow, Part } from "../../../protocol";

/** The prediction of one graph. */
export interface Estimate {
  /** Index in the data set. */
  readonly index: number;
  readonly target: number;
  readonly predicted: number;
}

/** The estimates of a part in the order of the data set; `predicted` holds one number per graph. */
export function estimatesOf(
  predicted: Float32Array,
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
