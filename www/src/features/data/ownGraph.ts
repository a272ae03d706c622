import type { ReadGraph } from "../../engine/topology";
import { lettersFor } from "../../domain/graph/names";
import type { OwnGraph } from "../../domain/graph/subject";

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

/** The parts of the graph that the page adds, because its file does not contain them. */
export function additionsTo({ vertices, names, filters }: OwnGraph): readonly string[] {
  const first = lettersFor(vertices) ? "a, b, c" : "v0, v1, v2";
  return [
    ...(filters.length > 0 ? [] : ["The file has no filter values, so f is the degree of each vertex"]),
    ...(names ? [] : [`The vertices have no names, so the page calls them ${first} and so on`]),
  ];
}
