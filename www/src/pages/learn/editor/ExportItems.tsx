import type { JSX } from "preact";
import { indexIn, exampleNamed } from "../../../domain/graph/subject";
import { useApp } from "../../../ui/context";
import type { App } from "../../../ui/context";
import { isZeroLength } from "../../../domain/persistence/bars";
import type { Bar } from "../../../domain/graph/graph";
import type { Subject } from "../../../domain/graph/subject";
import type { State } from "../../../store/state";
import type { Exported, TextFile } from "../../../domain/graph/export";
import { saveFile } from "../../../ui/files/disk";
import { CopyLink } from "./CopyLink";
import { MenuItem } from "./MenuItem";

/** The module that writes the files, loaded on first use. */
type Writers = typeof import("../../../domain/graph/export");

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
  const save = async (write: (writers: Writers, exported: Exported) => TextFile): Promise<void> => {
    const exported = exportedOf(app);
    const { name, text, type } = write(await import("../../../domain/graph/export"), exported);
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
        <CopyLink />
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

/** The name of the class of a graph of the data set, or its target. */
function classOf(subject: Subject, { data }: State): string | undefined {
  const row = data?.rows[indexIn(subject) ?? -1];
  return row && (row.target?.toString() ?? data?.summary.classes[row.class ?? -1]?.name);
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
