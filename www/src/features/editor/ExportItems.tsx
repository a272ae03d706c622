import type { JSX } from "preact";
import { addressWith, writeLink } from "../../services/link/address";
import { useAct, useApp } from "../context";
import type { App } from "../context";
import { fitsLink } from "../../services/link/packed";
import { isZeroLength } from "../../domain/persistence/bars";
import { exampleNamed } from "../../domain/graph/examples";
import type { Bar } from "../../domain/graph/graph";
import { messageOf, sentence } from "../../domain/text/format";
import { linkedOf } from "../../store/linked";
import type { Subject } from "../../domain/graph/subject";
import type { Notice, State } from "../../store/state";
import type { Exported, TextFile } from "./export";
import { saveFile } from "../data/save";
import { MenuItem } from "./MenuItem";

/** The module that writes the files, loaded on first use. */
type Writers = typeof import("./export");

const FORMS: readonly {
  title: string;
  text: string;
  writer: "jsonFile" | "nodeLinkFile" | "graphmlFile" | "edgeListFile" | "valuesFile";
}[] = [
  { title: "JSON", text: "for the command line", writer: "jsonFile" },
  { title: "Node-link JSON", text: "for NetworkX, with names", writer: "nodeLinkFile" },
  { title: "GraphML", text: "for Gephi and others, with names", writer: "graphmlFile" },
  { title: "Edges", text: "one per line", writer: "edgeListFile" },
  { title: "Values", text: "one vertex per line, for use with the edges", writer: "valuesFile" },
];

/** The files of the graph in view, and its link. */
export function ExportItems(): JSX.Element {
  const app = useApp();
  const act = useAct();
  const save = async (write: (writers: Writers, exported: Exported) => TextFile): Promise<void> => {
    const exported = exportedOf(app);
    const { name, text, type } = write(await import("./export"), exported);
    saveFile(name, new Blob([text], { type: `${type};charset=utf-8` }));
  };
  return (
    <>
      <h2 class="popover-title">Export</h2>
      <ul class="editor-menu">
        {FORMS.map(({ title, text, writer }) => (
          <MenuItem
            key={title}
            title={title}
            text={text}
            onChoose={() => void save((writers, exported) => writers[writer](exported))}
          />
        ))}
        <MenuItem
          title="Barcode"
          text="CSV, both directions"
          onChoose={() => {
            const bars = barsOf(app);
            void save(({ barsFile }, exported) => barsFile(exported, bars));
          }}
        />
        {app.addressed && (
          <MenuItem
            title="Copy link"
            text="the current page"
            onChoose={() => void copyLink(app).then((notice) => act({ type: "notify", notice }))}
          />
        )}
      </ul>
    </>
  );
}

function exportedOf({ shown, store }: App): Exported {
  const { subject, graph, filtration } = shown.peek();
  const state = store.state.peek();
  return {
    title: titleOf(subject, state),
    graph,
    values: filtration?.filter ?? null,
    class: classOf(subject, state),
  };
}

/** The name of the class of a graph of the data set. */
function classOf(subject: Subject, { data }: State): string | undefined {
  const row = subject.type === "graph" ? data?.rows[subject.index] : undefined;
  return row && data?.summary.classes[row.class]?.name;
}

function titleOf(subject: Subject, { data }: State): string {
  switch (subject.type) {
    case "example":
      return exampleNamed(subject.id)?.title ?? subject.id;
    case "own":
      return subject.graph.title;
    case "graph":
      return `${data?.summary.name ?? ""} graph ${subject.index + 1}`;
    case "points":
      return subject.cloud.title;
  }
}

/** Both directions, and zero-length bars if they are visible. */
function barsOf({ shown, store }: App): readonly Bar[] {
  const { zeroLength } = store.state.peek().view;
  return shown.peek().bars.filter((bar) => zeroLength || !isZeroLength(bar));
}

/** Returns the notice about the result. */
async function copyLink({ store }: App): Promise<Omit<Notice, "id">> {
  const state = store.state.peek();
  const { subject } = state.document;
  try {
    const address = addressWith(location, writeLink(linkedOf(state)));
    await navigator.clipboard.writeText(new URL(address, location.href).href);
  } catch (error) {
    const detail = `${sentence(messageOf(error))} The address of the page is the same link.`;
    return { kind: "error", title: "Could not copy the link", detail };
  }
  if (subject.type === "own" && !fitsLink(subject.graph)) {
    const detail = "The graph is too large for a link. Save it as a file.";
    return { kind: "info", title: "Link copied without the graph", detail };
  }
  return { kind: "info", title: "Link copied", detail: "It opens the page in its current state." };
}
