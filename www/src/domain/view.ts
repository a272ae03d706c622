// How plots can be looked at.

/** The order of the bars of a barcode. */
export type Sort = "birth" | "length";

/** How many times as fast as usual a walk through a filtration goes. */
export const SPEEDS: readonly number[] = [0.5, 1, 2, 4];

/** Pan and zoom: how much larger than at fit, and what share of the panel, at fit, lies in its middle. */
export interface Zoom {
  readonly k: number;
  readonly x: number;
  readonly y: number;
}
export const FIT: Zoom = { k: 1, x: 0.5, y: 0.5 };

/** What the colours of the vertices say: f, where a vertex stands among the others by f, its label, or one of its attributes. */
export type ColourBy = "f" | "rank" | "label" | `attribute${number}`;
