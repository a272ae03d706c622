// Files from the disk or the clipboard.

import type { OwnGraph } from "../../domain/graph/subject";
import type { App } from "../../ui/context";
import { messageOf, sentence } from "../../domain/text/format";
import { isDatasetName } from "../../domain/formats";
import { readWithin } from "../../domain/readWithin";
import { isHeader } from "../../services/log/runLog";
import type { NamedFile } from "../../engine/calls";
import { isLessonFile, takeLesson } from "../../pages/learn/lessons/openLesson";
import { openSession } from "../../ui/files/session";
import { SESSION, WEIGHTS } from "../../ui/files/disk";
import type { Contents } from "../../ui/files/contents";
import { assumptions, noteAssumptions } from "../../ui/files/assumptions";
import { readContents } from "../../ui/files/reading";
import { lettersFor } from "../../domain/graph/graph";

/** Names of files with the graphs of a part of a fold, as in the authors' code. */
const FOLD_FILE = /^(train|test|validation)_idx-\d+\.txt$/;

async function takeFolds(app: App, files: readonly File[]): Promise<void> {
  if (!(await app.services.ready())) return;
  await app.services.train.takeFolds(
    files.map((file) => ({ path: file.name, blob: file })),
    "ui",
  );
}

/**
 * Opens files by their content: weights, a session, a data set, a lesson, folds, a run over folds, or a graph. Several files
 * are one graph or one data set together.
 */
export async function takeFiles(app: App, files: readonly File[]): Promise<void> {
  const { weights } = app.services;
  const [first] = files;
  if (!first) return;
  const name = first.name.toLowerCase();
  if (files.length === 1 && name.endsWith(WEIGHTS)) {
    await weights.load(first.name, first, "ui");
  } else if (files.length === 1 && name.endsWith(SESSION)) {
    await openSession(app, first);
  } else if (files.some((file) => isDatasetName(file.name))) {
    // The names alone decide: the engine reads the contents while the page stays responsive.
    await loadDataset(
      app,
      files.map((file) => ({ path: pathOf(file), blob: file })),
    );
  } else if (files.length === 1 && (await isLessonFile(first))) {
    await takeLesson(app.store, first);
  } else {
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    if (bytes > MAX_BYTES) {
      refuse(app, first.name, "The page reads graphs of at most 64 MB; the command line reads larger ones.");
      return;
    }
    const folds = files.filter((file) => FOLD_FILE.test(file.name));
    if (folds.length > 0) {
      await takeFolds(app, folds);
      return;
    }
    try {
      const contents = files.map(async (file) => ({ path: pathOf(file), bytes: await unpacked(file) }));
      await openContents(app, await Promise.all(contents));
    } catch (error) {
      refuse(app, first.name, `${sentence(messageOf(error))} The current view does not change.`);
    }
  }
}

function pathOf(file: File): string {
  return file.webkitRelativePath || file.name;
}

/** Opens a pasted text: JSON, GraphML, an edge list, or a data set as JSON Lines. */
export function takeText(app: App, text: string): void {
  void openContents(app, [{ path: "pasted text", bytes: new TextEncoder().encode(text) }]);
}

async function openContents(app: App, files: readonly NamedFile[]): Promise<void> {
  const name = files[0]?.path.split("/").at(-1) ?? "";
  const { dispatch } = app.store;
  try {
    const contents = await readContents(app, files, files.length === 1 ? ["points"] : []);
    switch (contents?.type) {
      case "points":
        showPoints(app, name, contents);
        break;
      case "graph":
        dispatch({ type: "own-graph", graph: contents.graph, source: "ui" });
        forgetErrors(app);
        noteGraph(app, name, contents);
        break;
      case "dataset":
        void loadDataset(
          app,
          files.map(({ path, bytes }) => ({ path, blob: new Blob([bytes]) })),
        );
        break;
      case "run":
        showRun(app, { path: name, bytes: files[contents.file]!.bytes });
        break;
      case "weights":
        void app.services.weights.load(name, new Blob([files[contents.file]!.bytes]), "ui");
        break;
    }
  } catch (error) {
    refuse(app, name, `${sentence(messageOf(error))} The current view does not change.`);
  }
}

