// The colours of components: Paul Tol's "muted", told apart by people who see colours differently. Neither those of
// classes nor those of the two directions.

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

/** The colour of the component whose bar is in this row; they come again after nine. */
export function componentColour(row: number): string {
  return PALETTE[row % PALETTE.length]!;
}
