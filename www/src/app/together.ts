// What `inspect` of `window.sublevel` does; fetched when a script first asks.

import type { App } from "./context";
import type { InspectedTogether } from "./api";

export async function together(
  { store, services }: App,
  graphs: readonly number[] | undefined,
): Promise<InspectedTogether | null> {
  const { data } = store.state.value;
  if (!data) return null;
  const asked = Uint32Array.from(graphs ?? data.rows.keys());
  const asking = { urgent: true, signal: new AbortController().signal };
  const told = await services.inspector.ask("inspectTogether", [asked], asking);
  return told && { ...told.answer, epoch: told.epoch, step: told.step };
}
