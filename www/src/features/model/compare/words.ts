// Texts about the comparison of two runs.

import { modelName } from "../../../domain/settings/models";
import { formatCount, formatShare, listOf, plural } from "../../../domain/text/format";
import type { ComparedRuns, Part } from "../../../protocol";
import { nameOfPart } from "../parts";
import { isEdgeFilter } from "../../../domain/settings/filters";
import { learnsFilter } from "./candidates";
import type { Candidate } from "./candidates";
import { meanOf } from "./taus";

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

/** Describes the agreement of the filters. */
export function agreementWords(
  compared: ComparedRuns,
  [a, b]: readonly [Candidate, Candidate],
  part: Part,
): string {
  const { graphs, agreement } = compared;
  const name = nameOfPart(part);
  if (graphs.length === 0) return `No ${name} graph of one run is a ${name} graph of the other.`;
  if (!agreement && [a, b].some(({ summary }) => isEdgeFilter(summary)))
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
  return `${before}The mean of τ over ${graphWords} is ${formatTau(mean)}${flipped(agreement.taus)}.${shareWords(agreement.monotone)}${constantWords(agreement.constant)}`;
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
