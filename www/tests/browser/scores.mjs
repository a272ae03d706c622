// The summands of a score, as the page lists them.

import assert from "node:assert/strict";

/** A number in the notation of the page; of a difference with its result, the result. */
export const number = (text) => Number(text.replace(/^.*=/s, "").trim().replace("−", "-").replace("+", ""));

/** Fails if the summands, each rounded to two decimals, do not sum to the score. */
export function addsUp({ score, added }) {
  const sum = added.reduce((total, amount) => total + amount, 0);
  const most = 0.005 * (added.length + 1) + 1e-4;
  assert(Math.abs(sum - score) <= most, `${added.join(" + ")} = ${sum}, not ${score}`);
}
