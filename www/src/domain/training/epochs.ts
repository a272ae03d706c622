// The epochs of a run: those with kept weights, and their marks in a strip.

import type { EpochReport } from "../../protocol";

/** The kept epoch nearest to this one, the earlier of two equally near ones; null: none is kept. */
export function nearestKept(kept: readonly number[], epoch: number): number | null {
  const before = keptUpTo(kept, epoch);
  const after = kept.find((one) => one > epoch) ?? null;
  if (before === null || after === null) return before ?? after;
  return after - epoch < epoch - before ? after : before;
}

/** The kept epoch this number of kept epochs later (or earlier), clamped to the ends. */
export function keptBeside(kept: readonly number[], epoch: number, by: number): number | null {
  const at = kept.findLastIndex((one) => one <= epoch);
  return kept[Math.min(Math.max(at + by, 0), kept.length - 1)] ?? null;
}

/** At most this number of epochs, evenly spread, including the first and the last. */
export function spreadOver<T>(all: readonly T[], most: number): readonly T[] {
  if (all.length <= most) return all;
  return Array.from({ length: most }, (_, i) => all[Math.round((i * (all.length - 1)) / (most - 1))]!);
}

/**
 * The interval between epochs with kept weights, ignoring the first and the last; 1: all weights are kept.
 */
export function keptEvery(kept: readonly number[]): number {
  return kept.length < 3 ? Math.max(1, (kept[1] ?? 1) - (kept[0] ?? 0)) : kept[2]! - kept[1]!;
}

/** A mark of the strip: one epoch, or several neighbouring ones if space is short. */
export interface EpochMark {
  /** First and last epoch, both included. */
  readonly from: number;
  readonly to: number;
  /** Metric of the test graphs, or its mean over several epochs; null: unknown. */
  readonly metric: number | null;
  /** Are the weights of any of these epochs kept? */
  readonly kept: boolean;
}

/**
 * A mark for every epoch from 0 (before the first step) to `last`; marks cover several epochs if there would
 * be more than `most`.
 */
export function marksOf(
  reports: readonly Pick<EpochReport, "epoch" | "testMetric">[],
  kept: readonly number[],
  last: number,
  most: number,
): EpochMark[] {
  const size = Math.max(1, Math.ceil((last + 1) / Math.max(most, 1)));
  const marks = Array.from({ length: Math.ceil((last + 1) / size) }, (_, i) => ({
    from: i * size,
    to: Math.min((i + 1) * size - 1, last),
    sum: 0,
    count: 0,
    kept: false,
  }));
  const at = (epoch: number): (typeof marks)[number] | undefined => marks[Math.floor(epoch / size)];
  for (const { epoch, testMetric } of reports) {
    const mark = at(epoch);
    // An empty test part has no metric.
    if (!mark || !Number.isFinite(testMetric)) continue;
    mark.sum += testMetric;
    mark.count += 1;
  }
  for (const epoch of kept) {
    const mark = at(epoch);
    if (mark) mark.kept = true;
  }
  return marks.map(({ from, to, sum, count, kept }) => ({
    from,
    to,
    metric: count === 0 ? null : sum / count,
    kept,
  }));
}

/**
 * The kept epochs before this one that a trail passes through: every 2ⁿ-th epoch, at most `most`, and the
 * last `recent`. As a run grows, most of them stay the same.
 */
export function trailEpochs(
  kept: readonly number[],
  before: number,
  most: number,
  recent: number,
): readonly number[] {
  const past = kept.filter((epoch) => epoch < before);
  let stride = 1;
  while (past.length > most * stride) stride *= 2;
  return past.filter((_, i) => i % stride === 0 || i >= past.length - recent);
}

// The part that every visitor downloads; the rest is in epochs.ts.

/** The last kept epoch up to this one; null: there is none. `kept` ascends. */
export function keptUpTo(kept: readonly number[], epoch: number): number | null {
  return kept.findLast((one) => one <= epoch) ?? null;
}
