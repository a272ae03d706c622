// Requests the predictions for all graphs, for the list of misclassified ones.

import type { Store } from "../../store/store";
import type { Session } from "../engine/session";

/** Number of graphs per request: small, so that ▶ never waits long. */
const PORTION = 64;

export class Predict {
  readonly #store: Store;
  readonly #session: Session;
  #latest = 0;

  constructor(store: Store, session: Session) {
    this.#store = store;
    this.#session = session;
  }

  /** Asks for small portions, until all predictions are known or training continues. */
  async all(): Promise<void> {
    const { data, run } = this.#store.state.peek();
    if (!data || !run) return;
    const id = ++this.#latest;
    const step = run.stepsDone;
    const graphs = data.rows.length;
    const isWanted = (): boolean => {
      const now = this.#store.state.peek().run;
      return id === this.#latest && now?.id === run.id && now.stepsDone === step;
    };
    try {
      for (let from = 0; from < graphs; from += PORTION) {
        const values = await this.#session.ask((client) =>
          isWanted()
            ? client.call("predict", [from, Math.min(PORTION, graphs - from)])
            : Promise.resolve(null),
        );
        if (!values || !isWanted()) return;
        this.#store.dispatch({ type: "predicted", from, values, step, source: "engine" });
      }
    } catch (error) {
      this.#session.fail("The graphs could not be classified", error);
    }
  }
}
