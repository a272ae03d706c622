// Both directions side by side: the superlevel sets of f are the sublevel sets of −f.

import { isZeroLength } from "./bars";
import { DIRECTIONS, ORDINARY_KINDS } from "./graph";
import type { Bar, Direction, OrdinaryKind } from "./graph";

/** The bars of one kind and direction that have a length. */
export interface Barcode {
  readonly kind: OrdinaryKind;
  readonly direction: Direction;
  readonly bars: readonly Bar[];
}

/** The six barcodes of a filter: of each kind one from below and one from above. */
export function sixBarcodes(bars: readonly Bar[]): readonly Barcode[] {
  return ORDINARY_KINDS.flatMap((kind) =>
    DIRECTIONS.map((direction) => ({
      kind,
      direction,
      bars: bars.filter((bar) => bar.kind === kind && bar.direction === direction && !isZeroLength(bar)),
    })),
  );
}

/**
 * The three that a model reads: of each kind both directions in one, as the finite ones do not mix, those from below lie
 * above the diagonal and those from above below it.
 */
export function threeBarcodes(bars: readonly Bar[]): readonly Omit<Barcode, "direction">[] {
  const six = sixBarcodes(bars);
  return ORDINARY_KINDS.map((kind) => ({
    kind,
    bars: six.filter((barcode) => barcode.kind === kind).flatMap((barcode) => barcode.bars),
  }));
}

/** Where a bar of f lies among those of −f. */
export function mirrored({ birth, death }: Pick<Bar, "birth" | "death">): Pick<Bar, "birth" | "death"> {
  return { birth: -birth, death: death === null ? null : -death };
}
