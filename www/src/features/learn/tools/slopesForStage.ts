import type { Direction, Graph } from "../../../domain/graph";
import { ownedBars, slopesOf } from "../../../domain/slopes";
import type { TieRule } from "../../../domain/slopes";
import type { Topology } from "../../../engine/topology";

/** The slope of the loss at every vertex, for arrows on the drawing: positive ones raise it. */
export function slopesForStage(
  topology: Pick<Topology, "filtration">,
  graph: Graph,
  filter: Float32Array,
  direction: Direction,
  rule: TieRule,
): Float64Array {
  const barsOf = (on: Graph, values: Float32Array) => topology.filtration(on, values).bars;
  return slopesOf(ownedBars(graph, filter, direction, rule, barsOf), graph.vertices);
}
