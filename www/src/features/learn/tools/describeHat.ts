import type { Hat } from "../../../domain/persistence/hat";
import { zeroDistance } from "../../../domain/persistence/hat";
import { formatValue } from "../../../domain/text/values";

/** The regions where the hat is positive and negative. */
export function describeHat(hat: Hat): string {
  if (hat.radius === 0) return "With radius 0, the hat is 0 everywhere.";
  const zero = formatValue(zeroDistance(hat));
  return `The hat is 0 on the thick line, at the distance |r|/2 = ${zero} from its centre. It is positive inside and negative outside, also on the diagonal.`;
}

/** Its radius, for screen readers. */
export function describeRadius(hat: Hat): string {
  return `radius ${formatValue(Math.abs(hat.radius))}, zero at ${formatValue(zeroDistance(hat))}`;
}
