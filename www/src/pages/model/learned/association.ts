// Texts about an association, and the order of the associations.

import { formatCount, formatShare, listOf } from "../../../domain/text/format";
import type { FilterAssociation, GraphRow, FilterBeside, TrainingConfig } from "../../../protocol";
import { levelsOf } from "./levels";
import { withArticle } from "./quantities";
import { useMemo } from "preact/hooks";
import { filterName } from "../../../domain/settings/settingWords";
import { useAnalysis } from "../../../ui/useAnalysis";

/** Name of the graphs outside the training part. */
export function nameOfOthers(rows: readonly GraphRow[]): string {
  return rows.some(({ part }) => part === "validation") ? "validation and test graphs" : "test graphs";
}

/** Below this share of the best function, f is not monotone. */
const CLEARLY_LESS = 0.8;
/** Below this share, the text does not describe the association. */
const WORTH = 0.05;
/** From this share on f is a function of the quantity, up to groups of close values. */
const ALL = 0.9999;
/** Rounding in single precision leaves at most this difference. */
const EXACT = 1 - 1e-6;

/** "66.5 %". "100.0 %" only if the rest is rounding error. */
export function formatExplained(share: number): string {
  const text = formatShare(Math.max(0, share));
  return text === formatShare(1) && share < EXACT ? `> ${formatShare(0.999)}` : text;
}

/**
 * The share of f that one or two quantities explain, with its chance level. Training graphs and other graphs are never
 * combined.
 */
export function findingOf(
  ids: readonly string[],
  found: FilterAssociation,
  others: string,
  untrained: boolean,
): string {
  const before = untrained ? "These weights are untrained. " : "";
  const it = withArticle(ids);
  const [training, held] = found.etaSquared;
  if (training === null && held === null) return `${before}f is constant: it has no variance to explain.`;
  const explains = ids.length > 1 ? "together explain" : "explains";
  const upper = it[0]!.toUpperCase() + it.slice(1);
  const shares =
    held === null
      ? `${formatExplained(training!)} of the variance of f over the training graphs`
      : `${formatExplained(held)} of the variance of f over the ${others}${training === null ? "" : `, ${formatExplained(training)} over the training graphs`}`;
  const sentences = [`${upper} ${explains} ${shares}.`, monotoneWords(found, it), chanceWords(found, others)];
  return before + sentences.filter(Boolean).join(" ");
}

/** Every ordered quantity has this sentence, unless f is constant. */
function monotoneWords({ monotone, etaSquared: [training] }: FilterAssociation, it: string): string {
  if (!monotone || training === null) return "";
  const [rising, falling] = monotone;
  const best = Math.max(rising, falling);
  const name = rising >= falling ? "never falls" : "never rises";
  if (best >= ALL) return `Over the training graphs, f ${name} as ${it} grows.`;
  const sentence = `Over the training graphs, a function of it that ${name} explains at most ${formatExplained(best)}`;
  return training >= WORTH && best < CLEARLY_LESS * training
    ? `${sentence}: f is not monotone in ${it}.`
    : `${sentence}.`;
}

/** The grouping of the vertices, and the chance level for this number of groups. */
function chanceWords(found: FilterAssociation, others: string): string {
  const levels = formatCount(levelsOf(found).length);
  const groups = found.grouped.some(Boolean)
    ? `Close values are grouped: ${levels} groups`
    : `Each value is a group: ${levels} groups`;
  const parts = [
    { where: others, share: found.chance[1] },
    { where: "training graphs", share: found.chance[0] },
  ].flatMap(({ where, share }) => (share === null ? [] : [`${chanceShare(share)} over the ${where}`]));
  return parts.length > 0 ? `${groups}. Chance level: ${listOf(parts)}.` : `${groups}.`;
}

const chanceShare = (share: number): string =>
  share > 0 && share < 0.0005 ? `< ${formatShare(0.0005)}` : formatShare(share);

/** The share beyond chance (ε²): 1 if f is a function of the quantity, about 0 if they are independent. */
export function beyondChance(share: number | null, chance: number | null): number | null {
  if (share === null || chance === null) return share;
  return chance < 1 ? (share - chance) / (1 - chance) : 0;
}

/**
 * The share that determines the order of rows: that of the graphs outside the training part or, if f is constant there, that
 * of the training graphs.
 */
export function shareOf({ etaSquared: [training, others], chance }: FilterAssociation): number {
  return beyondChance(others, chance[1]) ?? beyondChance(training, chance[0]) ?? 0;
}

/** Largest share first. Quantities without an answer stay at the end, and equal ones keep their order. */
export function inOrder(
  ids: readonly string[],
  found: ReadonlyMap<string, FilterAssociation>,
): readonly string[] {
  const share = (id: string): number => {
    const association = found.get(id);
    return association ? shareOf(association) : -1;
  };
  return [...ids].sort((a, b) => share(b) - share(a));
}

// Association of a fixed filter with the quantities, and its agreement with f.

export interface BesideFound {
  readonly name: string;
  /** null: not computed yet. */
  readonly comparison: FilterBeside | null;
  /** The association of the fixed filter with each quantity. */
  readonly found: ReadonlyMap<string, FilterAssociation>;
  readonly error: string | null;
}

/** null: no fixed filter is selected. */
export function useBeside(
  fixed: TrainingConfig["fixedFilter"] | null,
  ids: readonly string[],
): BesideFound | null {
  const { result, error } = useAnalysis(
    "beside",
    fixed === null ? null : [fixed, ids.map((id) => [id])],
    false,
  );
  const found = useMemo(
    () => new Map((result?.answer.associations ?? []).map((answer, place) => [ids[place]!, answer] as const)),
    [result, ids],
  );
  return fixed === null
    ? null
    : { name: filterName(fixed), comparison: result?.answer ?? null, found, error };
}
