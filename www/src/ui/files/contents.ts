// The contents of files as plain data, which a worker can send to the page.

import type { ChosenColumns } from "../../domain/columns";
import type { OwnGraph, PointCloud } from "../../domain/graph/subject";
import { refusal, MAX_RIPS } from "../../domain/points/points";
import type { NamedFile } from "../../engine/calls";
import type { OpenedFiles, ReadGraph, Topology } from "../../engine/topology";
import { isPointsFile } from "./jsonPoints";
import { readCloud } from "./readCloud";
import type { ReadCloud } from "./readCloud";

export type Contents =
  | ({ readonly type: "points" } & ReadCloud)
  | {
      readonly type: "graph";
      readonly graph: OwnGraph;
      /** Assumptions of the reader about the file, one sentence each. */
      readonly notes: readonly string[];
      /** The graph with edges that enter at their values; null if they have none, or if the page cannot compute its bars. */
      readonly weighted: PointCloud | null;
    }
  | Exclude<OpenedFiles, { readonly type: "graph" }>;

type Reader = Pick<Topology, "open" | "readPoints" | "points">;

/**
 * The size of the largest graphs in the page. It computes their bars and draws them on the main thread, where more would take longer than
 * 200 ms, and nobody can tell more vertices apart in a picture.
 */
export const LARGEST_GRAPH = { vertices: 20_000, edges: 100_000 };

/** A graph, points, or another file, which the caller opens. Throws if the format is unknown, or if the page cannot show the contents. */
export function contentsOf(
  topology: Reader,
  files: readonly NamedFile[],
  chosen: readonly ChosenColumns[],
): Contents {
  const [first] = files;
  const arePoints = (file: NamedFile): boolean =>
    chosen.some(({ view }) => view === "points") || isPointsFile(file.bytes);
  if (first && files.length === 1 && arePoints(first)) {
    const title = first.path.replace(/^.*\/|\.\w+$/g, "");
    const read = readCloud(topology, title, first.bytes, "points", "alpha", chosen);
    const refused = refusal(read.cloud);
    if (refused !== null) throw new Error(refused);
    return { type: "points", ...read };
  }
  const opened = topology.open(files, chosen);
  if (opened.type !== "graph") return opened;
  const name = first?.path.split("/").at(-1) ?? "";
  checkSize(opened.graph);
  const graph = ownGraph(name, opened);
  const weighted = files.length === 1 && first ? weightedGraph(topology, first, graph, chosen) : null;
  return { type: "graph", graph, notes: opened.notes, weighted };
}

function checkSize({ vertices, edges }: ReadGraph["graph"]): void {
  const count = edges.length / 2;
  if (vertices <= LARGEST_GRAPH.vertices && count <= LARGEST_GRAPH.edges) return;
  const text = (number: number): string => number.toLocaleString("en");
  throw new Error(
    `The graph has ${text(vertices)} vertices and ${text(count)} edges, and the page shows at most ${text(LARGEST_GRAPH.vertices)} vertices and ${text(LARGEST_GRAPH.edges)} edges. The command line takes more: sublevel barcode FILE --filter degree.`,
  );
}

function weightedGraph(
  topology: Reader,
  { bytes }: NamedFile,
  { title, vertices }: OwnGraph,
  chosen: readonly ChosenColumns[],
): PointCloud | null {
  if (vertices > MAX_RIPS) return null;
  try {
    const { cloud } = readCloud(topology, title, bytes, "edges", "rips", chosen);
    return refusal(cloud) === null ? cloud : null;
  } catch {
    return null;
  }
}

/** A graph from a reader, as plain data under the name of its file. */
export function ownGraph(file: string, { graph, filters }: Pick<ReadGraph, "graph" | "filters">): OwnGraph {
  return {
    title: file.replace(/\.\w+$/, "") || file,
    vertices: graph.vertices,
    edges: [...graph.edges],
    ...(graph.names ? { names: [...graph.names] } : {}),
    filters: filters.map(({ name, values }) => ({ name, values: [...values] })),
  };
}
