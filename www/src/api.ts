// `window.sublevel`: the page for scripts, embedding pages and tests. Documented in `www/README.md`.

import { effect } from "@preact/signals";
import { recentFrames } from "./panels/frames";
import type { TrainingConfig } from "./protocol";
import { controller, generators, serverFiles, store } from "./state/app";
import type { Source, State } from "./state/state";

/** What `load` takes: the name of a data set the page offers, or a zip; and which graph to show, from 0. */
export interface LoadRequest {
  readonly data?: string | { readonly name: string; readonly bytes: BlobPart };
  readonly seed?: number;
  readonly graph?: number;
}

/** The parts of the state that `on` follows. */
const EVENTS = {
  engine: (state: State) => state.engine,
  data: (state: State) => state.data?.summary ?? null,
  run: (state: State) => state.run,
  graph: (state: State) => state.view.shown,
  notice: (state: State) => state.notices.at(-1) ?? null,
} as const;
type EventName = keyof typeof EVENTS;

export interface SublevelApi {
  /** Everything the page knows, as plain data that later changes leave alone. */
  state(): State;
  /** Loads a data set, shows a graph, or both; false where it was refused (the page says why). */
  load(request: LoadRequest): Promise<boolean>;
  /** Trains; a configuration starts a new run first. */
  train(config?: Partial<TrainingConfig>): Promise<boolean>;
  pause(): void;
  /** The run as the bytes of a safetensors file; null where there is none. */
  saveWeights(): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Goes on with a run that was saved on the data set in use; false where it was refused (the page says why). */
  loadWeights(bytes: BlobPart): Promise<boolean>;
  /** What drawing the graph cost in its last frames, in milliseconds. */
  frames(): readonly number[];
  /** Calls `listener` with a part of the state whenever it changes; returns a function that ends it. */
  on<Name extends EventName>(
    event: Name,
    listener: (value: ReturnType<(typeof EVENTS)[Name]>) => void,
  ): () => void;
}

/** The source behind a name: a generator's id or title, or a data set of the server. */
export function sourceNamed(name: string, seed = 0): Source | null {
  const wanted = name.toLowerCase();
  const generator = generators.value.find(({ id, title }) => [id, title.toLowerCase()].includes(wanted));
  if (generator) return { type: "generator", id: generator.id, seed };
  const file = serverFiles.value.find((offered) => offered.name.toLowerCase() === wanted);
  return file ? { type: "server", file } : null;
}

export const api: SublevelApi = {
  state: () => store.state.value,
  async load({ data, seed = 0, graph = 0 }) {
    if (data === undefined) {
      await controller.inspect(graph);
      return true;
    }
    const source: Source | null =
      typeof data === "string"
        ? sourceNamed(data, seed)
        : { type: "file", name: data.name, blob: new Blob([data.bytes]) };
    return source ? controller.load(source, { show: graph }) : false;
  },
  async train(config) {
    if (config && !(await controller.reset(config))) return false;
    controller.train();
    return store.state.value.run?.phase === "running";
  },
  pause: () => controller.pause(),
  saveWeights: async () => (await controller.saveWeights())?.bytes ?? null,
  loadWeights: (bytes) => controller.loadWeights("The file of weights", new Blob([bytes])),
  frames: recentFrames,
  on(event, listener) {
    const part = store.slice(EVENTS[event] as (state: State) => ReturnType<(typeof EVENTS)[typeof event]>);
    return effect(() => listener(part.value));
  },
};

declare global {
  interface Window {
    sublevel: SublevelApi;
  }
}
