// The files of an archive of all predictions for a data set.

import { barsFromRows } from "../../../../domain/persistence/bars";
import { graphmlFile, shortest } from "../../../../domain/graph/export";
import { barsTable, eachGraph, filterTable, predictionsTable } from "../tables";
import type { Pieces, Subjects } from "../tables";
import { isLoop } from "../../../../domain/graph/graph";
import type { Bar, Direction, Graph } from "../../../../domain/graph/graph";
import type { InspectedGraphs } from "../../../../protocol";
import type { Provenance } from "../../../../services/export/provenance";

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
  const { inspected, graphs, subjects, from, provenance, cells } = contents;
  const digits = String(Math.max(...inspected.graphs, 0)).length;
  const nameOf = (place: number): string => String(inspected.graphs[place]).padStart(digits, "0");
  const text = readme(contents, nameOf(0));
  yield { path: "README.txt", pieces: [text] };
  yield { path: "provenance.json", pieces: [provenance] };
  yield { path: "predictions.csv", pieces: predictionsTable(inspected, subjects, from) };
  if (cells) yield { path: "filter.csv", pieces: filterTable(inspected, subjects, from) };
  if (cells === "vertices") yield { path: "bars.csv", pieces: barsTable(inspected, subjects, from) };
  const own = eachGraph(inspected, (parts) => parts);
  for (const [place, { filter, edgeFilter, bars }] of own.entries()) {
    const { vertices, class: ofGraph, target } = subjects.rows[inspected.graphs[place]!]!;
    const names = Array.from({ length: vertices }, (_, vertex) => String(vertex));
    const graph = { vertices, ...graphs[place]!, names };
    const { text } = graphmlFile({
      title: "",
      graph,
      values: cells === "vertices" ? filter : null,
      edgeValues: cells === "edges" ? edgeFilter : null,
      class: target === null ? subjects.classes[ofGraph ?? -1] : String(target),
    });
    yield { path: `graphs/${nameOf(place)}.graphml`, pieces: [text] };
    if (cells !== "vertices") continue;
    const read = barsFromRows(bars, filter);
    yield { path: `diagrams/sublevel/${nameOf(place)}.pers`, pieces: [diagramFile(read, "sub")] };
    yield { path: `diagrams/superlevel/${nameOf(place)}.pers`, pieces: [diagramFile(read, "super")] };
  }
}

export function countFiles({ inspected: { graphs }, cells }: Contents): number {
  if (cells === "vertices") return 5 + FILES_OF_A_GRAPH * graphs.length;
  return (cells === "edges" ? 4 : 3) + graphs.length;
}

// Persistence diagrams in the format of GUDHI: dimension, birth and death of one bar per line.

/** Death of an essential bar in each direction: superlevel filtrations go down. */
const NEVER: Readonly<Record<Direction, string>> = { sub: "inf", super: "-inf" };

/** The bars of one direction, zero-length bars included, each with its multiplicity. */
function diagramFile(bars: readonly Bar[], direction: Direction): string {
  return bars
    .filter((bar) => bar.direction === direction)
    .map(({ kind, birth, death, multiplicity }) => {
      const end = death === null ? NEVER[direction] : shortest(death);
      return `${isLoop(kind) ? 1 : 0} ${shortest(birth)} ${end}\n`.repeat(multiplicity);
    })
    .join("");
}

// Contents of an archive and instructions for reading it.

/** `first`: the name of the files of the first graph. */
function readme({ dataset, inspected, from, cells }: Contents, first: string): string {
  const filtered = cells === "vertices";
  const skip = `skiprows=${from.length}`;
  const files = [
    "provenance.json   data set, its fingerprint, configuration and seed of the run, and which weights",
    "predictions.csv   class or target, part of the split, prediction and scores of every graph",
    ...(cells
      ? [`filter.csv        f of every ${filtered ? "vertex" : "edge, by its number in the graph"}`]
      : []),
    ...(filtered
      ? [
          "bars.csv          every bar with its vertices; an essential bar has no death",
          "diagrams/         the bars of each graph and direction in GUDHI's format: dimension, birth, death",
        ]
      : []),
    cells
      ? `graphs/           each graph as GraphML: f as “filter” of ${cells}, the labels of vertices, the class or target of the graph`
      : "graphs/           each graph as GraphML, with the labels of vertices and the class or target of the graph",
  ];
  const lines = [
    `import ${filtered ? "networkx, numpy, pandas" : "networkx, pandas"}`,
    `predictions = pandas.read_csv("predictions.csv", ${skip})`,
    ...(cells ? [`f = pandas.read_csv("filter.csv", ${skip})`] : []),
    `graph = networkx.read_graphml("graphs/${first}.graphml", node_type=int)`,
    ...(filtered ? [`diagram = numpy.loadtxt("diagrams/sublevel/${first}.pers", ndmin=2)`] : []),
  ];
  const notes = filtered
    ? [
        "Zero-length bars are in bars.csv and in the diagrams. A bar with multiplicity m is m",
        "lines of a diagram. In superlevel filtrations births exceed deaths, and essential bars die at -inf.",
        "GUDHI: gudhi.read_persistence_intervals_grouped_by_dimension(persistence_file=…)",
      ]
    : cells
      ? ["The bars of a filter of edges begin and end at edges: there are no tables of bars and no diagrams."]
      : ["The model has no filter, so there are no vertex values, bars or diagrams."];
  return [
    `${dataset}: predictions and explanations of its ${inspected.graphs.length} graphs`,
    ...from.filter(([name]) => name === "weights").map(([, value]) => `with the weights ${value}`),
    "",
    ...files,
    "",
    "Graph and vertex indices start at 0; file names are graph indices. The page counts graphs from 1.",
    ...notes,
    "",
    "In Python, in the folder of the unpacked archive:",
    "",
    ...lines.map((line) => `    ${line}`),
    "",
  ].join("\n");
}

// The data of an archive.

/** The contents of the files; it is sent to a worker. */
export interface Contents {
  readonly dataset: string;
  readonly inspected: InspectedGraphs;
  /** Edges and labels of each graph, in the order of `inspected`. */
  readonly graphs: readonly Pick<Graph, "edges" | "labels">[];
  readonly subjects: Subjects;
  /** The first lines of the tables, and the same as JSON. */
  readonly from: Provenance;
  readonly provenance: string;
  /** What the filter has values for; null: the model has no filter. */
  readonly cells: "vertices" | "edges" | null;
}
