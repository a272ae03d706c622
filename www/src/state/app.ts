// The page's one store and controller, and the slices of the store that components read.

import { EXAMPLES } from "../examples/examples";
import type { Backend } from "../protocol";
import type { Direction } from "../types";
import { WorkerClient } from "../worker/client";
import { Controller } from "./controller";
import { shownExample } from "./shown";
import type { State, Theme } from "./state";
import { createStore } from "./store";

const BACKENDS: Readonly<Record<string, Backend>> = { cpu: "cpu", webgpu: "gpu", gpu: "gpu" };

/** What the address asks for: `?backend=cpu|webgpu` and `?data=NAME`. */
export const wishes = ((): { backend: Backend; data: string | null } => {
  const query = new URLSearchParams(location.search);
  return { backend: BACKENDS[query.get("backend") ?? ""] ?? "auto", data: query.get("data") };
})();

const initial: State = {
  engine: { status: "loading", fraction: null },
  backend: wishes.backend,
  generators: [],
  serverFiles: [],
  loading: null,
  data: null,
  run: null,
  draft: {},
  keepRunning: false,
  view: { shown: shownExample(EXAMPLES[0]!), directions: "both", threshold: null, highlight: null },
  graphFilter: { class: null, part: null, wrongOnly: false },
  notices: [],
  theme: (document.documentElement.dataset["theme"] ?? "light") as Theme,
};

const BOTH: readonly Direction[] = ["sub", "super"];

export const store = createStore(initial);
export const controller = new Controller(store, (events) => new WorkerClient(events), document.baseURI);

export const engine = store.slice((state) => state.engine);
export const backend = store.slice((state) => state.backend);
export const generators = store.slice((state) => state.generators);
export const serverFiles = store.slice((state) => state.serverFiles);
export const loading = store.slice((state) => state.loading);
export const data = store.slice((state) => state.data);
export const run = store.slice((state) => state.run);
export const draft = store.slice((state) => state.draft);
export const keepRunning = store.slice((state) => state.keepRunning);
export const shown = store.slice((state) => state.view.shown);
export const directions = store.slice((state) => state.view.directions);
/** The filtrations that the barcode and the diagram show. */
export const shownDirections = store.slice(({ view: { directions } }): readonly Direction[] =>
  directions === "both" ? BOTH : [directions],
);
/** The filtration that the scrubber walks through. */
export const walkDirection = store.slice(({ view: { directions } }) =>
  directions === "super" ? "super" : "sub",
);
export const threshold = store.slice((state) => state.view.threshold);
export const highlight = store.slice((state) => state.view.highlight);
export const graphFilter = store.slice((state) => state.graphFilter);
export const notices = store.slice((state) => state.notices);
export const theme = store.slice((state) => state.theme);
