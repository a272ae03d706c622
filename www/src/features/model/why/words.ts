// Texts of the panel that explains a prediction by bars.

import { formatApart, textsApart } from "../../../domain/text/values";
import { formatCount } from "../../../domain/text/format";
import { OF_SCORES } from "./decimals";
import type { Bars, Row } from "./row";
import { verdictOf } from "./verdict";

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
