// The topology module as the page uses it. Its types are generated from src/web/topology.rs.

import type * as generated from "../../types/topology";

export type TopologyGraph = generated.TopologyGraph;
export type TopologyPoints = generated.TopologyPoints;
export type GraphPair = generated.GraphPair;
export type TopologyModule = Pick<
  typeof generated,
  | "generators"
  | "openFiles"
  | "distances"
  | "landscape"
  | "persistenceImage"
  | "bettiCurve"
  | "readPoints"
  | "heights"
  | "transformDistance"
  | "TopologyGraph"
  | "TopologyPoints"
  | "descriptors"
  | "pairFamilies"
  | "familyPairs"
  | "toGraph6"
  | "GraphPair"
>;
