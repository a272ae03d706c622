// Numbers with a sign, as the tools write them.

import { formatValue } from "../../../domain/text/sentences";

/** With a real minus, and a plus where a sign is what matters. */
export function formatSigned(value: number): string {
  // What rounds to 0 has no sign.
  const text = formatValue(Math.abs(value));
  if (Number(text) === 0) return text;
  return `${value < 0 ? "−" : "+"}${text}`;
}

/** How far an arrow key goes along a range: a round number, about a hundredth of it. */
export function stepFor(span: number): number {
  const power = 10 ** Math.floor(Math.log10(span || 1));
  return Number((power * (span / power < 2 ? 0.01 : 0.05)).toPrecision(1));
}

export function roundTo(step: number, value: number): number {
  return Number((Math.round(value / step) * step).toPrecision(12));
}
