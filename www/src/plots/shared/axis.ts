import type { Domain } from "./colour";
import { formatValue } from "../../domain/text/values";

/** The margins of the scrubber and the barcode, equal so that one x means one value in both. */
export const INSET_LEFT = 60;
export const INSET_RIGHT = 40;

/** The title of the switch between the range of f and [0, 1]. */
export const FIT_TITLE =
  "The axes go from the least value of f to the greatest. Without it, the axes of learned filters are [0, 1]";

/** The f axis of a plot of this width. */
export interface Axis {
  readonly left: number;
  readonly right: number;
  readonly x: (value: number) => number;
  readonly valueAt: (x: number) => number;
}

export function fAxis(
  width: number,
  domain: Domain,
  [insetLeft, insetRight] = [INSET_LEFT, INSET_RIGHT],
): Axis {
  const left = insetLeft;
  const right = Math.max(width - insetRight, left + 1);
  const [low, high] = domain;
  const span = high - low || 1;
  return {
    left,
    right,
    x: (value) => left + ((value - low) / span) * (right - left),
    valueAt: (x) => low + ((x - left) / (right - left)) * span,
  };
}

/** At most five round values along a domain. */
export function ticksOf([low, high]: Domain, most = 5): number[] {
  const span = high - low;
  if (!(span > 0)) return [low];
  const raw = span / (most - 1);
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 2.5, 5, 10].map((s) => s * power).find((s) => s >= raw - 1e-9 * raw)!;
  const ticks = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + 1e-9 * span; i++)
    ticks.push(Number((i * step).toFixed(9)));
  return ticks;
}

/** A number in a few characters. */
export function short(value: number): string {
  const plain = String(value);
  return /^[-.0-9]{1,6}$/.test(plain) ? plain : value.toExponential().replace("e+", "e").replace("e-", "e−");
}

// Formats signed numbers.

/** The number with a typographic minus or a plus sign. */
export function formatSigned(value: number): string {
  // A number that rounds to 0 has no sign.
  const text = formatValue(Math.abs(value));
  if (Number(text) === 0) return text;
  return `${value < 0 ? "−" : "+"}${text}`;
}

/** The step of an arrow key along a range: a round number, about a hundredth of it. */
export function stepFor(span: number): number {
  const power = 10 ** Math.floor(Math.log10(span || 1));
  return Number((power * (span / power < 2 ? 0.01 : 0.05)).toPrecision(1));
}

export function roundTo(step: number, value: number): number {
  return Number((Math.round(value / step) * step).toPrecision(12));
}
