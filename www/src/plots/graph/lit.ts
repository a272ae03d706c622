/** The highlighted parts of the graph: a region, a cycle, marked vertices. */
export interface Lit {
  readonly region: readonly number[] | Uint32Array;
  readonly cycle: readonly number[];
  readonly birthVertex: number | null;
  readonly deathVertex: number | null;
  readonly vertex: number | null;
  readonly selected: number | null;
}

export const UNLIT: Lit = {
  region: [],
  cycle: [],
  birthVertex: null,
  deathVertex: null,
  vertex: null,
  selected: null,
};
