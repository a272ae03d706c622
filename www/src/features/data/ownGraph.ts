import type { ReadGraph } from "../../engine/topology";
import type { OwnGraph } from "../../domain/graph/subject";

/** A graph that was read, as plain data under the name of its file. */
export function ownGraph(file: string, { graph, filters }: Pick<ReadGraph, "graph" | "filters">): OwnGraph {
  return {
    title: file.replace(/\.\w+$/, "") || file,
    vertices: graph.vertices,
    edges: [...graph.edges],
    ...(graph.names ? { names: [...graph.names] } : {}),
    filters: filters.map(({ name, values }) => ({ name, values: [...values] })),
  };
}
