// The rows of the list of bars that explains a prediction.

import type { BarcodeKind, BarId, Direction } from "../../../domain/graph/graph";

/** Equal bars of one barcode and direction. */
export interface Bars {
  /** Bars have a death, components and loops do not; extended ones end in the descending part of extended persistence. */
  readonly type: "bar" | "component" | "loop" | "extended loop" | "extended component";
  readonly direction: Direction;
  readonly birth: number;
  /** null: essential. */
  readonly death: number | null;
  readonly count: number;
}

/** The bars with their contributions to the scores. */
export interface Row extends Bars {
  /** One of the bars. */
  readonly id: BarId;
  readonly kind: BarcodeKind;
  readonly name: string;
  /** The vertices of this one. */
  readonly birthVertex: number;
  readonly deathVertex: number | null;
  /** Contribution to the score of each class. */
  readonly contributions: Float32Array;
  /** The scores without these bars; empty: unknown, because the contributions are logged. */
  readonly without: Float32Array;
}
