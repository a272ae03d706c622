// The filter in view of a run that has several.

import { filtersOf } from "../../domain/settings/filters";
import type { ActionSource } from "../../store/actions";
import type { Store } from "../../store/store";
import type { Session } from "../engine/session";

/** Selects the filter in view by its index; false on failure, for which the page shows the reason. */
export async function setFilter(
  store: Store,
  session: Session,
  filter: number,
  source: ActionSource,
): Promise<boolean> {
  try {
    return await session.change(async (client) => {
      const { run } = store.state.peek();
      if (!run || !filtersOf(run.summary)) return false;
      const { summary, snapshots } = await client.call("setFilter", [filter]);
      store.dispatch({ type: "filter-in-view", run: summary, snapshots: [...snapshots], source });
      return true;
    });
  } catch (error) {
    session.fail("The filter cannot be shown", error);
    return false;
  }
}
