// Finds a bar again that was named with other weights or in another batch.

import type { Bar } from "../../../domain/graph/graph";
import type { BarcodeName } from "../../../protocol";
import type { Row } from "../why/row";
import { TYPE_OF } from "./functions";

/** Farther apart they are not the same bar. */
const NEAR = 1e-3;

/** The row whose bars are the nearest to this one; null: none is near. */
export function nearestRow(
  rows: readonly Row[],
  bar: Pick<Bar, "kind" | "direction" | "birth" | "death">,
): Row | null {
  let best: Row | null = null;
  let nearest = NEAR;
  for (const row of rows) {
    if (row.type !== TYPE_OF[bar.kind as BarcodeName] || row.direction !== bar.direction) continue;
    const apart = Math.abs(row.birth - bar.birth) + Math.abs((row.death ?? 0) - (bar.death ?? 0));
    if (apart < nearest) [best, nearest] = [row, apart];
  }
  return best;
}
