// Makes the engine show the filter in view of a run that has several.

import { filterIndex, filtersOf } from "../../domain/settings/models";
import type { State } from "../../store/state";
import type { Store } from "../../store/store";
import type { Session } from "../engine/session";

/** The index of the requested filter, if the engine has the run and shows another one; otherwise null. */
function wantedOf({ run, view }: State): number | null {
  const filters = run?.held ? filtersOf(run.summary) : null;
  if (!filters) return null;
  const wanted = filterIndex(filters, view.filterInView);
  return wanted === filters.chosen ? null : wanted;
}

/** Follows the view; returns a function that stops it. If the engine fails, the view returns to the filter that it shows. */
export function followFilterInView(store: Store, session: Session): () => void {
  let busy = false;
  const catchUp = async (): Promise<void> => {
    if (busy || wantedOf(store.state.peek()) === null) return;
    busy = true;
    try {
      await session.change(async (client) => {
        const wanted = wantedOf(store.state.peek());
        if (wanted === null) return;
        const { summary, snapshots } = await client.call("setFilter", [wanted]);
        store.dispatch({ type: "filter-in-view", run: summary, snapshots: [...snapshots], source: "engine" });
      });
    } catch (error) {
      const { run } = store.state.peek();
      const shown = run && filtersOf(run.summary);
      if (shown) store.dispatch({ type: "view", change: { filterInView: shown.chosen }, source: "engine" });
      session.fail("The filter cannot be shown", error);
    }
    busy = false;
    void catchUp();
  };
  return store.watch(
    ({ run, view }) => `${run?.id} ${run?.held} ${view.filterInView}`,
    () => void catchUp(),
  );
}
