// The colours of a difference of two filters.

import { numbersOf } from "../../../plots/shared/colour";
import type { Colours, Domain } from "../../../plots/shared/colour";
import diverging from "../../../plots/shared/diverging.ts?built";

export const DIVERGING: Colours = {
  palette: diverging.palette.map(numbersOf),
  gradient: `linear-gradient(to right, ${diverging.stops.join(", ")})`,
};

/** Differences below it would be noise in full colour. */
const LEAST = 0.01;

/** f of A less f of B at every vertex, and the range of colours: as far below 0 as above. */
export function differenceOf(
  a: Float32Array,
  b: Float32Array,
): { readonly values: Float32Array; readonly domain: Domain } {
  const values = a.map((value, v) => value - b[v]!);
  const most = values.reduce((most, value) => Math.max(most, Math.abs(value)), LEAST);
  return { values, domain: [-most, most] };
}

/** From the least value of both to the greatest. */
export function rangeOfBoth(a: Float32Array, b: Float32Array): Domain {
  let [low, high] = [Infinity, -Infinity];
  for (const filter of [a, b]) {
    for (const value of filter) [low, high] = [Math.min(low, value), Math.max(high, value)];
  }
  return low < high ? [low, high] : [0, 1];
}
