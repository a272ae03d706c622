// The graphs of the data set as points: the principal components of the numbers that the classifier reads.

import { principal } from "../domain/principal";
import type { DataMap } from "./calls";
import type { InUse } from "./inUse";
import type { Sliced } from "./schedule";

/** Graphs whose numbers are read before others have their turn. */
const READ_AT_ONCE = 64;
/** Rounds of the iteration in one slice. */
const ROUNDS = 4;

export async function* dataMap(inUse: InUse, epoch: number | null): Sliced<DataMap> {
  const all = inUse.graphs();
  const readouts: Float32Array[] = [];
  const logits: Float32Array[] = [];
  for (let from = 0; from < all.length; from += READ_AT_ONCE) {
    const some = all.subarray(from, from + READ_AT_ONCE);
    for (const graph of await inUse.session.inspectMany(inUse.run, epoch ?? undefined, some)) {
      readouts.push(graph.readout);
      logits.push(graph.logits);
    }
    yield;
  }
  const of = readouts.some(({ length }) => length > 0) ? "readout" : "scores";
  const rows = of === "readout" ? readouts : logits;
  const numbers = rows[0]?.length ?? 0;
  const steps = principal({
    count: rows.length,
    width: numbers,
    values: joined(rows, numbers, Float64Array),
  });
  for (let round = 1; ; round++) {
    const { done, value } = steps.next();
    if (done) return { ...value, of, numbers, logits: joined(logits, logits[0]?.length ?? 0, Float32Array) };
    if (round % ROUNDS === 0) yield;
  }
}

function joined<T extends Float32Array | Float64Array>(
  rows: readonly Float32Array[],
  width: number,
  make: new (length: number) => T,
): T {
  const all = new make(rows.length * width);
  rows.forEach((row, i) => all.set(row, i * width));
  return all;
}
