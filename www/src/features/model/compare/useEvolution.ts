// Computes the evolution of a run on request, epoch by epoch.

import { useEffect, useRef, useState } from "preact/hooks";
import { useApp } from "../../context";
import { messageOf } from "../../../domain/text/format";
import type { Compared } from "../../../engine/calls";
import { inTwoParts } from "../learned/quantities";
import { pointOf, strongest } from "./evolution";
import type { EpochPoint } from "./evolution";

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
    const [ids] = inTwoParts((await services.analysis.about("quantities", [], asking)) ?? []);
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
