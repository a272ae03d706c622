// The explained number: the score of a class, or its lead over another class.

import type { ExplainedScores } from "../../../protocol";
import { OF_SCORES } from "./decimals";
import { formatScore } from "./words";

export interface Target {
  readonly of: number;
  /** null: the score alone. */
  readonly against: number | null;
}

/** A number per class, for the target. */
export function amountFor(perClass: ArrayLike<number>, { of, against }: Target): number {
  return perClass[of]! - (against === null ? 0 : perClass[against]!);
}

/** The part of the explained number that does not depend on the bars in view. */
export interface Bias {
  readonly name: string;
  readonly amount: number;
}

/** The bias for the target, with the bars of the other filters if the model has several. */
export function biasFor({ bias, others }: ExplainedScores, target: Target): Bias {
  const amount = amountFor(bias, target) + amountFor(others, target);
  return { name: others.some((part) => part !== 0) ? "bias and other filters" : "bias", amount };
}

/** The bias with the reason for its row in a table of bars. */
export function independentOfBars({ name, amount }: Bias): Bias {
  return { name: `${name} (independent of the bars)`, amount };
}

/** The rest of a logged number. The run log does not name its origin. */
export function remainderFor({ bias }: ExplainedScores, target: Target): Bias {
  return { name: "remainder of the score", amount: amountFor(bias, target) };
}

/** "score of class 1", "lead of class 1 over class 2" */
export function nameOfTarget({ of, against }: Target, nameOf: (label: number) => string): string {
  return against === null ? `score of ${nameOf(of)}` : `lead of ${nameOf(of)} over ${nameOf(against)}`;
}

/** The second class: none, the best of the others, or one class. */
export type Against = "none" | "next" | number;

/** The target of a choice; a class has no lead over itself. */
export function targetOf(scores: Float32Array, of: number, against: Against): Target {
  if (against === "none" || against === of || scores.length < 2) return { of, against: null };
  if (against !== "next") return { of, against: against < scores.length ? against : null };
  const others = Array.from(scores.keys()).filter((label) => label !== of);
  return { of, against: others.reduce((best, label) => (scores[label]! > scores[best]! ? label : best)) };
}

/** "1.20, or 0.80 − (−0.40)" */
export function sumWords(scores: Float32Array, target: Target, decimals = OF_SCORES): string {
  const { of, against } = target;
  const sum = formatScore(amountFor(scores, target), decimals);
  if (against === null) return sum;
  const other = formatScore(scores[against]!);
  return `${formatScore(scores[of]!)} − ${other.startsWith("−") ? `(${other})` : other} = ${sum}`;
}
