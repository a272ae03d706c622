// Texts of the panel that explains a prediction by bars.

import { formatValue } from "../../../domain/text/sentences";
import { formatCount } from "../../../domain/text/format";
import type { Bars, Row } from "./row";
import { verdictOf } from "./verdict";

/** Two decimals and a real minus. */
export function formatScore(score: number): string {
  const text = Math.abs(score).toFixed(2);
  // A value that rounds to 0 has no sign.
  return score < 0 && Number(text) !== 0 ? `−${text}` : text;
}

/** formatScore with a plus sign for positive contributions. */
export function formatAdded(amount: number): string {
  const text = formatScore(amount);
  return amount > 0 && Number(text) !== 0 ? `+${text}` : text;
}

const WORDS: Readonly<Record<Bars["type"], readonly [one: string, many: string]>> = {
  bar: ["bar", "bars"],
  component: ["component", "components"],
  loop: ["loop", "loops"],
  "extended loop": ["extended loop", "extended loops"],
};

/** "3 superlevel bars (0.92, 0.01)" */
function nameOfBars(
  { type, direction, birth, death, count }: Bars,
  format: (value: number) => string,
): string {
  const [one, many] = WORDS[type];
  const kind = `${direction === "super" ? "superlevel " : ""}${count === 1 ? one : many}`;
  const where = death === null ? `, born ${format(birth)}` : ` (${format(birth)}, ${format(death)})`;
  return `${count === 1 ? "" : `${formatCount(count)} `}${kind}${where}`;
}

const FORMATS: readonly ((value: number) => string)[] = [
  formatValue,
  (value) => String(Number(value.toFixed(5))),
  // Enough digits to distinguish any two filter values.
  (value) => String(Number(value.toPrecision(9))),
];

/** The name of each row, with more digits where two names would be equal. */
export function namesOf(all: readonly Bars[]): readonly string[] {
  const readings = FORMATS.map((format) => all.map((bars) => nameOfBars(bars, format)));
  const counts = readings.map((names) => {
    const count = new Map<string, number>();
    for (const name of names) count.set(name, (count.get(name) ?? 0) + 1);
    return count;
  });
  return all.map((_, i) => {
    const alone = readings.find((names, reading) => counts[reading]!.get(names[i]!) === 1);
    return (alone ?? readings.at(-1)!)[i]!;
  });
}

/** Whether the prediction changes without these bars. */
export function turns({ without }: Row, said: number): boolean {
  return verdictOf(without).said !== said;
}

/** "Without them: class 2 (score 0.31 against 0.12 for class 1)." */
export function describeWithout(row: Row, said: number, nameOf: (index: number) => string): string {
  const { said: then, score, next } = verdictOf(row.without);
  const them = row.count === 1 ? "it" : "them";
  const answer = then === said ? `still ${nameOf(then)}` : nameOf(then);
  const against = next ? ` against ${formatScore(next.score)} for ${nameOf(next.class)}` : "";
  return `Without ${them}: ${answer} (score ${formatScore(score)}${against}).`;
}
