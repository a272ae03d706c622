// The slopes of a loss that grows with the lengths of the finite bars.

import type { BarId } from "../../domain/graph/graph";
import type { OwnedBar } from "../../domain/persistence/slopes";

export interface StageSlopes {
  /** At every vertex: positive if a larger value increases the loss. */
  readonly vertices: ArrayLike<number>;
  /**
   * The bars of the loss, which grows with their lengths: the slope at the greater endpoint is 1, at the
   * other −1.
   */
  readonly bars: ReadonlyMap<BarId, OwnedBar>;
}

/** The arrow length: long enough to see, and longer for steeper slopes, up to 2. */
export function arrowLength(slope: number): number {
  return 10 + 12 * Math.min(Math.abs(slope), 2);
}

/** The owners of an endpoint of this bar. */
export function ownersOf({ bars }: StageSlopes, id: BarId): ReadonlySet<number> {
  const owned = bars.get(id);
  return new Set(owned ? [...owned.birth, ...owned.death].map(({ vertex }) => vertex) : []);
}
