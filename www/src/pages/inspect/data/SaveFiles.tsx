import type { JSX } from "preact";
import { outputsOf } from "../../../domain/training/metric";
import { useState } from "preact/hooks";
import { filterInView } from "../../../store/selectors";
import { originalOf } from "../../../domain/graph/graph";
import type { Graph } from "../../../domain/graph/graph";
import { FEATURES } from "../../../domain/graph/subject";
import { useApp, useSlice } from "../../../ui/context";
import type { App } from "../../../ui/context";
import {
  hasFilter,
  hasPyTorchProgram,
  readsBarcodes,
  filterLabel,
  filterWords,
  isEdgeFilter,
  isVertexFilter,
} from "../../../domain/settings/models";
import { messageOf } from "../../../domain/text/format";
import { provenanceOf, provenanceJson } from "../../../services/export/provenance";
import { WEIGHTS, saveFile } from "../../../ui/files/disk";
import type { RunSummary } from "../../../protocol";
import {
  barsTable,
  contributionsTable,
  eachGraph,
  filterTable,
  nameOfTable,
  predictionsTable,
} from "./tables";
import { packProgram } from "../../../services/export/pytorch";
import { saveSession } from "../../../ui/files/session";
import { saveSite } from "../../../ui/files/sitePage";
import { useMaking } from "../../../ui/files/useMaking";
import type { Data } from "../../../store/state";
import { startWorker } from "../../../domain/startWorker";
import type { ArchiveReply } from "./archive/archive.worker";
import { refuseTooMany } from "./archive/contents";
import type { Contents } from "./archive/contents";

const FILES = [
  {
    name: "session",
    title: "Session",
    text: "data, run and view in one file that opens here again",
    needs: null,
  },
  {
    name: "site",
    title: "Web page",
    text: "a zipped folder that opens with this run and view on any web server, for example as the supplement of a paper",
    needs: null,
  },
  { name: "predictions", title: "Predictions", text: "and scores of every graph, as CSV", needs: null },
  {
    name: "filter",
    title: "Filter",
    text: "of every vertex, of every edge, or of both, as CSV",
    needs: "filter",
  },
  { name: "bars", title: "Bars", text: "of every graph, as CSV", needs: "bars" },
  {
    name: "contributions",
    title: "Contributions",
    text: "of the bars of the graph in view, as CSV",
    needs: "graph",
  },
  {
    name: "pytorch",
    title: "PyTorch",
    text: "the model as a program with its weights and the graphs, in one zip",
    needs: "program",
  },
] as const;
type Name = (typeof FILES)[number]["name"];
type Table = Exclude<Name, "pytorch" | "session" | "site">;
type Need = (typeof FILES)[number]["needs"];

/** The reason why a file cannot be saved; null: it can be. */
function obstacle(needs: Need, summary: RunSummary, filter: number, inView: boolean): string | null {
  const { config, logged } = summary;
  if (logged && (needs === "graph" || needs === "program")) return "a run log has no weights";
  if (needs === "program" && !hasPyTorchProgram(config)) {
    return "only for GFL with the paper’s readout and without edge features";
  }
  if ((needs === "filter" || needs === "bars") && !hasFilter(config)) return "only for models with a filter";
  if (needs === "graph" && !readsBarcodes(config.model)) return "only for models that read barcodes";
  if (needs === "bars" && isEdgeFilter(summary, filter)) return "only for filters of vertices";
  return needs === "graph" && !inView ? "only with a graph of the data set in view" : null;
}

/**
 * Data, run and view as one file or as a page of their own; predictions as tables, whose first lines name the data set and the
 * weights, or as one archive; and the model as a program.
 */
