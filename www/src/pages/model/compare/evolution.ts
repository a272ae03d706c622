// The filter and the predictions of a run over its epochs.

import { formatCount, formatShare, plural, messageOf } from "../../../domain/text/format";
import type { ComparedRuns, FilterAssociation } from "../../../protocol";
import { formatTau, meanOf } from "./words";
import { useEffect, useRef, useState } from "preact/hooks";
import { useApp } from "../../../ui/context";
import type { Compared } from "../../../engine/calls";
import { inTwoParts } from "../learned/quantities";

/** Maximum number of epochs that are evaluated. */
export const MAX_EPOCHS = 21;
/** From this mean τ on, the order of the vertices is close to that of the last epoch. */
const CLOSE = 0.95;

export interface EpochPoint {
  readonly epoch: number;
  /** Mean of τ to the last evaluated epoch over all graphs; null: undefined for all graphs. */
  readonly tau: number | null;
  /** Number of graphs with a τ. */
  readonly graphs: number;
  /** Metric of the test graphs; null: there are none. */
  readonly metric: number | null;
  /** η² of the quantity over the graphs outside the training part; null: undefined, or no quantity. */
  readonly explained: number | null;
}

/** The evaluated epochs: the first, the last, and others at equal distances in the list. */
export function sampledEpochs(epochs: readonly number[], max: number): readonly number[] {
  if (epochs.length <= max) return epochs;
  const last = epochs.length - 1;
  return Array.from({ length: max }, (_, at) => epochs[Math.round((at * last) / (max - 1))]!);
}

export function pointOf(
  epoch: number,
  { agreement, metrics }: ComparedRuns,
  association: FilterAssociation | null,
): EpochPoint {
  const taus = agreement?.taus ?? new Float64Array();
  const [sum, tests] = [metrics[4]!, metrics[5]!];
  return {
    epoch,
    tau: meanOf(taus),
    graphs: taus.filter((tau) => !Number.isNaN(tau)).length,
    metric: tests === 0 ? null : sum / tests,
    explained: association?.etaSquared[1] ?? null,
  };
}

/** The quantity with the largest share of the variance outside the training part; null: f is constant there. */
function strongest(ids: readonly string[], found: readonly FilterAssociation[]): string | null {
  const shares = ids.map((id, at) => ({ id, share: found[at]?.etaSquared[1] ?? null }));
  const known = shares.filter((one): one is { id: string; share: number } => one.share !== null);
  return known.toSorted((a, b) => b.share - a.share)[0]?.id ?? null;
}

/** Describes the order of the vertices at the first evaluated epoch, and the epoch from which it stays close to the last one. */
export function evolutionWords(points: readonly EpochPoint[]): string {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || first === last) return "";
  if (points.every(({ tau }) => tau === null))
    return "The filter of at least one of both epochs is constant on each graph, so τ is undefined.";
  const start =
    first.tau === null
      ? `At epoch ${first.epoch}, τ to epoch ${last.epoch} is undefined.`
      : `At epoch ${first.epoch}, the mean of τ to epoch ${last.epoch} is ${formatTau(first.tau)} over ${plural(first.graphs, "graph", "graphs")}.`;
  const far = points.findLastIndex(({ tau }) => tau === null || tau < CLOSE);
  const from = points[far + 1];
  if (!from || from === last)
    return `${start} At epoch ${points[far]!.epoch}, the one before the last, it is ${points[far]!.tau === null ? "undefined" : `below ${formatTau(CLOSE)}`}.`;
  return far < 0
    ? `${start} It is at least ${formatTau(CLOSE)} at every evaluated epoch.`
    : `${start} It is at least ${formatTau(CLOSE)} at every evaluated epoch from epoch ${from.epoch} on.`;
}

/** A cell of the table: "0.42 (187)" where graphs are missing. */
export function tauCell({ tau, graphs }: EpochPoint, most: number): string {
  if (tau === null) return "–";
  return graphs < most ? `${formatTau(tau)} (${formatCount(graphs)})` : formatTau(tau);
}

export const shareCell = (share: number | null): string => (share === null ? "–" : formatShare(share));

// Computes the evolution of a run on request, epoch by epoch.

export interface Evolution {
  /** The points so far, ascending. */
  readonly points: readonly EpochPoint[];
  /** The requested epochs. */
  readonly epochs: readonly number[];
  /** The quantity whose share is shown; null: none. */
  readonly quantity: string | null;
  readonly running: boolean;
  readonly error: string | null;
}

interface Computing {
  readonly evolution: Evolution | null;
  readonly start: (epochs: readonly number[]) => void;
  readonly cancel: () => void;
}

export function useEvolution(): Computing {
  const { services } = useApp();
  const [evolution, setEvolution] = useState<Evolution | null>(null);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const put = (change: Partial<Evolution>): void =>
    setEvolution((before) => before && { ...before, ...change });

  const compute = async (epochs: readonly number[], signal: AbortSignal): Promise<void> => {
    const asking = { signal, urgent: false };
    const last = epochs.at(-1)!;
    const [ids] = inTwoParts((await services.analysis.about("quantities", [false], asking)) ?? []);
    const asked = ids.map((id) => [id]);
    const found = await services.analysis.ask("associations", [asked], { ...asking, epoch: last });
    const quantity = found && strongest(ids, found.answer);
    if (signal.aborted) return;
    put({ quantity });
    for (const epoch of epochs) {
      const pair = [epoch, last].map((epoch): Compared => ({ type: "epoch", epoch })) as [Compared, Compared];
      const result = await services.analysis.ask("compare", [null, pair], { ...asking, epoch, beside: pair });
      const association = quantity
        ? await services.analysis.ask("associations", [[[quantity]]], { ...asking, epoch })
        : null;
      if (signal.aborted || !result) return;
      const point = pointOf(epoch, result.answer, association?.answer[0] ?? null);
      setEvolution((before) => before && { ...before, points: [...before.points, point] });
    }
  };

  return {
    evolution,
    start(epochs) {
      abort.current?.abort();
      const own = new AbortController();
      abort.current = own;
      setEvolution({ points: [], epochs, quantity: null, running: true, error: null });
      const end = (change: Partial<Evolution>): void => {
        if (abort.current === own) put({ running: false, ...change });
      };
      compute(epochs, own.signal).then(
        () => end({}),
        (error: unknown) => end(own.signal.aborted ? {} : { error: messageOf(error) }),
      );
    },
    cancel() {
      abort.current?.abort();
      put({ running: false });
    },
  };
}
