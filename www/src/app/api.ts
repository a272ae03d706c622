// `window.sublevel`: the page for scripts, embedding pages and tests. `docs/scripting.md` documents it.

import type { Settings } from "../domain/settings/settings";
import { filterWords } from "../domain/settings/models";
import { sourceNamed } from "../services/data/load";
import type { Action, Change } from "../store/actions";
import type { Shown } from "../store/shown";
import type { DataSource, FileSource, State } from "../store/state";
import { addressWith, linkOf } from "../services/link/address";
import type { App } from "../ui/context";
import type { InspectedGraphs } from "../protocol";

/**
 * The argument of `load`: the name of a data set in the page's list, the bytes of a file, or several files; and the graph to show, from 0.
 */
export interface LoadRequest {
  readonly data?: string | { readonly name: string; readonly bytes: BlobPart } | FileSource;
  readonly seed?: number;
  readonly graph?: number;
}

/** The state, and the values that the plots show. */
export type StateWithShown = State & { readonly shown: Shown };

/** The parts that `on` follows. */
const EVENTS = {
  engine: (state: State) => state.engine,
  data: (state: State) => state.data?.summary ?? null,
  run: (state: State) => state.run,
  notice: (state: State) => state.notices.at(-1) ?? null,
} as const;
type StateEvent = keyof typeof EVENTS;
interface ApiEvents {
  engine: State["engine"];
  data: ReturnType<(typeof EVENTS)["data"]>;
  run: State["run"];
  notice: ReturnType<(typeof EVENTS)["notice"]>;
  graph: Shown;
  action: Action;
}

export interface SublevelApi {
  /** The complete state as plain data; later changes do not affect it. */
  state(): StateWithShown;
  /** Dispatches an action of `src/store/actions.ts`. */
  dispatch(change: Change & { readonly source?: Action["source"] }): void;
  undo(): void;
  redo(): void;
  /** The current address of the page. */
  link(): string;
  /** Loads a data set, shows a graph, or both; false on failure (the page shows the reason). */
  load(request: LoadRequest): Promise<boolean>;
  /** Trains; a configuration starts a new run first. */
  train(config?: Partial<Settings>): Promise<boolean>;
  pause(): void;
  /**
   * The filter in view, its bars and the scores of these graphs of the data set, counted from 0, or of all. The weights are those of the epoch
   * in view; without one, the current weights or, during training, those of the last epoch. A second engine answers, so
   * training continues. null without a run.
   */
  inspect(graphs?: readonly number[]): Promise<InspectedTogether | null>;
  /** The run as the bytes of a safetensors file; null without a run. */
  saveWeights(): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Continues a run that was saved on the data set in use; false on failure (the page shows the reason). */
  loadWeights(bytes: BlobPart): Promise<boolean>;
  /** Durations of the last drawn frames of the graph, in milliseconds. */
  frames(): readonly number[];
  /**
   * Calls `listener` with a part of the state whenever it changes, or with every action; returns a function that stops this.
   */
  on<Name extends keyof ApiEvents>(event: Name, listener: (value: ApiEvents[Name]) => void): () => void;
}

export function createApi(app: App): SublevelApi {
  const { store, services, shown, frames } = app;
  const dispatch = (change: Change): void => store.dispatch({ ...change, source: "api" });
  const { train, weights, load, session } = services;
  return {
    state: () => ({ ...store.state.value, shown: shown.value }),
    dispatch: (change) => store.dispatch({ ...change, source: change.source ?? "api" }),
    undo: () => dispatch({ type: "undo" }),
    redo: () => dispatch({ type: "redo" }),
    link: () => new URL(addressWith(location, linkOf(store.state.value)), location.href).href,
    async load({ data, seed = 0, graph = 0 }) {
      if (data === undefined) {
        dispatch({ type: "show", subject: { type: "graph", index: graph } });
        return shows(graph);
      }
      if (!(await session.wanted())) return false;
      const source: DataSource | null =
        typeof data === "string"
          ? sourceNamed(store.state.value, { name: data, seed })
          : "files" in data
            ? data
            : {
                type: "files",
                name: data.name,
                files: [{ path: data.name, blob: new Blob([data.bytes]) }],
              };
      return source ? load.load(source, { show: graph, source: "api" }) : false;
    },
    async train(config) {
      if (!(await services.ready())) return false;
      if (config && !(await train.reset(config, "api"))) return false;
      await train.begin("api");
      return store.state.value.run?.phase === "running";
    },
    pause: () => dispatch({ type: "pause" }),
    inspect: (graphs) => together(app, graphs),
    saveWeights: async () => (await weights.save())?.bytes ?? null,
    loadWeights: (bytes) => weights.load("The file of weights", new Blob([bytes]), "api"),
    frames: () => frames.recent(),
    on(event, listener) {
      if (event === "action") return store.listen(listener as (action: Action) => void);
      const receive = listener as (value: unknown) => void;
      if (event === "graph") return shown.subscribe(receive);
      return store.watch(EVENTS[event as StateEvent], receive);
    },
  };

  /** Waits until the graph is in view; false if that fails. */
  function shows(graph: number): Promise<boolean> {
    return new Promise((resolve) => {
      let end: (() => void) | null = null;
      let settled = false;
      const settle = (shown: boolean): void => {
        if (settled) return;
        settled = true;
        // The first call comes before `end` is assigned.
        queueMicrotask(() => end?.());
        resolve(shown);
      };
      end = store.watch(
        ({ document: { subject }, displayed, data, engine }) => ({ subject, displayed, data, engine }),
        ({ subject, displayed, data, engine }) => {
          if (displayed.type === "graph" && displayed.index === graph) settle(true);
          else if (!data || engine.status === "crashed") settle(false);
          else if (subject.type !== "graph" || subject.index !== graph) settle(false);
        },
      );
    });
  }
}

declare global {
  interface Window {
    sublevel: SublevelApi;
  }
}

// Implementation of `inspect` of `window.sublevel`, loaded on first use.

/** Filter, bars and scores of many graphs, with their weights. */
export interface InspectedTogether extends InspectedGraphs {
  /** The epoch of the weights; null: the weights after `step`. */
  readonly epoch: number | null;
  /** Finished steps of the run. */
  readonly step: number;
  /** The filter of a run with several, "2 of 3" or the name of a channel; null: the model has one or none. */
  readonly filterName: string | null;
}

async function together(
  { store, services }: App,
  graphs: readonly number[] | undefined,
): Promise<InspectedTogether | null> {
  const asking = { urgent: true, signal: new AbortController().signal };
  for (;;) {
    const { data, run } = store.state.value;
    if (!data || !run?.held) return null;
    const asked = Uint32Array.from(graphs ?? data.rows.keys());
    const result = await services.analysis.ask("inspectTogether", [asked], asking);
    if (result) {
      const { answer, epoch, step, filter } = result;
      return { ...answer, epoch, step, filterName: filterWords(run.summary, filter) };
    }
    // Another run is in use by now, possibly on another data set: the request is repeated for that run.
    if (store.state.value.run?.id === run.id) return null;
  }
}
