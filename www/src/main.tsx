// Starts the page: first what can be drawn at once, then the engine, then a data set to train on.

import { effect } from "@preact/signals";
import { render } from "preact";
import { api, sourceNamed } from "./api";
import { App } from "./panels/App";
import { controller, engine, store, wishes } from "./state/app";
import type { ServerFile } from "./state/state";
import { followTheme } from "./state/theme";
import { pauseWhileHidden } from "./state/visibility";
import "./views/views.css";
import { withNotice, withServerFiles } from "./state/updates";

/** Loaded by itself, so that ▶ trains at once. */
const FIRST_DATA_SET = "one-loop-or-several";

followTheme(store);
pauseWhileHidden(store, controller);
window.sublevel = api;
const root = document.getElementById("app");
if (root) render(<App />, root);
const offered = serverFiles();
void offered.then((files) => store.update(withServerFiles(files)));
// Also where the engine only starts at the second attempt.
effect(() => {
  if (engine.value.status === "ready" && !store.state.peek().data) void loadFirst();
});
void controller.start(wishes.backend);

async function loadFirst(): Promise<void> {
  await offered;
  const wished = wishes.data === null ? null : sourceNamed(wishes.data);
  if (wishes.data !== null && !wished) {
    const detail = `"${wishes.data}" is neither generated here nor offered by this server.`;
    store.update(withNotice({ kind: "error", title: "This data set is not here", detail }));
  }
  const first = wished ?? sourceNamed(FIRST_DATA_SET) ?? firstGenerated();
  if (first) await controller.load(first, { show: wished ? 0 : null });
}

function firstGenerated(): ReturnType<typeof sourceNamed> {
  const generator = store.state.value.generators[0];
  return generator ? sourceNamed(generator.id) : null;
}

/** What the server offers; a static site without the list offers nothing. */
async function serverFiles(): Promise<readonly ServerFile[]> {
  try {
    const response = await fetch(new URL("data/index.json", document.baseURI));
    if (!response.ok) return [];
    const list: unknown = await response.json();
    return Array.isArray(list) ? list.filter(isServerFile) : [];
  } catch {
    return [];
  }
}

function isServerFile(value: unknown): value is ServerFile {
  const file = value as Partial<ServerFile> | null;
  return typeof file?.name === "string" && typeof file.url === "string" && typeof file.bytes === "number";
}
