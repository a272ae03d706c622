// The predictions of a model for all graphs, as tables for other programs: comment lines with their origin, then CSV.

import { barsFromRows } from "../../../domain/persistence/bars";
import type { ExplainedScores, GraphRow, InspectedGraphs } from "../../../protocol";
import type { Provenance } from "../../../services/export/provenance";
import { cell } from "../../../domain/graph/cells";
import { KINDS, shortest } from "../../../domain/graph/export";
import { rowsOf } from "../../../domain/contributions/bars";

/** The subjects of the rows. */
export interface Subjects {
  readonly rows: readonly GraphRow[];
  /** Names of the outputs of a model: classes, or one prediction. */
  readonly classes: readonly string[];
}

/** A table in pieces, one per graph: the whole table can exceed the maximum length of a string. */
export type Pieces = readonly string[];

/** f of every vertex, of every edge, or of both: of what the filter has values for. */
export function filterTable(inspected: InspectedGraphs, subjects: Subjects, from: Provenance): Pieces {
  const cells = cellsOf(inspected, subjects);
  const pieces = eachGraph(inspected, ({ filter, edgeFilter }, place) => {
    const graph = inspected.graphs[place]!;
    const about = describe(graph, subjects);
    return Array.from(edgeFilter.length > 0 ? edgeFilter : filter, (value, at) =>
      line([...about, ...cells.columns(graph, at), shortest(value)]),
    ).join("");
  });
  return [head(from), line([...aboutOf(subjects), ...cells.names(""), "f"]), ...pieces];
}

interface Cells {
  /** The names of the columns that name a cell, after this prefix. */
  readonly names: (prefix: string) => readonly string[];
  /** The columns of the cell at this place of the filter of a graph; null: none. */
  readonly columns: (graph: number, at: number | null) => readonly (string | number)[];
}

/**
 * A filter has values for the vertices, and after them, if the model learns them, for the edges in the order of the data set; or only for
 * the edges.
 */
function cellsOf({ graphs, filter, edgeFilter }: InspectedGraphs, { rows }: Subjects): Cells {
  if (edgeFilter.length > 0) return { names: (prefix) => [`${prefix}edge`], columns: (_, at) => [at ?? ""] };
  const verticesOf = (graph: number): number => rows[graph]?.vertices ?? 0;
  const withEdges = filter.length > graphs.reduce((sum, graph) => sum + verticesOf(graph), 0);
  if (!withEdges) return { names: (prefix) => [`${prefix}vertex`], columns: (_, at) => [at ?? ""] };
  return {
    names: (prefix) => [`${prefix}vertex`, `${prefix}edge`],
    columns: (graph, at) => {
      const edge = (at ?? 0) - verticesOf(graph);
      return at === null ? ["", ""] : edge < 0 ? [at, ""] : ["", edge];
    },
  };
}

/** The drawn bars and the zero-length bars. */
export function barsTable(inspected: InspectedGraphs, subjects: Subjects, from: Provenance): Pieces {
  const cells = cellsOf(inspected, subjects);
  const pieces = eachGraph(inspected, ({ filter, bars }, place) => {
    const graph = inspected.graphs[place]!;
    const about = describe(graph, subjects);
    return barsFromRows(bars, filter)
      .map((bar) =>
        line([
          ...about,
          bar.direction === "sub" ? "sublevel" : "superlevel",
          KINDS[bar.kind],
          shortest(bar.birth),
          bar.death === null ? "" : shortest(bar.death),
          ...cells.columns(graph, bar.birthVertex),
          ...cells.columns(graph, bar.deathVertex),
          bar.multiplicity,
        ]),
      )
      .join("");
  });
  return [
    head(from),
    line([...aboutOf(subjects), ...BAR, ...cells.names("birth_"), ...cells.names("death_"), "multiplicity"]),
    ...pieces,
  ];
}

/**
 * Score of every class, and the class with the highest score; of equal scores, the first. For a model of regression, the predicted
 * number. They are those of all filters, so no line names the one in view.
 */
