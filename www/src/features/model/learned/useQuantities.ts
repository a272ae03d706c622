// The quantities of the vertices of the data set, and the names of their labels.

import { useEffect, useState } from "preact/hooks";
import { useApp, useSlice } from "../../context";

export interface Quantities {
  readonly ids: readonly string[];
  /** Names of the labels; null: there are no labels, or they are not computed yet. */
  readonly labels: readonly string[] | null;
}

/** null: not computed yet. */
export function useQuantities(): Quantities | null {
  const { services } = useApp();
  const source = useSlice(({ data }) => data?.source ?? null);
  const held = useSlice(({ run }) => run?.held ?? false);
  const [known, setKnown] = useState<Quantities | null>(null);
  useEffect(() => {
    setKnown(null);
    if (!source || !held) return;
    const abort = new AbortController();
    const ask = async (): Promise<void> => {
      const asking = { signal: abort.signal, urgent: true };
      const ids = await services.analysis.about("quantities", [], asking);
      if (!ids || abort.signal.aborted) return;
      setKnown({ ids, labels: null });
      if (!ids.includes("label")) return;
      const label = await services.analysis.about("quantity", ["label"], asking);
      if (label && !abort.signal.aborted) setKnown({ ids, labels: label.categories });
    };
    // The page reports an engine crash; the request is repeated after the restart.
    ask().catch(() => undefined);
    return () => abort.abort();
  }, [services, source, held]);
  return known;
}
