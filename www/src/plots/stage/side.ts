// The two filtrations of the stage: the one that is walked through, and its mirror, which comes from the other end.

import { thresholdAt } from "../../domain/persistence/filtration";
import type { Walk } from "../../domain/persistence/filtration";
import type { Bar } from "../../domain/graph/graph";
import { rowsOf } from "./rows";
import type { Row } from "./rows";

/** One filtration, as far as it has come. */
export interface Side {
  readonly walk: Walk;
  readonly position: number;
  readonly threshold: number | null;
  readonly rows: readonly Row[];
}

/**
 * The filtration from the other end after as many steps: both begin at K⁰, meet each value once, one from below and one
 * from above, and are complete together. Its bars stand below those of `side`.
 */
export function mirrorOf(side: Side, walk: Walk, bars: readonly Bar[]): Side {
  const { position } = side;
  const threshold = thresholdAt(walk, position);
  return { walk, position, threshold, rows: rowsOf(bars, walk.direction, threshold, side.rows.length) };
}
