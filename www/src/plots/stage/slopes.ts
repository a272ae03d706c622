// The slopes of a loss that grows with the lengths of the finite bars.

import type { BarId } from "../../domain/graph/graph";
import type { OwnedBar } from "../../domain/persistence/slopes";

export interface StageSlopes {
  /** At every vertex: positive where a larger value makes the loss larger. */
  readonly vertices: ArrayLike<number>;
  /** The bars of the loss; each grows with its length, so the slope at its greater end is 1, at the other −1. */
  readonly bars: ReadonlyMap<BarId, OwnedBar>;
}

/** Long enough to be seen, and longer where the slope is steeper, up to 2. */
export function arrowLength(slope: number): number {
  return 10 + 12 * Math.min(Math.abs(slope), 2);
}

/** The vertices that an end of this bar belongs to. */
export function ownersOf({ bars }: StageSlopes, id: BarId): ReadonlySet<number> {
  const owned = bars.get(id);
  return new Set(owned ? [...owned.birth, ...owned.death].map(({ vertex }) => vertex) : []);
}
