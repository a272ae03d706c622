// Contents of an archive and instructions for reading it.

import type { Contents } from "./types";

/** `first`: the name of the files of the first graph. */
export function readme({ dataset, inspected, from, filtered }: Contents, first: string): string {
  const skip = `skiprows=${from.length}`;
  const files = [
    "provenance.json   data set, its fingerprint, configuration and seed of the run, and which weights",
    "predictions.csv   class or target, part of the split, prediction and scores of every graph",
    ...(filtered
      ? [
          "filter.csv        f of every vertex",
          "bars.csv          every bar with its vertices; an essential bar has no death",
          "diagrams/         the bars of each graph and direction in GUDHI's format: dimension, birth, death",
        ]
      : []),
    filtered
      ? "graphs/           each graph as GraphML: f as “filter”, the labels of vertices, the class or target of the graph"
      : "graphs/           each graph as GraphML, with the labels of vertices and the class or target of the graph",
  ];
  const lines = [
    `import ${filtered ? "networkx, numpy, pandas" : "networkx, pandas"}`,
    `predictions = pandas.read_csv("predictions.csv", ${skip})`,
    ...(filtered ? [`f = pandas.read_csv("filter.csv", ${skip})`] : []),
    `graph = networkx.read_graphml("graphs/${first}.graphml", node_type=int)`,
    ...(filtered ? [`diagram = numpy.loadtxt("diagrams/sublevel/${first}.pers", ndmin=2)`] : []),
  ];
  const notes = filtered
    ? [
        "Zero-length bars are in bars.csv and in the diagrams. A bar with multiplicity m is m",
        "lines of a diagram. In superlevel filtrations births exceed deaths, and essential bars die at -inf.",
        "GUDHI: gudhi.read_persistence_intervals_grouped_by_dimension(persistence_file=…)",
      ]
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
