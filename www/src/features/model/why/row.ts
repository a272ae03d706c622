// The rows of the list of bars that explains a prediction.

import type { BarcodeKind, BarId, Direction } from "../../../domain/graph/graph";

/** Equal bars of one barcode and direction. */
export interface Bars {
  /** Bars end, components and loops do not; extended loops end on the way back. */
  readonly type: "bar" | "component" | "loop" | "extended loop";
  readonly direction: Direction;
  readonly birth: number;
  /** null: they never end. */
  readonly death: number | null;
  readonly count: number;
}

/** The same, and what they do to the scores. */
export interface Row extends Bars {
  /** One of the bars. */
  readonly id: BarId;
  readonly kind: BarcodeKind;
  readonly name: string;
  /** What they add to the score of each class. */
  readonly contributions: Float32Array;
  /** The scores without them. */
  readonly without: Float32Array;
}
