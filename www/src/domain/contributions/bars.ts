// Texts of the panel that explains a prediction by bars.

import { formatApart, textsApart } from "../text/values";
import { formatCount } from "../text/format";
import type { TargetSummary } from "../../protocol";
import type { BarcodeKind, BarId, Direction } from "../graph/graph";

/** A number of decimals and a real minus. */
export function formatScore(score: number, decimals = OF_SCORES): string {
  const text = Math.abs(score).toFixed(decimals);
  // A value that rounds to 0 has no sign.
  return score < 0 && Number(text) !== 0 ? `−${text}` : text;
}

/** formatScore with a plus sign for positive contributions. */
export function formatAdded(amount: number, decimals = OF_SCORES): string {
  const text = formatScore(amount, decimals);
  return amount > 0 && Number(text) !== 0 ? `+${text}` : text;
}

const WORDS: Readonly<Record<Bars["type"], readonly [one: string, many: string]>> = {
  bar: ["bar", "bars"],
  component: ["component", "components"],
  loop: ["loop", "loops"],
  "extended loop": ["extended loop", "extended loops"],
  "extended component": ["extended component", "extended components"],
};

/** "3 superlevel bars (0.92, 0.01)" */
function nameOfBars(
  { type, direction, birth, death, count }: Bars,
  format: (value: number) => string,
): string {
  const [one, many] = WORDS[type];
  const kind = `${direction === "super" ? "superlevel " : ""}${count === 1 ? one : many}`;
  const own = death === null ? [format(birth)] : [format(birth), format(death)];
  const [start, end] = own[0] === own[1] && death !== null ? formatApart([birth, death]) : own;
  const where = end === undefined ? `, born ${start}` : ` (${start}, ${end})`;
  return `${count === 1 ? "" : `${formatCount(count)} `}${kind}${where}`;
}

/** The name of each row; where two rows or both ends of a row would have the same text, with more digits. */
export function namesOf(all: readonly Bars[]): readonly string[] {
  return textsApart(all, nameOfBars);
}

/** Whether the prediction is known to change without these bars. */
export function turns({ without }: Row, predicted: number): boolean {
  return without.length > 0 && verdictOf(without).predicted !== predicted;
}

/** "Without them: class 2 (score 0.31 against 0.12 for class 1)."; empty if it is unknown. */
export function describeWithout(
  row: Row,
  predicted: number,
  nameOf: (index: number) => string,
  decimals = OF_SCORES,
): string {
  if (row.without.length === 0) return "";
  const { predicted: then, score, next } = verdictOf(row.without);
  const them = row.count === 1 ? "it" : "them";
  // A model with one output predicts a number.
  if (row.without.length === 1) return `Without ${them}: ${formatScore(score, decimals)}.`;
  const answer = then === predicted ? `still ${nameOf(then)}` : nameOf(then);
  const against = next ? ` against ${formatScore(next.score)} for ${nameOf(next.class)}` : "";
  return `Without ${them}: ${answer} (score ${formatScore(score)}${against}).`;
}

// The number of decimals of scores and of contributions to them.

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

// Summary of the scores of a graph.

export interface Verdict {
  /** The class with the highest score. */
  readonly predicted: number;
  readonly score: number;
  /** The class with the second-highest score; null: there is only one class. */
  readonly next: { readonly class: number; readonly score: number } | null;
}

export function verdictOf(scores: Float32Array): Verdict {
  const highest = (except: number | null): number =>
    scores.reduce((best, score, i) => (i !== except && (best < 0 || score > scores[best]!) ? i : best), -1);
  const predicted = highest(null);
  const next = highest(predicted);
  return {
    predicted,
    score: scores[predicted]!,
    next: next < 0 ? null : { class: next, score: scores[next]! },
  };
}

// The rows of the list of bars that explains a prediction.

/** Equal bars of one barcode and direction. */
interface Bars {
  /** Bars have a death, components and loops do not; extended ones end in the descending part of extended persistence. */
  readonly type: "bar" | "component" | "loop" | "extended loop" | "extended component";
  readonly direction: Direction;
  readonly birth: number;
  /** null: essential. */
  readonly death: number | null;
  readonly count: number;
}

/** The bars with their contributions to the scores. */
export interface Row extends Bars {
  /** One of the bars. */
  readonly id: BarId;
  readonly kind: BarcodeKind;
  readonly name: string;
  /** The vertices of this one. */
  readonly birthVertex: number;
  readonly deathVertex: number | null;
  /** Contribution to the score of each class. */
  readonly contributions: Float32Array;
  /** The scores without these bars; empty: unknown, because the contributions are logged. */
  readonly without: Float32Array;
}
