// Extended persistence: after the whole graph has arrived, the filtration runs backwards, and essential bars
// end. A component ends at its last vertex, a loop at the value where the backward pass closes it.

import { DIRECTIONS } from "../graph/graph";
import type { Bar, BarId, Direction } from "../graph/graph";

/**
 * Birth and death vertices of the pairs, one pair after the other: up through the sublevel sets and back
 * down.
 */
export interface ExtendedPairs {
  readonly components: ArrayLike<number>;
  readonly loops: ArrayLike<number>;
}

/**
 * The pairs as bars of both directions: going down first and then up gives the same pairs with swapped ends.
 * Loops with the same two vertices are one bar.
 */
export function extendedBars({ components, loops }: ExtendedPairs, filter: Float32Array): Bar[] {
  return DIRECTIONS.flatMap((direction) => [
    ...barsOf("h0Extended", direction, components, filter),
    ...barsOf("h1Extended", direction, loops, filter),
  ]);
}

function barsOf(
  kind: "h0Extended" | "h1Extended",
  direction: Direction,
  pairs: ArrayLike<number>,
  filter: Float32Array,
): Bar[] {
  const bars = new Map<BarId, Bar>();
  for (let i = 0; i < pairs.length; i += 2) {
    const ends = [pairs[i]!, pairs[i + 1]!] as const;
    const [birthVertex, deathVertex] = direction === "sub" ? ends : [ends[1], ends[0]];
    const [birth, death] = [filter[birthVertex], filter[deathVertex]];
    if (birth === undefined || death === undefined) {
      throw new RangeError(`extended bars: pair ${i / 2} does not fit a graph of ${filter.length} vertices`);
    }
    const id: BarId = `${kind}:${direction}:${birthVertex}:${deathVertex}`;
    const multiplicity = (bars.get(id)?.multiplicity ?? 0) + 1;
    bars.set(id, { id, kind, direction, birth, death, birthVertex, deathVertex, multiplicity });
  }
  return [...bars.values()];
}

/** The bars, with deaths for the essential ones. */
export function withEnds(bars: readonly Bar[], extended: readonly Bar[]): readonly Bar[] {
  return [...bars.filter(({ kind }) => kind === "h0"), ...extended];
}
