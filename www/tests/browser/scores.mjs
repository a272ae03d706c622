// What a score of a class comes from, as the page lists it: numbers that add up to it.

import assert from "node:assert/strict";

/** A number as the page writes it. */
export const number = (text) => Number(text.replace("−", "-").replace("+", ""));

/** Fails where what is added, each rounded to two decimals, does not come to the score. */
export function addsUp({ score, added }) {
  const sum = added.reduce((total, amount) => total + amount, 0);
  const most = 0.005 * (added.length + 1) + 1e-4;
  assert(Math.abs(sum - score) <= most, `${added.join(" + ")} = ${sum}, not ${score}`);
}
