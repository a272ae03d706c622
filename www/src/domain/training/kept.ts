// What every visitor needs of the epochs of a run; the rest is in epochs.ts.

/** The last kept epoch up to this one; null: none is. `kept` ascends. */
export function keptUpTo(kept: readonly number[], epoch: number): number | null {
  return kept.findLast((one) => one <= epoch) ?? null;
}
