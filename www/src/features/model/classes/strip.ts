// The numbers of bars of single graphs in a cell.

import type { Part } from "../../../protocol";
import type { Data } from "../../../store/state";
import type { Filling } from "./grids";
import type { Scale } from "./grids";

/** The graphs of a class as points: bars in the cell, and a place across that separates equal numbers. */
export interface Strip {
  readonly label: number;
  readonly points: readonly { readonly bars: number; readonly across: number }[];
  readonly median: number;
  /** Graphs with bars in the cell. */
  readonly filled: number;
}

/** Multiples of it, modulo 1, never cluster. */
const GOLDEN = 0.618_033_988_749_895;

/** All graphs of a class in a part, with 0 for those that have no bars in the cell. */
export function stripOf(
  rows: Data["rows"],
  part: Part,
  label: number,
  filling: readonly Filling[],
  scale: Scale,
): Strip {
  const bars = new Map(filling.map(({ graph, bars }) => [graph, bars]));
  const numbers = rows.flatMap((row, graph) => {
    if (row.part !== part || row.class !== label) return [];
    const own = bars.get(graph) ?? 0;
    return [scale === "graph" ? own : (100 * own) / Math.max(row.vertices, 1)];
  });
  const sorted = numbers.toSorted((a, b) => a - b);
  const last = sorted.length - 1;
  return {
    label,
    points: numbers.map((bars, at) => ({ bars, across: (at * GOLDEN) % 1 })),
    median: last < 0 ? 0 : (sorted[Math.floor(last / 2)]! + sorted[Math.ceil(last / 2)]!) / 2,
    filled: numbers.filter((own) => own > 0).length,
  };
}
