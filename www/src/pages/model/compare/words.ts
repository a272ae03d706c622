// Texts about the comparison of two runs.

import { modelName, isEdgeFilter } from "../../../domain/settings/models";
import { formatCount, formatShare, listOf, plural } from "../../../domain/text/format";
import type { ComparedRuns, Part, GraphRow } from "../../../protocol";
import { nameOfPart } from "../parts";
import { learnsFilter } from "./candidates";
import type { Candidate } from "./candidates";

/** τ with an explicit minus sign, "−0.42". */
export function formatTau(tau: number): string {
  const text = Math.abs(tau).toFixed(2);
  return tau < 0 && Number(text) > 0 ? `−${text}` : text;
}

export function formatSeconds(seconds: number | null): string {
  if (seconds === null) return "time not known";
  const whole = Math.round(seconds);
  if (whole < 60) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** Describes the compared graphs where the splits differ. */
export function splitWords({ graphs, own: [a, b] }: ComparedRuns, part: Part): string {
  const name = nameOfPart(part);
  if (graphs.length === a && graphs.length === b) return "";
  return `The splits differ: of ${plural(a, `${name} graph`, `${name} graphs`)} of A and ${formatCount(b)} of B, both have ${formatCount(graphs.length)}. Only these are compared.`;
}

/** The least number of graphs whose mean τ says something about two filters. */
export const ENOUGH = 20;

/** The colour of a mean of τ; null: none, because too few graphs have a τ. */
export function signOf(agreement: {
  readonly mean: number | null;
  readonly graphs: number;
}): "negative" | "positive" | null {
  const { mean, graphs } = agreement;
  return mean === null || graphs < ENOUGH ? null : mean < 0 ? "negative" : "positive";
}

/** Describes the agreement of the filters. */
export function agreementWords(
  compared: ComparedRuns,
  [a, b]: readonly [Candidate, Candidate],
  part: Part,
): string {
  const { graphs, agreement } = compared;
  const name = nameOfPart(part);
  if (graphs.length === 0) return `No ${name} graph of one run is a ${name} graph of the other.`;
  if (!agreement && [a, b].some(({ summary, filter }) => isEdgeFilter(summary, filter)))
    return "A filter in view has a value for each edge, so the order of the vertices cannot be compared; the predictions of both are below.";
  const without = [a, b]
    .filter((one) => !learnsFilter(one))
    .map(({ summary }) => modelName(summary.config.model));
  if (!agreement)
    return `${listOf([...new Set(without)])} ${new Set(without).size === 1 ? "learns" : "learn"} no filter, so filters cannot be compared; the predictions of both are below.`;
  const untrained = [a, b].flatMap(({ steps }, place) => (steps === 0 ? ["AB"[place]!] : []));
  const before = untrained.length === 0 ? "" : `The weights of ${listOf(untrained)} are untrained. `;
  const mean = meanOf(agreement.taus);
  if (mean === null)
    return `${before}At least one filter is constant on each of these graphs: there is no order to compare.`;
  const known = agreement.taus.filter((tau) => !Number.isNaN(tau)).length;
  const graphWords = plural(known, `${name} graph`, `${name} graphs`);
  const found = `${before}The mean of τ over ${graphWords} is ${formatTau(mean)}`;
  if (known < ENOUGH)
    return `${found}. This is too few graphs to say how the filters agree: ${ENOUGH} are needed.${constantWords(agreement.constant)}`;
  return `${found}${flipped(agreement.taus)}.${shareWords(agreement.monotone)}${constantWords(agreement.constant)}`;
}

/** Describes filters that order the vertices in opposite directions. */
function flipped(taus: Float64Array): string {
  const known = taus.filter((tau) => !Number.isNaN(tau));
  const negative = known.filter((tau) => tau < 0).length;
  if (negative === 0) return "";
  if (negative === known.length) return ": B reverses the order of A more often than not";
  return `; on ${formatCount(negative)} of them it is negative: there, more pairs of vertices are in opposite order than in the same order`;
}

function shareWords(monotone: readonly [number, number] | null): string {
  if (!monotone) return " f of B is constant.";
  const [rising, falling] = monotone;
  const best = rising >= falling ? "never falls" : "never rises (a decreasing map is monotone too)";
  return ` A function of f of A that ${best} explains at most ${formatShare(Math.max(rising, falling))} of the variance of f of B.`;
}

function constantWords([a, b, both]: readonly [number, number, number]): string {
  const all = a + b + both;
  if (all === 0) return "";
  const where = [
    [a, "of A"],
    [b, "of B"],
    [both, "of both"],
  ] as const;
  const parts = where.flatMap(([count, of]) => (count > 0 ? [`${formatCount(count)} ${of}`] : []));
  return ` ${plural(all, "graph has", "graphs have")} no τ: a filter is constant there (${listOf(parts)}).`;
}

/** "τ from 0.3 to 0.4" */
export function rangeWords([low, high]: readonly [number, number]): string {
  return `τ from ${String(low).replace("-", "−")} to ${String(high).replace("-", "−")}`;
}

const RIGHT = {
  both: "that both predict correctly",
  a: "that only A predicts correctly",
  b: "that only B predicts correctly",
  none: "that neither predicts correctly",
} as const;

/** "test graphs that only A predicts correctly" */
export function rightWords(which: keyof typeof RIGHT, part: Part): string {
  return `${nameOfPart(part)} graphs ${RIGHT[which]}`;
}

// Agreement of two filters graph by graph, and the graphs that their models predict correctly.

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
