// Texts of the map.

import { formatCount, formatShare, plural } from "../../../domain/text/format";
import type { DataMap } from "../../../engine/calls";

/** "Component 1: 63.1 % of the variance" */
export function axisName(axis: 0 | 1, { shares }: Pick<DataMap, "shares">): string {
  return `component ${axis + 1}: ${formatShare(shares[axis])} of the variance`;
}

/** The numbers behind the map. */
export function aboutMap({ of, numbers }: Pick<DataMap, "of" | "numbers">, graphs: number): string {
  const read =
    of === "readout"
      ? `the ${plural(numbers, "value", "values")} of its coordinate functions, which the classifier reads`
      : `its ${plural(numbers, "score", "scores")}, because its classifier reads no bars`;
  return `Each of the ${formatCount(graphs)} graphs is a point: the first two principal components of ${read}.`;
}

export interface Seen {
  readonly index: number;
  readonly part: string;
  readonly truth: string;
  readonly predicted: string;
  /** Whether the model predicts a number, which is not right or wrong. */
  readonly regression: boolean;
}

/** "Graph 12 (test): class 1, predicted class 2 ✗" */
export function describeGraph({ index, part, truth, predicted, regression }: Seen): string {
  const mark = regression ? "" : truth === predicted ? " ✓" : " ✗";
  return `Graph ${formatCount(index + 1)} (${part}): ${truth}, predicted ${predicted}${mark}`;
}
