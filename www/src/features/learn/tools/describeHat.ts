import type { Hat } from "../../../domain/persistence/hat";
import { zeroDistance } from "../../../domain/persistence/hat";
import { formatValue } from "../../../domain/text/sentences";

/** Where the hat is positive and where it is negative. */
export function describeHat(hat: Hat): string {
  if (hat.radius === 0) return "Without a radius the hat is 0 everywhere.";
  const zero = formatValue(zeroDistance(hat));
  return `The hat is 0 on the thick line, where ‖p − c‖₁ = |r|/2 = ${zero}; inside it is positive, outside negative.`;
}

/** Its radius, for screen readers. */
export function describeRadius(hat: Hat): string {
  return `radius ${formatValue(Math.abs(hat.radius))}, zero at ${formatValue(zeroDistance(hat))}`;
}
