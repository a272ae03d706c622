// The file pickers of the page. The browser opens a picker only during a click, so that this module is not lazy-loaded.

import type { App } from "../context";
import { endingsOf } from "../../domain/formats";
import { weightsName } from "../../services/run/weights";
import { epochsBehind } from "../../store/runHistory";
import type { KeptRun } from "../../store/state";

/** Opens a file picker for a data set, a graph, weights or a session, and opens the chosen files. */
export function openFile(app: App): void {
  choose(
    app,
    [...endingsOf("dataset"), ...endingsOf("graph"), ...endingsOf("other"), ".gz", ".f32", SESSION].join(","),
  );
}

/** Opens a file picker for weights and resumes their run. */
export function openWeights(app: App): void {
  choose(app, WEIGHTS);
}

/** Opens a file picker for a run over folds. */
export function openRun(app: App): void {
  choose(app, ".json,.json.gz,.gz");
}

/** Opens a file picker for fold files of the data set in use. */
export function openFolds(app: App): void {
  choose(app, ".txt");
}

function choose(app: App, accept: string): void {
  const input = document.createElement("input");
  input.type = "file";
  input.accept = accept;
  input.multiple = true;
  input.addEventListener("change", () => app.openFiles([...(input.files ?? [])]));
  input.click();
}

// The endings of the files of this program.

export const WEIGHTS = ".safetensors";
export const SESSION = ".sublevel";

/** Offers a file as a download. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The download keeps the content in memory after it has begun.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Offers a stored run as a download. */
export async function saveStoredRun({ services: { savedRuns } }: App, run: KeptRun): Promise<void> {
  const stored = await savedRuns.stored(run.id);
  if (!stored) return;
  const name = weightsName(run.name || run.dataset, epochsBehind(run));
  saveFile(name, new Blob([stored.checkpoint], { type: "application/octet-stream" }));
}

/** Offers the weights of the run as a download. */
export async function saveWeights({ services: { weights } }: App): Promise<void> {
  const file = await weights.save();
  if (!file) return;
  saveFile(file.name, new Blob([file.bytes], { type: "application/octet-stream" }));
}
