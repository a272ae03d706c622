// The two filtrations of the stage: the active one and its mirror in the other direction.

import { thresholdAt } from "../../domain/persistence/filtration";
import type { Walk } from "../../domain/persistence/filtration";
import type { Bar } from "../../domain/graph/graph";
import { rowsOf } from "./rows";
import type { Row } from "./rows";

/** One filtration, up to t. */
export interface Side {
  readonly walk: Walk;
  readonly position: number;
  readonly threshold: number | null;
  readonly rows: readonly Row[];
}

/**
 * The filtration in the other direction after the same number of steps: both start at K⁰, visit each value
 * once, one from below and one from above, and end together. Its bars are below those of `side`.
 */
export function mirrorOf(side: Side, walk: Walk, bars: readonly Bar[]): Side {
  const { position } = side;
  const threshold = thresholdAt(walk, position);
  return { walk, position, threshold, rows: rowsOf(bars, walk.direction, threshold, side.rows.length) };
}
