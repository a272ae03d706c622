// Agreement of two filters graph by graph, and the graphs that their models predict correctly.

import type { ComparedRuns, GraphRow } from "../../../protocol";

/** Number of equal ranges of τ. */
export const BINS = 20;

export function binOf(tau: number): number {
  // A value on a border belongs to the range above it; the offset absorbs rounding.
  return Math.min(BINS - 1, Math.max(0, Math.floor(((tau + 1) * BINS) / 2 + 1e-9)));
}

/** Lower and upper bound of a range of τ. */
export function rangeOfBin(bin: number): readonly [number, number] {
  const at = (border: number): number => Number(((2 * border) / BINS - 1).toFixed(6));
  return [at(bin), at(bin + 1)];
}

/** Number of graphs in each range of τ. */
export function countsOf(taus: Float64Array): readonly number[] {
  const counts = new Array<number>(BINS).fill(0);
  for (const tau of taus) if (!Number.isNaN(tau)) counts[binOf(tau)]! += 1;
  return counts;
}

/** Mean over the graphs with a τ; null: no graph has one. */
export function meanOf(taus: Float64Array): number | null {
  const known = taus.filter((tau) => !Number.isNaN(tau));
  return known.length === 0 ? null : known.reduce((sum, tau) => sum + tau, 0) / known.length;
}

/** Whether each of the two runs is correct. */
export interface Rightness {
  readonly a: boolean;
  readonly b: boolean;
}

/** Graphs of a range of τ (null: all, including those without τ), or of a cell of the table of correct predictions. */
export type Choice =
  { readonly type: "tau"; readonly bin: number | null } | ({ readonly type: "right" } & Rightness);

export interface ComparedRow {
  /** Index in the data set. */
  readonly index: number;
  /** NaN: undefined. */
  readonly tau: number;
  /** The class or the target; null: the graph has neither. */
  readonly truth: number | null;
  readonly predicted: readonly [number, number];
}

/** The graphs in the order of the data set. */
export function rowsOf(compared: ComparedRuns, rows: readonly GraphRow[]): readonly ComparedRow[] {
  const { graphs, predicted, predictedByOther, agreement } = compared;
  return Array.from(graphs, (index, place) => ({
    index,
    tau: agreement?.taus[place] ?? NaN,
    truth: rows[index]!.class ?? rows[index]!.target,
    predicted: [predicted[place]!, predictedByOther[place]!],
  }));
}

function rightness({ truth, predicted: [a, b] }: ComparedRow): Rightness {
  return { a: a === truth, b: b === truth };
}

/**
 * The selected graphs by descending disagreement: the distance of τ from 1 or, if the filters disagree on average, from −1,
 * as for a filter and its negative. Graphs without τ come last.
 */
export function chosenRows(
  rows: readonly ComparedRow[],
  choice: Choice,
  mean: number | null,
): readonly ComparedRow[] {
  const sign = mean !== null && mean < 0 ? -1 : 1;
  const place = ({ tau }: ComparedRow): number => (Number.isNaN(tau) ? 2 : sign * tau);
  const chosen = rows.filter((row) => {
    if (choice.type === "tau")
      return choice.bin === null || (!Number.isNaN(row.tau) && binOf(row.tau) === choice.bin);
    const { a, b } = rightness(row);
    return a === choice.a && b === choice.b;
  });
  return [...chosen].sort((one, other) => place(one) - place(other) || one.index - other.index);
}

/** Number of graphs that both runs, only A, only B, or neither predicts correctly. */
export function rightCounts(
  rows: readonly ComparedRow[],
): Readonly<Record<"both" | "a" | "b" | "none", number>> {
  const counts = { both: 0, a: 0, b: 0, none: 0 };
  for (const row of rows) {
    const { a, b } = rightness(row);
    counts[a ? (b ? "both" : "a") : b ? "b" : "none"] += 1;
  }
  return counts;
}
