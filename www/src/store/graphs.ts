// Selectors for the list of graphs.

import type { GraphRow } from "../protocol";
import type { GraphFilter, Predictions } from "./state";

/** Whether the model misclassifies graph `index`; null without a prediction or a class. */
export function isWrong(predictions: Predictions | null, index: number, row: GraphRow): boolean | null {
  const predicted = predictions?.values[index] ?? NaN;
  return Number.isNaN(predicted) || row.class === null ? null : predicted !== row.class;
}

/** The graphs that pass the filter, by class and then in the order of the data set. */
export function filterGraphs(
  rows: readonly GraphRow[],
  filter: GraphFilter,
  predictions: Predictions | null,
): readonly number[] {
  const passing: number[] = [];
  rows.forEach((row, index) => {
    if (filter.class !== null && row.class !== filter.class) return;
    if (filter.part !== null && row.part !== filter.part) return;
    if (filter.wrongOnly && isWrong(predictions, index, row) !== true) return;
    passing.push(index);
  });
  const classOf = (index: number): number => rows[index]?.class ?? 0;
  return passing.sort((a, b) => classOf(a) - classOf(b) || a - b);
}

/** The class probabilities of the scores. */
export function softmax(logits: Float32Array): number[] {
  const largest = Math.max(...logits);
  const powers = Array.from(logits, (logit) => Math.exp(logit - largest));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => power / sum);
}
