// The part that every visitor downloads; the rest is in epochs.ts.

/** The last kept epoch up to this one; null: there is none. `kept` ascends. */
export function keptUpTo(kept: readonly number[], epoch: number): number | null {
  return kept.findLast((one) => one <= epoch) ?? null;
}
