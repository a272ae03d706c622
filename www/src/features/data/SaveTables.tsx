import type { JSX } from "preact";
import { outputsOf } from "../../domain/text/predictions";
import { useState } from "preact/hooks";
import { FEATURES } from "../../domain/graph/subject";
import { useApp, useSlice } from "../context";
import type { App } from "../context";
import { hasFilter, hasPyTorchProgram, readsBarcodes } from "../../domain/settings/models";
import { messageOf } from "../../domain/text/format";
import { filterInView, hasVertexFilter, isEdgeFilter } from "../../domain/settings/filters";
import { provenanceOf } from "../../services/export/provenance";
import { SaveArchive } from "./archive/SaveArchive";
import { WEIGHTS } from "./endings";
import type { RunSummary } from "../../protocol";
import { saveFile } from "./save";
import {
  barsTable,
  contributionsTable,
  eachGraph,
  filterTable,
  nameOfTable,
  predictionsTable,
} from "./tables";

const FILES = [
  { name: "predictions", title: "Predictions", text: "and scores of every graph, as CSV", needs: null },
  { name: "filter", title: "Filter", text: "of every vertex, as CSV", needs: "filter" },
  { name: "bars", title: "Bars", text: "of every graph, as CSV", needs: "filter" },
  {
    name: "contributions",
    title: "Contributions",
    text: "of the bars of the graph in view, as CSV",
    needs: "graph",
  },
  {
    name: "pytorch",
    title: "PyTorch",
    text: "the model as a program with its weights, in one zip",
    needs: "program",
  },
] as const;
type Name = (typeof FILES)[number]["name"];
type Table = Exclude<Name, "pytorch">;
type Need = (typeof FILES)[number]["needs"];

/** The reason why a file cannot be saved; null: it can be. */
function obstacle(needs: Need, { config, logged }: RunSummary, inView: boolean): string | null {
  if (logged && (needs === "graph" || needs === "program")) return "a run log has no weights";
  if (needs === "program" && !hasPyTorchProgram(config)) {
    return "only for GFL with the paper’s readout and without edge features";
  }
  if (needs === "filter" && !hasFilter(config)) return "only for models with a filter";
  if (needs === "graph" && !readsBarcodes(config.model)) return "only for models that read barcodes";
  if (needs === "filter" && isEdgeFilter({ config, logged })) return "only for filters of vertices";
  return needs === "graph" && !inView ? "only with a graph of the data set in view" : null;
}

/**
 * The predictions: tables as CSV whose first lines name the data set and the weights, one archive of all tables, and the model as a
 * program.
 */
export function SaveTables(): JSX.Element | null {
  const app = useApp();
  const summary = useSlice(({ run }) => (run?.held ? run.summary : null));
  const inView = useSlice(({ document: { subject } }) => FEATURES[subject.type].isInDataset);
  const [making, setMaking] = useState<Name | null>(null);
  if (summary === null) return null;
  const save = async (name: Name): Promise<void> => {
    setMaking(name);
    try {
      await (name === "pytorch" ? saveProgram(app) : saveTable(app, name));
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
      <summary>Save the model, predictions and explanations</summary>
      <ul class="cards">
        <li>
          <SaveArchive filtered={hasVertexFilter(summary)} />
        </li>
        {FILES.map(({ name, title, text, needs }) => {
          const problem = obstacle(needs, summary, inView);
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
async function saveProgram({ services: { weights } }: App): Promise<void> {
  const file = await weights.save();
  if (!file) return;
  const { packProgram } = await import("../../services/export/pytorch");
  saveFile(
    file.name.replace(WEIGHTS, "-pytorch.zip"),
    new Blob([packProgram(file.bytes)], { type: "application/zip" }),
  );
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
      explained.epoch !== together.epoch ||
      explained.step !== together.step
    ) {
      throw new Error("The weights changed during the save. Pause the training, then save the table again.");
    }
    const filter = eachGraph(together.answer, (own) => own.filter)[subject.index]!;
    write = (from) => contributionsTable(subject.index, scores, filter, subjects, from);
  } else {
    const make = { filter: filterTable, bars: barsTable, predictions: predictionsTable }[table];
    write = (from) => make(together.answer, subjects, from);
  }
  const from = provenanceOf(await session.call("saveWeights"), {
    ...together,
    filter: filterInView(run.summary),
  });
  saveFile(
    nameOfTable(data.summary.name, table, graph),
    new Blob([...write(from)], { type: "text/csv;charset=utf-8" }),
  );
}
