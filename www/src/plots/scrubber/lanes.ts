import type { Walk } from "../../domain/persistence/filtration";
import type { Axis } from "../shared/axis";

export const LANES = ["births", "merges", "loops"] as const;
export type LaneName = (typeof LANES)[number];

export interface LaneMark {
  readonly x: number;
  /** Height of a histogram bar in (0, 1]. */
  readonly share: number;
}

/** Width of a glyph; values closer than this share a histogram bar. */
const GLYPH = 9;
const BIN = 3;

/** One mark for each value with an event of this kind, or a histogram if the marks would overlap. */
export function laneMarks(walk: Walk, lane: LaneName, axis: Axis): { marks: LaneMark[]; crowded: boolean } {
  const found: { x: number; count: number }[] = [];
  walk.events.forEach((events, i) => {
    const count = events[lane].reduce((sum, bar) => sum + bar.multiplicity, 0);
    if (count > 0) found.push({ x: axis.x(walk.values[i]!), count });
  });
  const crowded = found.filter(({ x }, i) => i > 0 && Math.abs(x - found[i - 1]!.x) < GLYPH - 2).length > 8;
  if (!crowded) return { marks: found.map(({ x }) => ({ x, share: 1 })), crowded };
  const bins = new Map<number, number>();
  for (const { x, count } of found) {
    const bin = Math.round((x - axis.left) / BIN);
    bins.set(bin, (bins.get(bin) ?? 0) + count);
  }
  const most = Math.max(...bins.values());
  // Square roots, so that one value with a thousand vertices does not flatten the others.
  return {
    marks: [...bins].map(([bin, count]) => ({
      x: axis.left + bin * BIN,
      share: Math.max(Math.sqrt(count / most), 0.18),
    })),
    crowded,
  };
}
