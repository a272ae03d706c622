// All predictions of the model for the data set in use, as one file.

import type { App } from "../../context";
import { outputsOf } from "../../../domain/text/predictions";
import { filterInView, hasVertexFilter } from "../../../domain/settings/filters";
import { provenanceJson, provenanceOf } from "../../../services/export/provenance";
import type { Data } from "../../../store/state";
import type { ArchiveReply } from "./archive.worker";
import { refuseTooMany } from "./contents";
import type { Contents } from "./types";

/** Number of graphs in one request: the answer contains their edges and all predictions for them. */
const TOGETHER = 64;
/** Finished share of the work at the start of writing. */
const KNOWN = 0.4;

export interface Archive {
  readonly name: string;
  readonly file: Blob;
}

/** null: cancelled. Throws if the run or the data set changes before all values are known. */
export async function makeArchive(
  app: App,
  report: (share: number) => void,
  signal: AbortSignal,
): Promise<Archive | null> {
  const { data, run } = app.store.state.peek();
  if (!data || !run) return null;
  refuseTooMany(data.rows.length);
  const contents = await gather(app, data, (share) => report(KNOWN * share), signal);
  if (!contents || signal.aborted) return null;
  const chunks = await written(contents, (share) => report(KNOWN + (1 - KNOWN) * share), signal);
  if (!chunks) return null;
  const name = `${contents.dataset.replaceAll(/[^\w.-]+/g, "-")}.zip`;
  return { name, file: new Blob([...chunks], { type: "application/zip" }) };
}

async function gather(
  { store, services: { analysis, session } }: App,
  data: Data,
  report: (share: number) => void,
  signal: AbortSignal,
): Promise<Contents | null> {
  const asking = { urgent: false, signal };
  const result = await analysis.ask("inspectTogether", [Uint32Array.from(data.rows.keys())], asking);
  if (!result) return null;
  const file = await session.call("saveWeights");
  const { run } = store.state.peek();
  if (run?.id !== result.run)
    throw new Error("Another run was started during the save: save the archive again.");
  const known: Contents["graphs"][number][] = [];
  for (let from = 0; from < data.rows.length; from += TOGETHER) {
    const graphs = [...data.rows.keys()].slice(from, from + TOGETHER);
    const some = await analysis.ask("inspectMany", [graphs], asking);
    if (!some || signal.aborted) return null;
    if (store.state.peek().data?.source !== data.source) {
      throw new Error("Another data set was opened during the save: save the archive again.");
    }
    known.push(...some.answer.map(({ edges, labels }) => ({ edges, labels })));
    report(known.length / data.rows.length);
  }
  const weights = { ...result, filter: filterInView(run.summary) };
  return {
    dataset: data.summary.name,
    inspected: result.answer,
    graphs: known,
    subjects: { rows: data.rows, classes: outputsOf(data.summary).map(({ name }) => name) },
    from: provenanceOf(file, weights),
    provenance: provenanceJson(file, weights),
    filtered: hasVertexFilter(run.summary),
  };
}

/** The bytes of the file; null: cancelled. */
function written(
  contents: Contents,
  report: (share: number) => void,
  signal: AbortSignal,
): Promise<readonly Uint8Array<ArrayBuffer>[] | null> {
  const worker = new Worker(new URL("./archive.worker.ts", import.meta.url), { type: "module" });
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  return new Promise<typeof chunks | null>((resolve, reject) => {
    signal.addEventListener("abort", () => resolve(null), { once: true });
    worker.onerror = ({ message }) => reject(new Error(message || "The archive could not be written."));
    worker.onmessage = ({ data }: MessageEvent<ArchiveReply>) => {
      if (data.type === "done") resolve(chunks);
      else if (data.type === "failed") reject(new Error(data.message));
      else {
        chunks.push(data.bytes);
        report(data.share);
      }
    };
    worker.postMessage(contents);
  }).finally(() => worker.terminate());
}
