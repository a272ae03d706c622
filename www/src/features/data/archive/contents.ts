// The files of an archive of all predictions for a data set.

import { barsFromRows } from "../../../domain/persistence/bars";
import { graphmlFile } from "../../editor/export";
import { barsTable, eachGraph, filterTable, predictionsTable } from "../tables";
import type { Pieces } from "../tables";
import { diagramFile } from "./diagrams";
import { readme } from "./readme";
import type { Contents } from "./types";

export interface ArchiveFile {
  readonly path: string;
  readonly pieces: Pieces;
}

/** Number of files per graph: two diagrams, and the graph. */
const FILES_OF_A_GRAPH = 3;
/** The directory of a zip file has at most 65 535 entries; some files are not about one graph. */
const MAX_GRAPHS = Math.floor((65_535 - 5) / FILES_OF_A_GRAPH);

/** Throws if a zip file cannot hold this number of files. */
export function refuseTooMany(graphs: number): void {
  if (graphs <= MAX_GRAPHS) return;
  throw new Error(
    `An archive holds the files of at most ${MAX_GRAPHS} graphs, and the data set has ${graphs}. Save the tables separately: they have no such limit.`,
  );
}

/** The files, one after the other, so that the text of a large data set is never in memory as a whole. */
export function* filesOf(contents: Contents): Generator<ArchiveFile> {
  const { inspected, graphs, subjects, from, provenance, filtered } = contents;
  const digits = String(Math.max(...inspected.graphs, 0)).length;
  const nameOf = (place: number): string => String(inspected.graphs[place]).padStart(digits, "0");
  const text = readme(contents, nameOf(0));
  yield { path: "README.txt", pieces: [text] };
  yield { path: "provenance.json", pieces: [provenance] };
  yield { path: "predictions.csv", pieces: predictionsTable(inspected, subjects, from) };
  if (filtered) {
    yield { path: "filter.csv", pieces: filterTable(inspected, subjects, from) };
    yield { path: "bars.csv", pieces: barsTable(inspected, subjects, from) };
  }
  const own = eachGraph(inspected, (parts) => parts);
  for (const [place, { filter, bars }] of own.entries()) {
    const { vertices, class: ofGraph, target } = subjects.rows[inspected.graphs[place]!]!;
    const names = Array.from({ length: vertices }, (_, vertex) => String(vertex));
    const graph = { vertices, ...graphs[place]!, names };
    const { text } = graphmlFile({
      title: "",
      graph,
      values: filtered ? filter : null,
      class: target === null ? subjects.classes[ofGraph ?? -1] : String(target),
    });
    yield { path: `graphs/${nameOf(place)}.graphml`, pieces: [text] };
    if (!filtered) continue;
    const read = barsFromRows(bars, filter);
    yield { path: `diagrams/sublevel/${nameOf(place)}.pers`, pieces: [diagramFile(read, "sub")] };
    yield { path: `diagrams/superlevel/${nameOf(place)}.pers`, pieces: [diagramFile(read, "super")] };
  }
}

/** The number of files. */
export function countFiles({ inspected, filtered }: Contents): number {
  return filtered ? 5 + FILES_OF_A_GRAPH * inspected.graphs.length : 3 + inspected.graphs.length;
}
