// The file pickers of the page. The browser opens a picker only during a click, so that this module is not lazy-loaded.

import type { App } from "../context";
import { endingsOf } from "../../domain/formats";
import { SESSION, WEIGHTS } from "./endings";

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
  input.addEventListener(
    "change",
    () => void import("./files").then(({ takeFiles }) => takeFiles(app, [...(input.files ?? [])])),
  );
  input.click();
}
