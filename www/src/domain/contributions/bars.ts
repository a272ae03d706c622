// Texts of the panel that explains a prediction by bars.

import { formatApart, textsApart } from "../text/values";
import { formatCount } from "../text/format";
import type { TargetSummary, ExplainedScores } from "../../protocol";
import { DIRECTIONS, ORDINARY_KINDS } from "../graph/graph";
import type { BarcodeKind, BarId, Direction } from "../graph/graph";
import { NO_VERTEX } from "../persistence/bars";

/** A number of decimals and a real minus. */
export function formatScore(score: number, decimals = SCORE_DECIMALS): string {
  const text = Math.abs(score).toFixed(decimals);
  // A value that rounds to 0 has no sign.
  return score < 0 && Number(text) !== 0 ? `−${text}` : text;
}

/** formatScore with a plus sign for positive contributions. */
export function formatAdded(amount: number, decimals = SCORE_DECIMALS): string {
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
export function turns({ without }: ContributionRow, predicted: number): boolean {
  return without.length > 0 && verdictOf(without).predicted !== predicted;
}

/** "Without them: class 2 (score 0.31 against 0.12 for class 1)."; empty if it is unknown. */
export function describeWithout(
  row: ContributionRow,
  predicted: number,
  nameOf: (index: number) => string,
  decimals = SCORE_DECIMALS,
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
export const SCORE_DECIMALS = 2;
/** Decimals of targets with the smallest range. */
const MAX_DECIMALS = 10;

/** Decimals that show a hundredth to a thousandth of the range of the targets; of scores, if the graphs have classes. */
export function decimalsOf(targets: Pick<TargetSummary, "min" | "max"> | null | undefined): number {
  const range = targets ? targets.max - targets.min : 0;
  if (!(range > 0)) return SCORE_DECIMALS;
  return Math.min(Math.max(2 - Math.floor(Math.log10(range)), 0), MAX_DECIMALS);
}

// Summary of the scores of a graph.

export interface ScoreSummary {
  /** The class with the highest score. */
  readonly predicted: number;
  readonly score: number;
  /** The class with the second-highest score; null: there is only one class. */
  readonly next: { readonly class: number; readonly score: number } | null;
}

export function verdictOf(scores: Float64Array): ScoreSummary {
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
export interface ContributionRow extends Bars {
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
  readonly without: Float64Array;
}

// The explained number: the score of a class, or its lead over another class.

export interface ScoreTarget {
  readonly of: number;
  /** null: the score alone. */
  readonly against: number | null;
}

/** The number of the target, from one number for each class. */
export function amountFor(perClass: ArrayLike<number>, { of, against }: ScoreTarget): number {
  return perClass[of]! - (against === null ? 0 : perClass[against]!);
}

/** The part of the explained number that is no contribution of a bar of the filter in view. */
export interface Bias {
  readonly name: string;
  readonly amount: number;
}

/** The bias of the active hidden units for the target, with the bars of the other filters if the model has several. */
export function biasFor({ bias, others }: ExplainedScores, target: ScoreTarget): Bias {
  const amount = amountFor(bias, target) + amountFor(others, target);
  return { name: others.some((part) => part !== 0) ? "bias and the bars of other filters" : "bias", amount };
}

/** The rest of a logged number. The run log does not name its origin. */
export function remainderFor({ bias }: ExplainedScores, target: ScoreTarget): Bias {
  return { name: "remainder of the score", amount: amountFor(bias, target) };
}

/** "score of class 1", "lead of class 1 over class 2" */
export function nameOfTarget({ of, against }: ScoreTarget, nameOf: (label: number) => string): string {
  return against === null ? `score of ${nameOf(of)}` : `lead of ${nameOf(of)} over ${nameOf(against)}`;
}

/** The second class: none, the best of the others, or one class. */
export type Against = "none" | "next" | number;

/** The target of a choice; a class has no lead over itself. */
export function targetOf(scores: Float64Array, of: number, against: Against): ScoreTarget {
  if (against === "none" || against === of || scores.length < 2) return { of, against: null };
  if (against !== "next") return { of, against: against < scores.length ? against : null };
  const others = Array.from(scores.keys()).filter((label) => label !== of);
  return { of, against: others.reduce((best, label) => (scores[label]! > scores[best]! ? label : best)) };
}

/** "1.20, or 0.80 − (−0.40)" */
export function sumWords(scores: Float64Array, target: ScoreTarget, decimals = SCORE_DECIMALS): string {
  const { of, against } = target;
  const sum = formatScore(amountFor(scores, target), decimals);
  if (against === null) return sum;
  const other = formatScore(scores[against]!);
  return `${formatScore(scores[of]!)} − ${other.startsWith("−") ? `(${other})` : other} = ${sum}`;
}

// Contributions of the bars of a graph to the scores of its classes: rows for display, and their sums.

const TYPES = ["bar", "component", "loop", "extended loop", "extended component"] as const;
/** Number of values in a row of the engine. */
const WIDTH = 5;

export function rowsOf(
  { bars, contributions, without, bias: { length: classes } }: ExplainedScores,
  filter: Float32Array,
): readonly ContributionRow[] {
  const rows = Array.from({ length: bars.length / WIDTH }, (_, row): Omit<ContributionRow, "name"> => {
    const number = (column: number): number => bars[row * WIDTH + column]!;
    const [place, towards, birthVertex, end] = [number(0), number(1), number(2), number(3)];
    const type = TYPES[place];
    const direction = DIRECTIONS[towards];
    if (!type || !direction) throw new RangeError(`row ${row}: no barcode ${place}, direction ${towards}`);
    const ordinary = ORDINARY_KINDS[place];
    const kind = ordinary ?? (type === "extended component" ? "h0Extended" : "h1Extended");
    const id: BarId =
      kind === "h0Extended" || kind === "h1Extended"
        ? `${kind}:${direction}:${birthVertex}:${end}`
        : `${kind}:${direction}:${birthVertex}`;
    return {
      id,
      kind,
      type,
      direction,
      birthVertex,
      deathVertex: end === NO_VERTEX ? null : end,
      birth: filter[birthVertex]!,
      death: end === NO_VERTEX ? null : filter[end]!,
      count: number(4),
      contributions: contributions.subarray(row * classes, (row + 1) * classes),
      without: without.subarray(row * classes, (row + 1) * classes),
    };
  });
  const names = namesOf(rows);
  return rows.map((row, i) => ({ ...row, name: names[i]! }));
}

interface Division {
  /** The first rows by descending absolute contribution. */
  readonly first: readonly ContributionRow[];
  /** The sum of all others; null: there are no others. */
  readonly rest: { readonly rows: number; readonly sum: number } | null;
}

/** The displayed rows for a target, and the sum of the others. */
export function divide(rows: readonly ContributionRow[], target: ScoreTarget, most: number): Division {
  const of = (row: ContributionRow): number => amountFor(row.contributions, target);
  const ordered = rows.toSorted((a, b) => Math.abs(of(b)) - Math.abs(of(a)));
  const others = ordered.slice(most);
  const sum = others.reduce((total, row) => total + of(row), 0);
  return { first: ordered.slice(0, most), rest: others.length > 0 ? { rows: others.length, sum } : null };
}