function showPoints(app: App, name: string, { cloud, notes }: Contents & { readonly type: "points" }): void {
  const subject = { type: "points", cloud } as const;
  app.store.dispatch({ type: "show", subject, source: "ui" });
  forgetErrors(app);
  noteAssumptions(app.store, name, notes, [subject]);
}

/** Shows a run over folds, unless one is training. */
function showRun(app: App, { path: name, bytes }: NamedFile): void {
  const { dispatch, state } = app.store;
  const file = app.topology.readRun(name, new TextDecoder().decode(bytes));
  if (state.peek().folds?.training) {
    refuse(app, name, "Cross-validation is running: cancel it first, or open the file when it is finished.");
    return;
  }
  dispatch({ type: "folds", folds: { file, name, training: null, models: [] }, source: "ui" });
  dispatch({ type: "view", change: { page: "model", topic: "folds" }, source: "ui" });
}

/** Loads the files of a data set under its name: the file name, NAME for a file NAME_A.txt, or the folder of a run log. */
async function loadDataset(
  app: App,
  files: readonly { readonly path: string; readonly blob: Blob }[],
): Promise<void> {
  const { services } = app;
  const header = files.find(({ path }) => isHeader(path));
  const named = files.find(({ path }) => isDatasetName(path)) ?? files[0];
  const name = header
    ? (header.path.split("/").at(-2) ?? "run log")
    : (named?.path.replace(/_A\.txt$|^.*\//g, "") ?? "");
  if (await services.load.load({ type: "files", name, files }, { source: "ui" })) forgetErrors(app);
}

/** Removes errors about earlier files, so that none hides the new file. */
function forgetErrors({ store }: App): void {
  for (const { kind, id } of store.state.peek().notices) {
    if (kind === "error") store.dispatch({ type: "dismiss", notice: id, source: "ui" });
  }
}

/**
 * Reports the assumptions of the reader, which the file does not state. If the edges have values, the other way to show the graph: with
 * edges that enter at their values, in place of f on its vertices.
 */
function noteGraph(
  app: App,
  name: string,
  { graph, notes, weighted }: Contents & { readonly type: "graph" },
): void {
  const subject = { type: "own", graph } as const;
  const choices = weighted
    ? [
        { title: "Values of vertices", subject },
        { title: "Values of edges", subject: { type: "points", cloud: weighted } as const },
      ]
    : null;
  const all = [
    ...notes,
    ...additionsTo(graph),
    ...(choices ? ["The edges have values, too: they can enter at these values, without f"] : []),
  ];
  if (all.length === 0) return;
  const about = choices?.map((choice) => choice.subject) ?? [subject];
  const notice = { ...assumptions(name, all, about), ...(choices ? { choices } : {}) };
  app.store.dispatch({ type: "notify", notice, source: "ui" });
}

function refuse(app: App, name: string, detail: string): void {
  const notice = { kind: "error", title: `${name} was not opened`, detail } as const;
  app.store.dispatch({ type: "notify", notice, source: "ui" });
}

/** The parts of the graph that the page adds, because its file does not contain them. */
export function additionsTo({ vertices, names, filters }: OwnGraph): readonly string[] {
  const first = lettersFor(vertices) ? "a, b, c" : "v0, v1, v2";
  return [
    ...(filters.length > 0 ? [] : ["The file has no filter values, so f is the degree of each vertex"]),
    ...(names ? [] : [`The vertices have no names, so the page calls them ${first} and so on`]),
  ];
}

// Files compressed with gzip. The browser decompresses them, so that the topology module needs no code for it.

/** Maximum size in bytes of a graph that the page reads, after decompression. */
const MAX_BYTES = 2 ** 26;

/**
 * The content of a file, decompressed if it is compressed with gzip; rejects damaged files and files that are too large
 * after decompression.
 */
async function unpacked(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (first !== 0x1f || second !== 0x8b) return new Uint8Array(await file.arrayBuffer());
  const content = await readWithin(
    file.stream().pipeThrough(new DecompressionStream("gzip")),
    MAX_BYTES,
  ).catch(() => {
    throw new Error("the gzip file is damaged or cut off; get it once more");
  });
  if (!content)
    throw new Error(
      "the gzip file contains more than 64 MB, and the page reads at most 64 MB; the command line reads larger files",
    );
  return new Uint8Array(await content.arrayBuffer());
}
