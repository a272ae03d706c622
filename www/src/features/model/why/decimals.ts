// The number of decimals of scores and of contributions to them.

import { useSlice } from "../../context";
import type { TargetSummary } from "../../../protocol";

/** Decimals of the scores of classes. */
export const OF_SCORES = 2;
/** Decimals of targets with the smallest range. */
const MOST = 10;

/** Decimals that show a hundredth to a thousandth of the range of the targets; of scores, if the graphs have classes. */
export function decimalsOf(targets: TargetSummary | null | undefined): number {
  const range = targets ? targets.max - targets.min : 0;
  if (!(range > 0)) return OF_SCORES;
  return Math.min(Math.max(2 - Math.floor(Math.log10(range)), 0), MOST);
}

/** The decimals for the data set in use. */
export function useDecimals(): number {
  return useSlice(({ data }) => decimalsOf(data?.summary.targets));
}