export function SaveFiles(): JSX.Element | null {
  const app = useApp();
  const summary = useSlice(({ run }) => (run?.held ? run.summary : null));
  const filter = useSlice(filterInView);
  const inView = useSlice(({ document: { subject } }) => FEATURES[subject.type].isInDataset);
  const [making, setMaking] = useState<Name | null>(null);
  if (summary === null) return null;
  const save = async (name: Name): Promise<void> => {
    setMaking(name);
    try {
      await (name === "session"
        ? saveSession(app)
        : name === "site"
          ? saveSite(app)
          : name === "pytorch"
            ? saveProgram(app)
            : saveTable(app, name));
    } catch (error) {
      const notice = {
        kind: "error",
        title: "The file could not be saved",
        detail: messageOf(error),
      } as const;
      app.store.dispatch({ type: "notify", notice, source: "ui" });
    } finally {
      setMaking(null);
    }
  };
  return (
    <details class="notes">
      <summary>Save the session, the model or its predictions</summary>
      <ul class="cards">
        <li>
          <SaveArchive withBars={isVertexFilter(summary, filter)} />
        </li>
        {FILES.map(({ name, title, text, needs }) => {
          const problem = obstacle(needs, summary, filter, inView);
          return (
            <li key={name}>
              <button
                type="button"
                class="card"
                disabled={making !== null || problem !== null}
                onClick={() => void save(name)}
              >
                <span class="card-title">{title}</span>
                <span class="card-text">{making === name ? "creating …" : (problem ?? text)}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </details>
  );
}

/** The current weights with the program that computes their scores. */
async function saveProgram(app: App): Promise<void> {
  const { data } = app.store.state.peek();
  const file = await app.services.weights.save();
  if (!file || !data) return;
  const graphs = await graphsOf(app, data, { urgent: true, signal: new AbortController().signal });
  if (!graphs) throw new Error("Another run was started during the save: save the file again.");
  const zip = packProgram(file.bytes, graphs, data.rows);
  saveFile(file.name.replace(WEIGHTS, "-pytorch.zip"), new Blob([zip], { type: "application/zip" }));
}

async function saveTable({ store, services }: App, table: Table): Promise<void> {
  const { data, document, run } = store.state.peek();
  if (!data || !run) return;
  const { analysis, session } = services;
  const asking = { urgent: true, signal: new AbortController().signal };
  const subjects = { rows: data.rows, classes: outputsOf(data.summary).map(({ name }) => name) };
  const all = Uint32Array.from(data.rows.keys());
  let graph: number | null = null;
  let write: (from: ReturnType<typeof provenanceOf>) => readonly string[];
  // All tables read the same values, which the session computes once for all graphs.
  const together = await analysis.ask("inspectTogether", [all], asking);
  if (!together) return;
  if (table === "contributions") {
    const { subject } = document;
    if (subject.type !== "graph") return;
    graph = subject.index;
    const explained = await analysis.ask("explain", [subject.index], asking);
    const scores = explained?.answer.scores;
    if (!explained || !scores) return;
    if (
      explained.run !== together.run ||
      explained.filter !== together.filter ||
      explained.epoch !== together.epoch ||
      explained.step !== together.step
    ) {
      throw new Error(
        "The weights or the filter changed during the save. Pause the training, then save the table again.",
      );
    }
    const filter = eachGraph(together.answer, (own) => own.filter)[subject.index]!;
    write = (from) => contributionsTable(subject.index, scores, filter, subjects, from);
  } else {
    const make = { filter: filterTable, bars: barsTable, predictions: predictionsTable }[table];
    write = (from) => make(together.answer, subjects, from);
  }
  const from = provenanceOf(await session.call("saveWeights"), {
    ...together,
    filter: filterWords(run.summary, together.filter),
  });
  // The scores are those of all filters.
  const label = table === "predictions" ? null : filterLabel(run.summary, together.filter);
  saveFile(
    nameOfTable(data.summary.name, table, graph, label),
    new Blob([...write(from)], { type: "text/csv;charset=utf-8" }),
  );
}

/** Saves everything as one archive; during the export, the same card cancels it. */
function SaveArchive({ withBars }: { readonly withBars: boolean }): JSX.Element {
  const app = useApp();
  const { share, message, begin, end } = useMaking((onShare, signal) => makeArchive(app, onShare, signal), {
    saved: () => "The archive is saved.",
    givenUp: "The archive was cancelled.",
    failed: "The archive could not be saved",
    source: "ui",
  });
  return (
    <>
      <button type="button" class="card" onClick={share === null ? () => void begin() : end}>
        <span class="card-title">{share === null ? "Everything" : "Stop"}</span>
        <span class="card-text">
          {share !== null ? (
            <>
              creating the archive, <span class="number">{Math.round(100 * share)} %</span>
            </>
          ) : withBars ? (
            "tables, diagrams for GUDHI and graphs as GraphML, in one zip"
          ) : (
            "tables, and graphs as GraphML, in one zip"
          )}
        </span>
      </button>
      <span class="visually-hidden" role="status">
        {message}
      </span>
    </>
  );
}

// All predictions of the model for the data set in use, as one file.

/** Number of graphs in one request: the answer contains their edges and all predictions for them. */
const TOGETHER = 64;
/** Finished share of the work at the start of writing. */
const KNOWN = 0.4;

interface Archive {
  readonly name: string;
  readonly file: Blob;
}

/** null: cancelled. Throws if the run or the data set changes before all values are known. */
async function makeArchive(
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

/** All graphs of the data set, without the vertices on learned edges. null: cancelled. */
async function graphsOf(
  { store, services: { analysis } }: App,
  data: Data,
  asking: { readonly urgent: boolean; readonly signal: AbortSignal },
  report?: (share: number) => void,
): Promise<readonly Graph[] | null> {
  const known: Graph[] = [];
  for (let from = 0; from < data.rows.length; from += TOGETHER) {
    const graphs = [...data.rows.keys()].slice(from, from + TOGETHER);
    const some = await analysis.ask("inspectMany", [graphs], asking);
    if (!some || asking.signal.aborted) return null;
    if (store.state.peek().data?.source !== data.source) {
      throw new Error("Another data set was opened during the save: save the file again.");
    }
    known.push(...some.answer.map((graph) => originalOf(graph)));
    report?.(known.length / data.rows.length);
  }
  return known;
}

async function gather(
  app: App,
  data: Data,
  report: (share: number) => void,
  signal: AbortSignal,
): Promise<Contents | null> {
  const {
    store,
    services: { analysis, session },
  } = app;
  const asking = { urgent: false, signal };
  const result = await analysis.ask("inspectTogether", [Uint32Array.from(data.rows.keys())], asking);
  if (!result) return null;
  const file = await session.call("saveWeights");
  const { run } = store.state.peek();
  if (run?.id !== result.run)
    throw new Error("Another run was started during the save: save the archive again.");
  const known = await graphsOf(app, data, asking, report);
  if (!known) return null;
  const weights = { ...result, filter: filterWords(run.summary, result.filter) };
  return {
    dataset: data.summary.name,
    inspected: result.answer,
    graphs: known.map(({ edges, labels }) => ({ edges, labels })),
    subjects: { rows: data.rows, classes: outputsOf(data.summary).map(({ name }) => name) },
    from: provenanceOf(file, weights),
    provenance: provenanceJson(file, weights),
    cells: !hasFilter(run.summary.config)
      ? null
      : isEdgeFilter(run.summary, result.filter)
        ? "edges"
        : "vertices",
  };
}

/** The bytes of the file; null: cancelled. */
function written(
  contents: Contents,
  report: (share: number) => void,
  signal: AbortSignal,
): Promise<readonly Uint8Array<ArrayBuffer>[] | null> {
  const worker = startWorker(
    () => new Worker(new URL("./archive/archive.worker.ts", import.meta.url), { type: "module" }),
  );
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
