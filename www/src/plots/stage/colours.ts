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

/**
 * The colour of the component that this vertex created: it stays when bars change places, and when two vertices
 * exchange their bars. Nine colours repeat.
 */
export function componentColour(birthVertex: number): string {
  return PALETTE[birthVertex % PALETTE.length]!;
}
