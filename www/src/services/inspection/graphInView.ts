// Updates the graph in view to the one of the document, with its filter for the current weights.

import { barsFromRows, extendedBars } from "../../domain/persistence/bars";
import { originalOf } from "../../domain/graph/graph";
import type { Bar, Filtration } from "../../domain/graph/graph";
import type { Evaluation, Inspected, ModelView } from "../../engine/calls";
import type { Client } from "../../engine/client";
import type { InspectionResult } from "../../store/actions";
import { modelView } from "../../store/selectors";
import type { Inspection, Run, State } from "../../store/state";
import type { Store } from "../../store/store";
import type { Session } from "../engine/session";
import type { EpochSubject } from "../../store/graphs";

/** The filtration. The topology module computes the bars of an edge filter. */
function filtrationOf({ filter, edgeFilter, bars }: Evaluation): Filtration | null {
  if (filter.length === 0) return null;
  return { filter, bars: barsFromRows(bars, filter), ...(edgeFilter && { edgeFilter }) };
}

function extendedOf({ filter, extendedComponents, extendedLoops }: Evaluation): readonly Bar[] | null {
  if (!extendedComponents || !extendedLoops) return null;
  return extendedBars({ components: extendedComponents, loops: extendedLoops }, filter);
}

/** The part of an evaluation that plots use. */
export function seen(evaluation: Evaluation): Pick<Inspection, "filtration" | "extended" | "logits"> {
  const { logits } = evaluation;
  return { filtration: filtrationOf(evaluation), extended: extendedOf(evaluation), logits };
}

export function shownGraph(index: number, inspected: Inspected): InspectionResult {
  const { vertices, edges, names, labels, attributes, original } = inspected;
  const graph = { vertices, edges, names, labels, attributes, original };
  return { index, graph, ...seen(inspected) };
}

/** `epoch`: the last one with stored weights, up to the requested one. */
interface Wanted extends ModelView {
  readonly index: number;
  readonly run: Run;
}

/** The graph that plots need more data about; null: none. */
function wantedOf(state: State): Wanted | null {
  const { document, run, engine } = state;
  const { subject } = document;
  if (subject.type !== "graph" || !run?.held || engine.status !== "ready") return null;
  return { index: subject.index, run, ...modelView(state) };
}

function isUpToDate(inspection: Inspection | null, { index, run, epoch, filter }: Wanted): boolean {
  if (inspection?.index !== index || inspection.run !== run.id) return false;
  if (inspection.epoch !== epoch || inspection.filter !== filter) return false;
  if (epoch !== null) return true;
  // During training, every answer triggers an update.
  return run.phase === "running" || inspection.step === run.stepsDone;
}

/** On a GPU an update can take a hundred launches: during training, the limit is five updates per second. */
const GPU_LOOK_MS = 200;

export class GraphInView {
  readonly #store: Store;
  readonly #session: Session;
  #busy = false;
  #looked = -Infinity;
  /** The last failed request, which is not repeated. */
  #refused: string | null = null;

  constructor(store: Store, session: Session) {
    this.#store = store;
    this.#session = session;
  }

  /** Follows the document; returns a function that stops it. Many quick changes cause one or two questions. */
  follow(): () => void {
    return this.#store.watch(
      ({ document, run, engine, inspection, view }) =>
        `${document.subject.type === "graph" ? document.subject.index : ""} ${run?.id} ${run?.phase} ${run?.stepsDone} ${engine.status} ${inspection?.index} ${view.epoch} ${view.filterInView}`,
      () => this.#catchUp(),
    );
  }

  /** Updates the graph in view with the weights after all earlier requests. */
  look(step: number | null): void {
    const state = this.#store.state.peek();
    const wanted = wantedOf(state);
    if (!wanted || this.#busy || (wanted.epoch !== null && isUpToDate(state.inspection, wanted))) return;
    const { engine } = state;
    const now = performance.now();
    const often = engine.status === "ready" && engine.device.gpu && now - this.#looked < GPU_LOOK_MS;
    if (often && step === null) return;
    this.#looked = now;
    void this.#ask(wanted, step);
  }

  #catchUp(): void {
    const state = this.#store.state.peek();
    const wanted = wantedOf(state);
    if (!wanted || this.#busy) return;
    const { run } = wanted;
    if (isUpToDate(state.inspection, wanted) || this.#refused === keyOf(wanted)) return;
    void this.#ask(wanted, run.phase === "running" ? null : run.stepsDone);
  }

  async #ask(wanted: Wanted, step: number | null): Promise<void> {
    const { index, epoch, filter } = wanted;
    const run = wanted.run.id;
    this.#busy = true;
    try {
      const inspection = await this.#session.ask(async (client) => {
        const now = this.#store.state.peek();
        return now.run?.id === run
          ? this.#inspect(client, now.inspection, index, run, step, { epoch, filter })
          : null;
      });
      if (inspection) this.#store.dispatch({ type: "inspected", inspection, source: "engine" });
    } catch (error) {
      const state = this.#store.state.peek();
      if (state.run) this.#refused = keyOf({ ...wanted, run: state.run });
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
    view: ModelView,
  ): Promise<Inspection> {
    // The graph stays the same; only its filter changes with the weights.
    if (known?.index === index) {
      const evaluation = await client.call("evaluate", [index, view]);
      const original = originalOf(known.graph);
      const isSubdivided = evaluation.filter.length > original.vertices;
      const fits = evaluation.filter.length === 0 || isSubdivided === (original !== known.graph);
      if (fits) return { ...known, run, ...seen(evaluation), step, ...view };
    }
    return { ...shownGraph(index, await client.call("inspect", [index, view])), run, step, ...view };
  }
}

function keyOf({ index, run: { id, stepsDone }, epoch, filter }: Wanted): string {
  return `${index} ${id} ${stepsDone} ${epoch} ${filter}`;
}

// The predictions of the run for a graph at the end of epochs.

/**
 * Requests a prediction from the run; null: another run is in use by now. Fails if the weights of the epoch are not stored.
 */
export function evaluateAt(
  store: Store,
  session: Session,
  { run, graph, filter }: EpochSubject,
  epoch: number,
): Promise<Evaluation | null> {
  return session.ask((client) => {
    if (store.state.peek().run?.id !== run) return Promise.resolve(null);
    return client.call("evaluate", [graph, { epoch, filter }]);
  });
}
