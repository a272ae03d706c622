// Reads the files that a user opens: small ones at once, large ones in a worker, so that the page stays responsive and the user can cancel.

import type { ChosenColumns } from "../../domain/columns";
import type { PointCloud } from "../../domain/graph/subject";
import { startWorker } from "../../domain/startWorker";
import { formatBytes } from "../../domain/text/format";
import type { NamedFile } from "../../engine/calls";
import type { Topology } from "../../engine/topology";
import type { PointsKind } from "../../engine/topologyModule";
import type { TableView } from "../../protocol";
import type { Store } from "../../store/store";
import type { ReadCloud } from "./readCloud";
import { READERS } from "./readers";
import type { Options, ReadGraph6, ReaderName, Reading, ReadingReply, Result } from "./readers";
import { withColumns } from "./withColumns";

interface Page {
  readonly store: Store;
  readonly topology: Topology;
}

/** A graph, points or another file, see `contentsOf`; null: the user cancelled. `alternatives`: what a table can be instead of edges. */
export const readContents = (
  page: Page,
  files: readonly NamedFile[],
  alternatives: readonly TableView[],
): Promise<Result<"contents"> | null> => readTables(page, "contents", files, [], alternatives);

/** A graph of any size in graph6, with its file of values if there are two; null: the user cancelled. Throws if there is no single graph. */
export const readGraph6 = (page: Page, files: readonly NamedFile[]): Promise<ReadGraph6 | null> =>
  readTables(page, "graph6", files, [], []);

/** Points, see `readCloud`; null: the user cancelled. */
export const readPoints = (
  page: Page,
  file: NamedFile,
  kind: PointsKind,
  complex: PointCloud["complex"],
): Promise<ReadCloud | null> => readTables(page, "cloud", [file], [kind, complex], []);

function readTables<R extends ReaderName>(
  page: Page,
  reader: R,
  files: readonly NamedFile[],
  options: Options<R>,
  alternatives: readonly TableView[],
): Promise<Result<R> | null> {
  for (const { id, dismissal } of page.store.state.peek().notices) {
    // The file before, which is no longer wanted.
    if (dismissal) page.store.dispatch({ type: "dismiss", notice: id, source: "ui" });
  }
  return withColumns(
    files,
    alternatives,
    (chosen) => read(page, reader, files, chosen, options),
    (file, views) => read(page, "preview", [file], [], [views]),
  );
}

/** From this number of bytes on, reading takes longer than a frame or two. */
const LARGE = 2 ** 19;

/** Null: the user cancelled. */
async function read<R extends ReaderName>(
  { store, topology }: Page,
  reader: R,
  files: readonly NamedFile[],
  chosen: readonly ChosenColumns[],
  options: Options<R>,
): Promise<Result<R> | null> {
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0);
  if (bytes < LARGE) return READERS[reader](topology, files, chosen, options);
  const worker = startWorker(
    () => new Worker(new URL("./reading.worker.ts", import.meta.url), { type: "module" }),
  );
  const title = `Reading ${files[0]!.path.replace(/^.*\//, "")}`;
  const detail = `It has ${formatBytes(bytes)}. The page can be used meanwhile.`;
  store.dispatch({
    type: "notify",
    notice: { kind: "info", title, detail, dismissal: "Cancel" },
    source: "engine",
  });
  const notice = store.state.peek().notices.at(-1)!.id;
  const isShown = (): boolean => store.state.peek().notices.some(({ id }) => id === notice);
  let unwatch = (): void => undefined;
  // Another notice can have its number by the end.
  let left = false;
  const answer = new Promise<Result<R> | null>((resolve, reject) => {
    unwatch = store.watch(isShown, () => {
      left ||= !isShown();
      if (left) resolve(null);
    });
    worker.onerror = ({ message }) => reject(new Error(message || "the reader did not start"));
    worker.onmessage = ({ data }: MessageEvent<ReadingReply>) => {
      if ("failed" in data) {
        const { message, ...columns } = data.failed;
        reject(Object.assign(new Error(message), columns));
      } else resolve(data.read as Result<R>);
    };
    worker.postMessage({ reader, files, chosen, options } satisfies Reading);
  });
  return answer.finally(() => {
    unwatch();
    worker.terminate();
    if (!left) store.dispatch({ type: "dismiss", notice, source: "engine" });
  });
}
