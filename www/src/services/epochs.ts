// What the run said of the graph in view at the end of epochs.

import type { Evaluation } from "../engine/calls";
import { otherGraphOf } from "../store/shown";
import { isAskedAbout } from "../store/selectors";
import type { State } from "../store/state";
import type { Store } from "../store/store";
import type { Session } from "./session";

export class Epochs {
  readonly #store: Store;
  readonly #session: Session;

  constructor(store: Store, session: Session) {
    this.#store = store;
    this.#session = session;
  }

  /** Asks about the graph in view; null: another run is in use by now. Fails where the weights of the epoch are not kept. */
  async at(about: EpochSubject, epoch: number): Promise<Evaluation | null> {
    return this.#session.ask((client) => {
      const { run } = this.#store.state.peek();
      if (run?.id !== about.run) return Promise.resolve(null);
      const { graph } = about;
      return typeof graph === "number"
        ? client.call("evaluate", [graph, epoch])
        : client.call("evaluateOther", [graph, epoch]);
    });
  }
}

/** A graph and a run; the same object as long as it is the same question. */
export interface EpochSubject {
  readonly run: number;
  /** The index of a graph of the data set, or another graph. */
  readonly graph: number | ReturnType<typeof otherGraphOf>;
}

/** A selector for `useSlice`: the graph in view, where what it looks like depends on the epoch; null otherwise. */
export function epochSubject(): (state: State) => EpochSubject | null {
  let last: { key: readonly unknown[]; subject: EpochSubject } | null = null;
  return ({ document, displayed, run, engine, data }) => {
    const depends = displayed.type === "graph" || (isAskedAbout(document) && document.subject === displayed);
    if (!depends || !run?.held || engine.status !== "ready") return null;
    const key = [displayed, run.id, data?.summary.name];
    if (last?.key.every((part, i) => part === key[i])) return last.subject;
    const graph = displayed.type === "graph" ? displayed.index : otherGraphOf(displayed, data?.summary.name);
    last = { key, subject: { run: run.id, graph } };
    return last.subject;
  };
}
