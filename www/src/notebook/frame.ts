// The page in a cell of a notebook: a separate document, created from files that the kernel sends.

import "../app/style.css";
import { createApp } from "../app/createApp";
import { messageOf, sentence } from "../domain/text/format";
import type { ModulePlace } from "../engine/calls";
import { loadTopology } from "../engine/loadTopology";
import { memoryStore, newRunId } from "../services/storage/savedRuns";
import { answerKernel } from "./answer";
import { reportErrors } from "./reportErrors";
import type { PackageFile } from "./packageFiles";
import type { FromPage, FromWidget, Letter, Start, ToWidget } from "./messages";

async function start(root: HTMLElement, port: MessagePort, { theme }: Start): Promise<void> {
  document.documentElement.dataset["theme"] = theme;
  const post = (message: ToWidget): void => port.postMessage(message);
  const files = new Map<string, (file: PackageFile) => void>();
  /** A file of the package, after it arrives. */
  const fileOf = (name: string): Promise<PackageFile> =>
    new Promise((resolve) => {
      files.set(name, resolve);
      post({ type: "file", name });
    });
  let place: Promise<ModulePlace> | null = null;
  const training = async (): Promise<ModulePlace> => {
    const [module, wasm] = await Promise.all([fileOf("training.js"), fileOf("training_bg.wasm")]);
    return { module: module.url, wasm: wasm.url, bytes: wasm.bytes };
  };
  const { api, startEngine } = createApp({
    root,
    topology: await loadTopology(),
    id: "sublevel",
    whole: true,
    home: {
      training: () => (place ??= training()),
      // The kernel stores the state of a notebook; the browser storage belongs to the origin of the notebook server.
      runStorage: {
        runs: memoryStore(),
        now: Date.now,
        newId: newRunId,
        claim: () => undefined,
        claimed: () => Promise.resolve(new Set()),
      },
      first: null,
      page: "inspect",
    },
  });
  window.sublevel = api;
  const toKernel = (content: FromPage, buffers: Letter<FromPage>["buffers"] = []): void =>
    post({ type: "letter", letter: { content, buffers } });
  const receive = answerKernel(api, toKernel, startEngine);
  port.onmessage = ({ data }: MessageEvent<FromWidget>) => {
    switch (data.type) {
      case "file":
        files.get(data.name)?.(data);
        break;
      case "theme":
        api.dispatch({ type: "theme", theme: data.theme, source: "engine" });
        break;
      case "letter":
        receive(data.letter);
        break;
    }
  };
  toKernel({ type: "ready" });
}

const root = document.getElementById("app");
/** Other senders can send messages to windows, too. */
function begin({ source, ports: [port], data }: MessageEvent<Start | null>): void {
  if (source !== window.parent || data?.type !== "sublevel:start" || !root || !port) return;
  window.removeEventListener("message", begin);
  const report = reportErrors(window, (problem) => {
    const letter: Letter<FromPage> = { content: { type: "refused", problem }, buffers: [] };
    port.postMessage({ type: "letter", letter } satisfies ToWidget);
  });
  start(root, port, data).catch((error: unknown) => {
    console.error(error);
    report(error);
    root.textContent = `Sublevel could not start: ${sentence(messageOf(error))} Run the cell again.`;
  });
}
window.addEventListener("message", begin);
