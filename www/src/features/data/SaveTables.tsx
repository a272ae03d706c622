import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useApp, useSlice } from "../context";
import type { App } from "../context";
import { hasFilter } from "../../domain/settings/models";
import { messageOf } from "../../domain/text/format";
import { provenanceOf } from "../../services/export/provenance";
import { SaveArchive } from "./archive/SaveArchive";
import { saveFile } from "./save";
import {
  barsTable,
  contributionsTable,
  eachGraph,
  filterTable,
  nameOfTable,
  predictionsTable,
} from "./tables";

const TABLES = [
  { name: "predictions", title: "Predictions", text: "and scores of every graph, as CSV", filtered: false },
  { name: "filter", title: "Filter", text: "of every vertex, as CSV", filtered: true },
  { name: "bars", title: "Bars", text: "of every graph, as CSV", filtered: true },
  {
    name: "contributions",
    title: "Contributions",
    text: "of the bars of the graph in view, as CSV",
    filtered: true,
  },
] as const;
type Table = (typeof TABLES)[number]["name"];

/** The prediction: tables as CSV whose first lines name the data set and the weights, and one archive of all tables. */
export function SaveTables(): JSX.Element | null {
  const app = useApp();
  const model = useSlice(({ run }) => (run?.held ? run.summary.config.model : null));
  const inView = useSlice(({ document: { subject } }) => subject.type === "graph");
  const [making, setMaking] = useState<Table | null>(null);
  if (model === null) return null;
  const save = async (table: Table): Promise<void> => {
    setMaking(table);
    try {
      await saveTable(app, table);
    } catch (error) {
      const notice = {
        kind: "error",
        title: "The table could not be saved",
        detail: messageOf(error),
      } as const;
      app.store.dispatch({ type: "notify", notice, source: "ui" });
    } finally {
      setMaking(null);
    }
  };
  return (
    <details class="notes">
      <summary>Save the predictions and explanations</summary>
      <ul class="cards">
        <li>
          <SaveArchive filtered={hasFilter(model)} />
        </li>
        {TABLES.map(({ name, title, text, filtered }) => (
          <li key={name}>
            <button
              type="button"
              class="card"
              disabled={
                making !== null || (filtered && !hasFilter(model)) || (name === "contributions" && !inView)
              }
              onClick={() => void save(name)}
            >
              <span class="card-title">{title}</span>
              <span class="card-text">{making === name ? "creating …" : text}</span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

async function saveTable({ store, services }: App, table: Table): Promise<void> {
  const { data, document } = store.state.peek();
  if (!data) return;
  const { analysis, session } = services;
  const asking = { urgent: true, signal: new AbortController().signal };
  const subjects = { rows: data.rows, classes: data.summary.classes.map(({ name }) => name) };
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
    const told = await analysis.ask("explain", [subject.index], asking);
    const scores = told?.answer.scores;
    if (!told || !scores) return;
    if (told.run !== together.run || told.epoch !== together.epoch || told.step !== together.step) {
      throw new Error("The weights changed during the save. Pause the training, then save the table again.");
    }
    const filter = eachGraph(together.answer, (own) => own.filter)[subject.index]!;
    write = (from) => contributionsTable(subject.index, scores, filter, subjects, from);
  } else {
    const make = { filter: filterTable, bars: barsTable, predictions: predictionsTable }[table];
    write = (from) => make(together.answer, subjects, from);
  }
  const from = provenanceOf(await session.call("saveWeights"), together);
  saveFile(
    nameOfTable(data.summary.name, table, graph),
    new Blob([...write(from)], { type: "text/csv;charset=utf-8" }),
  );
}
