import { isLoop } from "../../../domain/graph/graph";
import type { Direction, Graph } from "../../../domain/graph/graph";
import { ownedBars, sharedBirth, slopesOf } from "../../../domain/persistence/slopes";
import type { TieRule } from "../../../domain/persistence/slopes";
import type { Topology } from "../../../engine/topology";
import type { StageSlopes } from "../../../plots/stage/SlopeArrow";

export { barsUnder } from "../../../domain/persistence/slopes";
export { describeSlopes } from "./describeSlopes";

/** The slopes of the loss, for arrows on the drawing. */
export function slopesForStage(
  topology: Pick<Topology, "filtration">,
  graph: Graph,
  filter: Float32Array,
  direction: Direction,
  rule: TieRule,
): StageSlopes {
  const barsOf = (on: Graph, values: Float32Array) => topology.filtration(on, values).bars;
  const owned = ownedBars(graph, filter, direction, rule, barsOf);
  const shared = rule === "mean" ? barsOf(graph, filter).filter(({ kind }) => !isLoop(kind)) : [];
  return {
    vertices: slopesOf(owned, graph.vertices),
    bars: new Map(owned.map((each) => [each.bar.id, each])),
    births: new Map(shared.map((bar) => [bar.id, sharedBirth(filter, bar)])),
  };
}
