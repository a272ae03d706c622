import { distanceTo, zeroDistance } from "../../../../domain/persistence/vectors";
import type { DiagramPoint, Hat } from "../../../../domain/persistence/vectors";
import type { HatSign } from "../../../../store/lesson";

/** A hat is positive closer to its centre than its zero, and negative farther away. */
export function signAt(hat: Hat, point: DiagramPoint): HatSign {
  const beyond = distanceTo(hat, point) - zeroDistance(hat);
  return beyond === 0 ? "zero" : beyond < 0 ? "positive" : "negative";
}
