// Colours of components: Paul Tol's "muted" scheme, which is colour-blind safe. They differ from class and
// direction colours.

const PALETTE = [
  "#88ccee",
  "#cc6677",
  "#ddcc77",
  "#44aa99",
  "#aa4499",
  "#999933",
  "#332288",
  "#117733",
  "#882255",
] as const;

/** The number of colours; they repeat. */
export const COLOURS = PALETTE.length;

export function componentColour(colour: number): string {
  return PALETTE[colour % PALETTE.length]!;
}
