// Metric of a model with its filter, and with a replacement of the filter.

import type { Metric } from "../../../domain/training/metric";
import type { GraphRow, Part } from "../../../protocol";
import { withArticle } from "./quantities";

/** The class with the highest score, for each graph. */
export function classesOf(scores: Float32Array, classes: number): Uint32Array {
  return Uint32Array.from({ length: scores.length / classes }, (_, graph) => {
    const own = scores.subarray(graph * classes, (graph + 1) * classes);
    return own.indexOf(Math.max(...own));
  });
}

export interface SwappedPart {
  readonly part: Part;
  readonly graphs: number;
  /** Metric of the predictions for this part. */
  readonly learned: number;
  readonly swapped: number;
}

const PARTS: readonly Part[] = ["test", "validation", "train"];

/** Part by part, with the test graphs first. */
export function compared(
  rows: readonly GraphRow[],
  learned: ArrayLike<number>,
  swapped: ArrayLike<number>,
): SwappedPart[] {
  return PARTS.flatMap((part) => {
    const own = rows.flatMap((row, graph) => (row.part === part ? [graph] : []));
    if (own.length === 0) return [];
    const metric = (predicted: ArrayLike<number>): number =>
      own.reduce((sum, graph) => sum + metricOfGraph(rows[graph]!, predicted[graph]!), 0) / own.length;
    return [{ part, graphs: own.length, learned: metric(learned), swapped: metric(swapped) }];
  });
}

/** 1 for a correct class and 0 for another one, or the absolute error of a number. */
function metricOfGraph({ class: label, target }: GraphRow, predicted: number): number {
  return target === null ? Number(label === predicted) : Math.abs(target - predicted);
}

export function sentenceOf(
  ids: readonly string[],
  { learned, swapped }: SwappedPart,
  { most, format }: Metric,
): string {
  if (most === null) {
    return `With f replaced by its mean at each level of ${withArticle(ids)}, the mean absolute error over the test graphs is ${format(swapped)}; with f itself ${format(learned)}.`;
  }
  return `With f replaced by its mean at each level of ${withArticle(ids)}, ${format(swapped)} of the test graphs are right; with f itself ${format(learned)}.`;
}
