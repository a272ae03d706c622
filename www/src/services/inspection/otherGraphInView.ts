// Updates the predictions of the run for an example or the user's graph, if the graph has the learned filter.

import { messageOf } from "../../domain/text/format";
import type { OtherGraph } from "../../engine/calls";
import { EngineCrash } from "../../engine/client";
import { otherGraphOf } from "../../store/graphs";
import { isAskedAbout, modelView } from "../../store/selectors";
import type { Subject } from "../../domain/graph/subject";
import type { OtherGraphResult, State } from "../../store/state";
import type { Store } from "../../store/store";
import { seen } from "./graphInView";
import type { Session } from "../engine/session";

interface Wanted extends Pick<OtherGraphResult, "run" | "step" | "epoch" | "filter"> {
  readonly subject: Subject;
  readonly graph: OtherGraph;
}

/** The graph that needs a prediction of the run; null: none. */
function wantedOf(state: State): Wanted | null {
  const { document, run, engine } = state;
  if (!isAskedAbout(document) || !run?.held || engine.status !== "ready") return null;
  const { subject } = document;
  const { epoch, filter } = modelView(state);
  // The result of an epoch does not change.
  return {
    subject,
    graph: otherGraphOf(subject, state.data?.summary.name),
    run: run.id,
    epoch,
    filter,
    step: epoch === null ? run.stepsDone : null,
  };
}

function isSame(asked: OtherGraphResult | null, { subject, run, epoch, filter, step }: Wanted): boolean {
  if (asked?.subject !== subject || asked.run !== run) return false;
  return asked.epoch === epoch && asked.filter === filter && asked.step === step;
}

/** Follows the document and the weights in view; returns a function that stops it. */
export function followOtherGraph(store: Store, session: Session): () => void {
  return new OtherGraphInView(store, session).follow();
}

class OtherGraphInView {
  readonly #store: Store;
  readonly #session: Session;
  #busy = false;

  constructor(store: Store, session: Session) {
    this.#store = store;
    this.#session = session;
  }

  follow(): () => void {
    const catchUp = (): void => void this.#catchUp();
    const ends = [
      this.#store.watch(({ document }) => document, catchUp),
      this.#store.watch(
        ({ run, engine, view, data }) =>
          `${run?.id} ${run?.stepsDone} ${run?.held} ${engine.status} ${view.epoch} ${view.filterInView} ${data?.summary.name}`,
        catchUp,
      ),
    ];
    return () => {
      for (const end of ends) end();
    };
  }

  /** One question at a time: many quick changes cause one or two of them. */
  async #catchUp(): Promise<void> {
    const state = this.#store.state.peek();
    const wanted = wantedOf(state);
    if (!wanted || this.#busy || isSame(state.asked, wanted)) return;
    this.#busy = true;
    const { graph, ...about } = wanted;
    try {
      const { epoch, filter } = about;
      const evaluation = await this.#session.ask((client) =>
        client.call("evaluate", [graph, { epoch, filter }]),
      );
      this.#put({ ...about, ...seen(evaluation), problem: null });
    } catch (error) {
      if (error instanceof EngineCrash) return;
      // Reported once, not with every step and every epoch.
      if (this.#store.state.peek().asked?.problem !== messageOf(error)) {
        this.#session.fail("The filter cannot be computed", error);
      }
      this.#put({ ...about, filtration: null, extended: null, logits: null, problem: messageOf(error) });
    } finally {
      this.#busy = false;
    }
    await this.#catchUp();
  }

  #put(asked: OtherGraphResult): void {
    this.#store.dispatch({ type: "asked", asked, source: "engine" });
  }
}
