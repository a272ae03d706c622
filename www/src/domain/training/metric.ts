// The metric of predictions: accuracy of classes, mean absolute error (MAE) of numbers.

import type { Task, ClassSummary, DatasetSummary } from "../../protocol";
import { decimalsOf, formatScore } from "../contributions/bars";
import { formatShare, nameOfClass } from "../text/format";

export interface Metric {
  /** "test accuracy" */
  readonly name: string;
  readonly title: string;
  /** Of the best prediction that is the same for every graph. */
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

type Predicted = Pick<DatasetSummary, "classes" | "targets">;

/** The class with this index, or this number. null: the graph has no class. */
export function predictionText({ classes, targets }: Predicted, value: number | null): string {
  if (targets === null || value === null) return nameOfClass(classes, value);
  const range = targets.max - targets.min;
  const size = Math.max(Math.abs(targets.min), Math.abs(targets.max));
  // Three digits do not distinguish targets far from 0.
  return range > 0 && size > 1000 * range ? formatScore(value, decimalsOf(targets)) : formatNumber(value);
}

/** The names of the outputs of a model: its classes, or one prediction. */
export const outputsOf = ({ classes, targets }: Predicted): readonly ClassSummary[] =>
  targets === null ? classes : [{ name: "prediction", graphs: 0 }];
