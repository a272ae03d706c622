// View settings of the plots.

/** The order of the bars of a barcode. */
export type Sort = "birth" | "length";

/** Speeds of the filtration's animation, as multiples of the normal speed. */
export const SPEEDS: readonly number[] = [0.5, 1, 2, 4];

/** Pan and zoom: the scale relative to fit, and the point of the fitted panel, as shares, at its centre. */
export interface Zoom {
  readonly k: number;
  readonly x: number;
  readonly y: number;
}
export const FIT: Zoom = { k: 1, x: 0.5, y: 0.5 };

/** The meaning of vertex colours: f, the rank by f, the label, or an attribute. */
export type ColourBy = "f" | "rank" | "label" | `attribute${number}`;
