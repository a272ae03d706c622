// The predictions of the run for a graph at the end of epochs.

import type { Evaluation } from "../../engine/calls";
import type { EpochSubject } from "../../store/epochSubject";
import type { Store } from "../../store/store";
import type { Session } from "../engine/session";

/**
 * Requests a prediction from the run; null: another run is in use by now. Fails if the weights of the epoch are not stored.
 */
export function evaluateAt(
  store: Store,
  session: Session,
  { run, graph }: EpochSubject,
  epoch: number,
): Promise<Evaluation | null> {
  return session.ask((client) => {
    if (store.state.peek().run?.id !== run) return Promise.resolve(null);
    return client.call("evaluate", [graph, epoch]);
  });
}