export function predictionsTable(inspected: InspectedGraphs, subjects: Subjects, from: Provenance): Pieces {
  const { classes } = subjects;
  const lines = head(from.filter(([name]) => name !== "filter" && name !== "channel"));
  if (haveTargets(subjects)) {
    const numbers = Array.from(inspected.graphs, (graph, place) =>
      line([...describe(graph, subjects), shortest(inspected.logits[place]!)]),
    );
    return [lines, line([...aboutOf(subjects), "predicted"]), ...numbers];
  }
  const scores = classes.map((name) => cell(`score ${name}`));
  const pieces = Array.from(inspected.graphs, (graph, place) => {
    const logits = [...inspected.logits.subarray(place * classes.length, (place + 1) * classes.length)];
    const predicted = logits.indexOf(Math.max(...logits));
    return line([...describe(graph, subjects), cell(classes[predicted] ?? ""), ...logits.map(shortest)]);
  });
  return [lines, line([...aboutOf(subjects), "predicted", ...scores]), ...pieces];
}

/**
 * The bars of one graph that the classifier reads, with equal bars as one row, and their contributions to the score of each
 * class.
 */
export function contributionsTable(
  graph: number,
  scores: ExplainedScores,
  filter: Float32Array,
  subjects: Subjects,
  from: Provenance,
): Pieces {
  const about = describe(graph, subjects);
  const added = subjects.classes.map((name) => cell(`adds to ${name}`));
  const shown = ["graph in the page", String(graph + 1)] as const;
  const bias = ["bias of each class", [...scores.bias].map(shortest).join(", ")] as const;
  const rest = ["other filters to each class", [...scores.others].map(shortest).join(", ")] as const;
  const several = scores.others.some((part) => part !== 0);
  const pieces = rowsOf(scores, filter).map((row) =>
    line([
      ...about,
      row.direction === "sub" ? "sublevel" : "superlevel",
      KINDS[row.kind],
      shortest(row.birth),
      row.death === null ? "" : shortest(row.death),
      row.count,
      ...[...row.contributions].map(shortest),
    ]),
  );
  return [
    head([...from, shown, bias, ...(several ? [rest] : [])]),
    line([...aboutOf(subjects), ...BAR, "count", ...added]),
    ...pieces,
  ];
}

/** File name of a table; `graph` is the subject of the table, null: all graphs; `filter`: `filterLabel`. */
export function nameOfTable(
  dataset: string,
  table: string,
  graph: number | null,
  filter: string | null,
): string {
  const parts = [
    dataset,
    ...(graph === null ? [] : [`graph-${graph + 1}`]),
    ...(filter === null ? [] : [filter]),
  ];
  return `${[...parts, table].map((part) => part.replaceAll(/[^\w.-]+/g, "-")).join("-")}.csv`;
}

const BAR = ["direction", "kind", "birth", "death"];

const haveTargets = ({ rows }: Subjects): boolean => rows[0] !== undefined && rows[0].target !== null;

/** The names of the first columns. */
const aboutOf = (subjects: Subjects): readonly string[] => [
  "graph",
  haveTargets(subjects) ? "target" : "class",
  "part",
];

function describe(graph: number, { rows, classes }: Subjects): readonly (string | number)[] {
  const row = rows[graph];
  if (row != null && row.target !== null) return [graph, shortest(row.target), row.part];
  return [graph, cell(classes[row?.class ?? -1] ?? ""), row?.part ?? ""];
}

/** Maps the slice of each graph of the concatenated lists. */
export function eachGraph<T>(
  { graphs, vertexOffsets, filter, edgeOffsets, edgeFilter, barOffsets, bars }: InspectedGraphs,
  piece: (own: { filter: Float32Array; edgeFilter: Float32Array; bars: Uint32Array }, place: number) => T,
): readonly T[] {
  return Array.from(graphs, (_, place) =>
    piece(
      {
        filter: filter.subarray(vertexOffsets[place], vertexOffsets[place + 1]),
        edgeFilter: edgeFilter.subarray(edgeOffsets[place], edgeOffsets[place + 1]),
        bars: bars.subarray(5 * barOffsets[place]!, 5 * barOffsets[place + 1]!),
      },
      place,
    ),
  );
}

function head(from: Provenance): string {
  return from.map(([name, value]) => `# ${name}: ${value.replaceAll(/[\r\n]+/g, " ")}\n`).join("");
}

function line(cells: readonly (string | number)[]): string {
  return `${cells.join(",")}\n`;
}
