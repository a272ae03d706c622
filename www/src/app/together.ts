// Implementation of `inspect` of `window.sublevel`, loaded on first use.

import type { App } from "../features/context";
import type { InspectedGraphs } from "../protocol";

/** Filter, bars and scores of many graphs, with their weights. */
export interface InspectedTogether extends InspectedGraphs {
  /** The epoch of the weights; null: the weights after `step`. */
  readonly epoch: number | null;
  /** Finished steps of the run. */
  readonly step: number;
}

export async function together(
  { store, services }: App,
  graphs: readonly number[] | undefined,
): Promise<InspectedTogether | null> {
  const asking = { urgent: true, signal: new AbortController().signal };
  for (;;) {
    const { data, run } = store.state.value;
    if (!data || !run?.held) return null;
    const asked = Uint32Array.from(graphs ?? data.rows.keys());
    const result = await services.analysis.ask("inspectTogether", [asked], asking);
    if (result) return { ...result.answer, epoch: result.epoch, step: result.step };
    // Another run is in use by now, possibly on another data set: the request is repeated for that run.
    if (store.state.value.run?.id === run.id) return null;
  }
}
