/** What is lit in the graph: a region, a cycle, marked vertices. */
export interface Lit {
  readonly region: Uint32Array;
  readonly cycle: ArrayLike<number>;
  readonly birthVertex: number | null;
  readonly deathVertex: number | null;
  readonly vertex: number | null;
  readonly selected: number | null;
}

export const UNLIT: Lit = {
  region: new Uint32Array(),
  cycle: [],
  birthVertex: null,
  deathVertex: null,
  vertex: null,
  selected: null,
};
