// What is in an archive, and how to read it.

import type { Contents } from "./contents";

/** `first`: the name of the files of the first graph. */
export function readme({ dataset, said, from, filtered }: Contents, first: string): string {
  const skip = `skiprows=${from.length}`;
  const files = [
    "provenance.json   data set, its fingerprint, configuration and seed of the run, and which weights",
    "predictions.csv   class, part of the split, prediction and scores of every graph",
    ...(filtered
      ? [
          "filter.csv        f of every vertex",
          "bars.csv          every bar with its vertices; one that never ends has no death",
          "diagrams/         the bars of each graph and direction as GUDHI has them: dimension, birth, death",
        ]
      : []),
    filtered
      ? "graphs/           each graph as GraphML, f as its attribute “filter”"
      : "graphs/           each graph as GraphML",
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
        "Bars of length zero are in bars.csv and in the diagrams, and a bar that occurs several times is as many",
        "lines of a diagram. Superlevel filtrations go down: births are above deaths, and what never ends dies at -inf.",
        "GUDHI: gudhi.read_persistence_intervals_grouped_by_dimension(persistence_file=…)",
      ]
    : ["The model has no filter, so there are no values of vertices, no bars and no diagrams."];
  return [
    `${dataset}: what a model says of its ${said.graphs.length} graphs`,
    ...from.filter(([name]) => name === "weights").map(([, value]) => `with its weights ${value}`),
    "",
    ...files,
    "",
    "Graphs and vertices are counted from 0; the names of the files are the numbers of the graphs.",
    ...notes,
    "",
    "In Python, where the archive was unpacked:",
    "",
    ...lines.map((line) => `    ${line}`),
    "",
  ].join("\n");
}
