import type { Bar } from "../../../domain/graph/graph";
import type { Hat } from "../../../domain/persistence/vectors";
import { pointSlopes, zeroDistance } from "../../../domain/persistence/vectors";
import { pairOf } from "../../../domain/text/sentences";
import { formatValue } from "../../../domain/text/values";
import { formatSigned } from "../../../plots/shared/axis";

/** The regions where the hat is positive and negative. */
export function describeHat(hat: Hat): string {
  if (hat.radius === 0) return "With radius 0, the hat is 0 everywhere.";
  const zero = formatValue(zeroDistance(hat));
  return `The hat is 0 on the thick line, at the distance |r|/2 = ${zero} from its centre. It is positive inside and negative outside, also on the diagonal.`;
}

/** The derivatives of the value of the hat at a finite bar by the birth and the death of the bar. */
export function describePointSlopes(hat: Hat, bar: Bar): string {
  const slopes = pointSlopes(hat, { birth: bar.birth, death: bar.death! });
  return `${pairOf(bar)}: ${formatSigned(slopes.birth)} by its birth, ${formatSigned(slopes.death)} by its death`;
}

/** Its radius, for screen readers. */
export function describeRadius(hat: Hat): string {
  return `radius ${formatValue(Math.abs(hat.radius))}, zero at ${formatValue(zeroDistance(hat))}`;
}
