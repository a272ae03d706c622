// The channel of the run log in use.

import type { ActionSource } from "../../store/actions";
import type { Store } from "../../store/store";
import type { Session } from "../engine/session";

/** Selects the filter in view by its index; false on failure, for which the page shows the reason. */
export async function setChannel(
  store: Store,
  session: Session,
  channel: number,
  source: ActionSource,
): Promise<boolean> {
  try {
    return await session.change(async (client) => {
      const { run } = store.state.peek();
      if (!run?.summary.logged) return false;
      const { summary, snapshots } = await client.call("setChannel", [channel]);
      store.dispatch({ type: "log-channel", run: summary, snapshots: [...snapshots], source });
      return true;
    });
  } catch (error) {
    session.fail("The channel cannot be shown", error);
    return false;
  }
}
