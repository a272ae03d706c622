// A run as a PyTorch program with its weights.

import { strToU8, zipSync } from "fflate";
import { edgesOf } from "../../domain/graph/edit";
import { attributesOf } from "../../domain/graph/graph";
import type { Graph } from "../../domain/graph/graph";
import { withPoint } from "../../domain/text/format";
import type { GraphRow, Part } from "../../protocol";
import program from "../../../../python/src/sublevel/torch/model.py?raw";

/**
 * A zip with the program, which the Python package contains as well, and the weights and the graphs under the names in its instructions.
 * `graphs` and `rows` are those of the data set, in its order.
 */
export function packProgram(
  weights: Uint8Array,
  graphs: readonly Graph[],
  rows: readonly GraphRow[],
): Uint8Array<ArrayBuffer> {
  const lines = graphs.map((graph, index) => lineOf(graph, rows[index]!) + "\n");
  // The names of all graphs are the same list.
  const labels = graphs.find((graph) => graph.labels)?.labels?.names;
  return zipSync({
    "model.py": strToU8(program),
    "weights.safetensors": weights,
    "graphs.jsonl": strToU8(lines.join("")),
    // The label of each row.
    ...(labels && { "labels.json": strToU8(JSON.stringify(labels)) }),
  });
}

const SPLIT: Readonly<Record<Part, string>> = { train: "train", validation: "val", test: "test" };

/** A graph in JSON lines. Sublevel reads them as well, except for labels beside attributes. */
function lineOf(graph: Graph, row: GraphRow): string {
  const { vertices, labels } = graph;
  const width = attributesOf(graph);
  const rowsOf = (value: (vertex: number, column: number) => number, columns: number): number[][] =>
    Array.from({ length: vertices }, (_, v) => Array.from({ length: columns }, (_, c) => value(v, c)));
  const x =
    width > 0
      ? rowsOf((v, c) => graph.attributes![v * width + c]!, width)
      : labels && rowsOf((v, c) => Number(labels.of[v] === c), labels.names.length);
  const line = JSON.stringify({
    n: vertices,
    edges: edgesOf(graph),
    x,
    // Rows of attributes have no room for the labels, which the program also takes by their rows.
    labels: width > 0 && labels ? [...labels.of] : undefined,
    // The column of its scores: Sublevel orders classes by their names, and the weights have the order of the run.
    y: row.class ?? undefined,
    split: SPLIT[row.part],
  });
  if (row.target === null) return line;
  // A whole number would be a class.
  return `${line.slice(0, -1)},"y":${withPoint(row.target)}}`;
}
