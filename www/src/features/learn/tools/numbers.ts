// Formats signed numbers.

import { formatValue } from "../../../domain/text/values";

/** With a true minus sign, and a plus sign. */
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
