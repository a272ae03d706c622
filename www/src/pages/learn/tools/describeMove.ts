import type { Direction, Graph } from "../../../domain/graph/graph";
import { vertexName } from "../../../domain/graph/graph";
import { describeSwaps, supDistance, swaps } from "../../../domain/persistence/stability";
import type { Measured } from "./measured";

type FiltrationState = Pick<Measured, "graph" | "filtration">;

/** The changes of the bars since the reference filtration. */
export function describeMove(from: FiltrationState, now: FiltrationState, direction: Direction): string {
  const sup = supDistance(from.filtration.filter, now.filtration.filter);
  if (sup === null) return "The vertices have changed, so there is nothing to compare.";
  if (!sameEdges(from.graph, now.graph)) return "The edges have changed; stability has no bound for that.";
  if (sup === 0) return "Nothing has moved yet.";
  const swapped = describeSwaps(swaps(from.filtration, now.filtration, direction), (vertex) =>
    vertexName(now.graph, vertex),
  );
  return swapped || "No bar moves farther than the values do.";
}

function sameEdges(a: Graph, b: Graph): boolean {
  if (a === b) return true;
  return (
    a.vertices === b.vertices &&
    a.edges.length === b.edges.length &&
    a.edges.every((vertex, i) => vertex === b.edges[i])
  );
}
