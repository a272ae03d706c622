// The metric of predictions: accuracy of classes, mean absolute error (MAE) of numbers.

import type { Task, ClassSummary, DatasetSummary, TargetSummary } from "../../protocol";
import { decimalsOf, formatScore } from "../contributions/bars";
import { formatShare, nameOfClass } from "../text/format";

export interface Metric {
  /** "test accuracy" */
  readonly name: string;
  readonly title: string;
  /** The metric of the best prediction that is the same for every graph. */
  readonly baseline: string;
  /** The largest possible value; null: there is none. */
  readonly most: number | null;
  readonly format: (value: number) => string;
}

/** A number with three significant digits, at least the digits before its point, and a real minus. */
export function formatNumber(value: number): string {
  const size = Math.abs(value);
  const text =
    size !== 0 && (size < 1e-4 || size >= 1e7)
      ? value.toExponential(2)
      : value.toFixed(size === 0 ? 0 : Math.min(Math.max(2 - Math.floor(Math.log10(size)), 0), 6));
  return text.replaceAll("-", "−");
}

export const METRICS: Readonly<Record<Task, Metric>> = {
  classification: { name: "accuracy", title: "Accuracy", baseline: "guessing", most: 1, format: formatShare },
  regression: { name: "error", title: "Error (MAE)", baseline: "median", most: null, format: formatNumber },
};

/** The metric of a run. Runs that were stored by earlier versions have no task: they predict classes. */
export const metricOf = (summary: { readonly task?: Task } | null | undefined): Metric =>
  METRICS[summary?.task ?? "classification"];

/** A metric as text; a part without graphs has none. */
export const metricText = ({ format }: Metric, value: number | null | undefined): string =>
  value === undefined || value === null || Number.isNaN(value) ? "–" : format(value);

// Names of predictions and of actual values: classes, or numbers.

export type TargetRange = Pick<TargetSummary, "min" | "max">;
type Predicted = Pick<DatasetSummary, "classes" | "targets">;

/** The class with this index, or this number. null: the graph has no class. */
export function predictionText({ classes, targets }: Predicted, value: number | null): string {
  return targets === null || value === null ? nameOfClass(classes, value) : formatTarget(value, targets);
}

/** A target or a prediction of one, with the digits that distinguish targets of this range. */
export function formatTarget(value: number, targets: TargetRange | null | undefined): string {
  return areFarFromZero(targets) ? formatScore(value, decimalsOf(targets)) : formatNumber(value);
}

/** Whether targets are so far from 0 that three digits do not distinguish them. */
export function areFarFromZero(targets: TargetRange | null | undefined): targets is TargetRange {
  if (!targets) return false;
  const range = targets.max - targets.min;
  return range > 0 && Math.max(Math.abs(targets.min), Math.abs(targets.max)) > 1000 * range;
}

/** The range of targets; null: there are none. */
export function rangeOfTargets(targets: readonly number[]): TargetRange | null {
  const least = (a: number, b: number): number => Math.min(a, b);
  const most = (a: number, b: number): number => Math.max(a, b);
  return targets.length === 0 ? null : { min: targets.reduce(least), max: targets.reduce(most) };
}

/** The names of the outputs of a model: its classes, or one prediction. */
export const outputsOf = ({ classes, targets }: Predicted): readonly ClassSummary[] =>
  targets === null ? classes : [{ name: "prediction", graphs: 0 }];
