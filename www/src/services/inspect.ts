// Keeps the graph in view the one that the document names, with the filter that the weights give it now.

import { barsFromRows } from "../domain/bars";
import { extendedBars } from "../domain/extended";
import type { Bar, Filtration } from "../domain/graph";
import type { Evaluation, Inspected } from "../engine/calls";
import type { Client } from "../engine/client";
import type { Shown } from "../store/actions";
import type { Inspection, Run, State } from "../store/state";
import type { Store } from "../store/store";
import type { Session } from "./session";

function filtrationOf({ filter, bars }: Evaluation): Filtration | null {
  return filter.length === 0 ? null : { filter, bars: barsFromRows(bars, filter) };
}

function extendedOf({ filter, extendedComponents, extendedLoops }: Evaluation): readonly Bar[] | null {
  if (!extendedComponents || !extendedLoops) return null;
  return extendedBars({ components: extendedComponents, loops: extendedLoops }, filter);
}

/** What an evaluation is to the plots. */
function seen(evaluation: Evaluation): Pick<Inspection, "filtration" | "extended" | "logits"> {
  const { logits } = evaluation;
  return { filtration: filtrationOf(evaluation), extended: extendedOf(evaluation), logits };
}

export function shownGraph(index: number, inspected: Inspected): Shown {
  const { vertices, edges } = inspected;
  return { index, graph: { vertices, edges }, ...seen(inspected) };
}

/** The graph that the plots need to know more of; null: none. */
function wantedOf({ document, run, engine }: State): { index: number; run: Run } | null {
  const { subject } = document;
  const known = subject.type === "graph" && run?.held && engine.status === "ready";
  return known ? { index: subject.index, run } : null;
}

function isUpToDate(inspection: Inspection | null, index: number, run: Run): boolean {
  if (inspection?.index !== index || inspection.run !== run.id) return false;
  // While training goes on, every answer brings a new look by itself.
  return run.phase === "running" || inspection.step === run.stepsDone;
}

export class Inspect {
  readonly #store: Store;
  readonly #session: Session;
  #busy = false;
  /** What could not be shown: it is not asked for again and again. */
  #refused: string | null = null;

  constructor(store: Store, session: Session) {
    this.#store = store;
    this.#session = session;
  }

  /** Follows the document; returns a function that ends it. Many quick changes are one or two questions. */
  follow(): () => void {
    return this.#store.watch(
      ({ document, run, engine, inspection }) =>
        `${document.subject.type === "graph" ? document.subject.index : ""} ${run?.id} ${run?.phase} ${run?.stepsDone} ${engine.status} ${inspection?.index}`,
      () => this.#catchUp(),
    );
  }

  /** A look at the graph in view, with the weights as they are when everything asked before has been done. */
  look(step: number | null): void {
    const wanted = wantedOf(this.#store.state.peek());
    if (wanted && !this.#busy) void this.#ask(wanted.index, wanted.run.id, step);
  }

  #catchUp(): void {
    const state = this.#store.state.peek();
    const wanted = wantedOf(state);
    if (!wanted || this.#busy) return;
    const { index, run } = wanted;
    if (isUpToDate(state.inspection, index, run) || this.#refused === keyOf(index, run)) return;
    void this.#ask(index, run.id, run.phase === "running" ? null : run.stepsDone);
  }

  async #ask(index: number, run: number, step: number | null): Promise<void> {
    this.#busy = true;
    try {
      const inspection = await this.#session.ask(async (client) => {
        const now = this.#store.state.peek();
        return now.run?.id === run ? this.#inspect(client, now.inspection, index, run, step) : null;
      });
      if (inspection) this.#store.dispatch({ type: "inspected", inspection, source: "engine" });
    } catch (error) {
      const state = this.#store.state.peek();
      if (state.run) this.#refused = keyOf(index, state.run);
      this.#session.fail(`Graph ${index + 1} cannot be shown`, error);
    } finally {
      this.#busy = false;
    }
    this.#catchUp();
  }

  async #inspect(
    client: Client,
    known: Inspection | null,
    index: number,
    run: number,
    step: number | null,
  ): Promise<Inspection> {
    // The graph itself stays; only its filter moves with the weights.
    if (known?.index === index) {
      return { ...known, run, ...seen(await client.call("evaluate", [index])), step };
    }
    return { ...shownGraph(index, await client.call("inspect", [index])), run, step };
  }
}

function keyOf(index: number, { id, stepsDone }: Run): string {
  return `${index} ${id} ${stepsDone}`;
}
