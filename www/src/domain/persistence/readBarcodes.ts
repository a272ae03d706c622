// The input of the paper's readout: it reads three of the six computed barcodes.

import { isZeroLength } from "./bars";
import { ORDINARY_KINDS } from "../graph/graph";
import type { Bar, Direction, OrdinaryKind } from "../graph/graph";
import { pairOf } from "../text/sentences";
import { formatValue } from "../text/values";

/** A barcode that the readout reads, and the two barcodes that it merges; equal entries are merged, with their count. */
export interface ReadBarcode {
  readonly kind: OrdinaryKind;
  readonly sub: readonly string[];
  readonly super: readonly string[];
  readonly read: readonly string[];
}

/** B₀, B₀^∞ and B₁^∞ with the bars of both directions, without zero-length bars. */
export function readBarcodes(bars: readonly Bar[]): readonly ReadBarcode[] {
  const counted = bars.filter((bar) => !isZeroLength(bar));
  const from = (direction: Direction) => (bar: Bar) => bar.direction === direction;
  return ORDINARY_KINDS.map((kind) => {
    const both = counted.filter((bar) => bar.kind === kind);
    return {
      kind,
      sub: entries(both.filter(from("sub"))),
      super: entries(both.filter(from("super"))),
      read: entries(both),
    };
  });
}

/** Birth and death of a finite bar, only the birth of an essential bar. */
function entries(bars: readonly Bar[]): readonly string[] {
  const counts = new Map<string, number>();
  const ordered = [...bars].sort((a, b) => a.birth - b.birth || (a.death ?? 0) - (b.death ?? 0));
  for (const bar of ordered) {
    const entry = bar.death === null ? formatValue(bar.birth) : pairOf(bar);
    counts.set(entry, (counts.get(entry) ?? 0) + bar.multiplicity);
  }
  return [...counts].map(([entry, count]) => (count > 1 ? `${entry} ×${count}` : entry));
}
