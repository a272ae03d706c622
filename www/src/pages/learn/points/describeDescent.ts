import type { PointLoss, DescentTarget } from "../../../domain/points/descent";
import { plural } from "../../../domain/text/format";

/** Describes the next step of the descent. */
export function describeDescent(target: DescentTarget, { bars, gradient }: PointLoss): string {
  if (bars === 0) {
    return target === "others"
      ? "There is at most one bar of a loop, so the loss is 0 and no point moves."
      : "There is no bar of a loop, so the loss is 0 and no point moves.";
  }
  const moving = gradient.filter(
    (_, i) => i % 2 === 0 && (gradient[i] !== 0 || gradient[i + 1] !== 0),
  ).length;
  const of = plural(bars, "bar", "bars");
  if (moving === 0) return `The gradient of ${of} is 0, so no point moves.`;
  return `The ends of ${of} move ${plural(moving, "point", "points")}.`;
}
