// What an association says, in sentences and in an order.

import { formatShare } from "../../../domain/text/format";
import type { FilterAssociation, GraphRow } from "../../../protocol";
import { levelsOf } from "./levels";
import { withArticle } from "./quantities";

/** What the graphs that are not trained on are called. */
export function nameOfOthers(rows: readonly GraphRow[]): string {
  return rows.some(({ part }) => part === "validation") ? "validation and test graphs" : "test graphs";
}

/** Less than this share of what any function explains, and f has to go up and down. */
const CLEARLY_LESS = 0.8;
/** Of less than this share it is not worth saying how it comes about. */
const WORTH = 0.05;
/** From here on chance is worth a word, and wherever it is about as much as was found. */
const CHANCE = 0.02;

/** What a quantity, or two of them, say about f. Shares of the training graphs and of the others are never mixed. */
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
  const sentences =
    held === null
      ? [`${upper} ${explains} ${share(training!)} of the variance of f over the training graphs.`]
      : [
          `${upper} ${explains} ${share(held)} of the variance of f over the ${others}${training === null ? "" : `, ${share(training)} over the training graphs`}.`,
        ];
  if (
    found.monotone !== null &&
    training !== null &&
    training >= WORTH &&
    found.monotone < CLEARLY_LESS * training
  )
    sentences.push(
      `Over the training graphs a monotone function of it explains at most ${share(found.monotone)}: f is not monotone in ${it}.`,
    );
  const chance = chanceOf(found, held === null ? 0 : 1);
  if (chance >= CHANCE || 2 * chance > (held ?? training!))
    sentences.push(`This number of levels also explains ${share(chance)} of random numbers.`);
  return before + sentences.join(" ");
}

const share = (part: number): string => formatShare(Math.max(0, part));

/** The share that these levels would explain of independent random numbers, on average. */
export function chanceOf(found: FilterAssociation, part: 0 | 1): number {
  const counts = levelsOf(found).map((level) => level.counts[part]);
  const vertices = counts.reduce((a, b) => a + b, 0);
  return vertices < 2 ? 0 : (counts.filter((count) => count > 0).length - 1) / (vertices - 1);
}

/** What counts: the graphs that were not trained on, or, where f does not vary over these, the others. */
export function shareOf({ etaSquared: [training, others] }: FilterAssociation): number {
  return others ?? training ?? 0;
}

/** The most telling first; what has no answer yet stays behind, and equals stay as they were. */
export function inOrder(
  ids: readonly string[],
  found: ReadonlyMap<string, FilterAssociation>,
): readonly string[] {
  const told = (id: string): number => {
    const association = found.get(id);
    return association ? shareOf(association) : -1;
  };
  return [...ids].sort((a, b) => told(b) - told(a));
}
