// The readers of files by name, so that a worker can be asked for one. All of them take files, chosen columns and their own options.

import { areColumnsUnknown } from "../../domain/columns";
import type { ChosenColumns, UnknownColumns } from "../../domain/columns";
import type { Graph } from "../../domain/graph/graph";
import type { PointCloud } from "../../domain/graph/subject";
import { messageOf } from "../../domain/text/format";
import type { NamedFile } from "../../engine/calls";
import type { Topology } from "../../engine/topology";
import type { PointsKind } from "../../engine/topologyModule";
import type { TablePreview, TableView } from "../../protocol";
import { contentsOf } from "./contents";
import type { Contents } from "./contents";
import { readCloud } from "./readCloud";
import type { ReadCloud } from "./readCloud";

/** A graph without repeated edges and self-loops, and what is left out or assumed, one sentence each. */
export interface ReadGraph6 {
  readonly text: string;
  readonly notes: readonly string[];
}

interface Answers {
  contents: { options: readonly []; result: Contents };
  /** One graph in graph6. */
  graph6: { options: readonly []; result: ReadGraph6 };
  cloud: {
    options: readonly [kind: PointsKind, complex: PointCloud["complex"]];
    result: ReadCloud;
  };
  /** The beginning of a table whose columns are unknown. */
  preview: { options: readonly [views: readonly TableView[]]; result: TablePreview };
}
export type ReaderName = keyof Answers;
export type Options<R extends ReaderName> = Answers[R]["options"];
export type Result<R extends ReaderName> = Answers[R]["result"];

export const READERS: {
  readonly [R in ReaderName]: (
    topology: Topology,
    files: readonly NamedFile[],
    chosen: readonly ChosenColumns[],
    options: Options<R>,
  ) => Result<R>;
} = {
  contents: contentsOf,
  graph6(topology, files, chosen) {
    const opened = topology.open(files, chosen);
    if (opened.type === "graph") {
      const left = opened.graph.edges.length / 2 - distinctEdges(opened.graph);
      const notes = left > 0 ? [`${left} repeated edges and self-loops are left out`] : [];
      return { text: topology.toGraph6(opened.graph), notes: [...opened.notes, ...notes] };
    }
    throw new Error(
      "The file holds no single graph. The page opens data sets and runs with Open file on Inspect.",
    );
  },
  cloud: (topology, [file], chosen, [kind, complex]) =>
    readCloud(topology, file!.path, file!.bytes, kind, complex, chosen),
  preview: (topology, [file], _, [views]) => topology.tablePreview(file!, views),
};

function distinctEdges({ vertices, edges }: Graph): number {
  const distinct = new Set<number>();
  for (let i = 0; i < edges.length; i += 2) {
    const [u, v] = [edges[i]!, edges[i + 1]!];
    if (u !== v) distinct.add(Math.min(u, v) * vertices + Math.max(u, v));
  }
  return distinct.size;
}

export interface Reading {
  readonly reader: ReaderName;
  readonly files: readonly NamedFile[];
  readonly chosen: readonly ChosenColumns[];
  readonly options: Options<ReaderName>;
}

export type ReadingReply =
  | { readonly read: Result<ReaderName> }
  | { readonly failed: { readonly message: string } & Partial<UnknownColumns> };

/** The result as a message: an error loses its own properties between threads. */
export function replyTo(topology: Topology, { reader, files, chosen, options }: Reading): ReadingReply {
  try {
    const read = READERS[reader] as (...all: readonly unknown[]) => Result<ReaderName>;
    return { read: read(topology, files, chosen, options) };
  } catch (error) {
    const message = messageOf(error);
    if (!areColumnsUnknown(error)) return { failed: { message } };
    const { table, view, problem } = error;
    return { failed: { message, table, view, problem } };
  }
}
