// The topology module as the page uses it. Its types are generated from src/web/topology.rs.

import type * as generated from "../../types/topology";

export type TopologyGraph = generated.TopologyGraph;
/** The contents of a file of points or of weighted edges. */
export type ReadPoints = Pick<
  generated.ReadPoints,
  "vertices" | "coordinates" | "names" | "edges" | "values" | "notes"
>;
/** The contents of a file: points with their coordinates, a distance matrix, or edges with their values. */
export type PointsKind = "points" | "distances" | "edges";
export type TopologyPoints = generated.TopologyPoints;
export type GraphPair = generated.GraphPair;
export type TopologyModule = Pick<
  typeof generated,
  | "generators"
  | "openFiles"
  | "tablePreview"
  | "ChosenColumns"
  | "distances"
  | "landscape"
  | "persistenceImage"
  | "bettiCurve"
  | "heights"
  | "transformDistance"
  | "TopologyGraph"
  | "TopologyPoints"
  | "ReadPoints"
  | "descriptors"
  | "pairFamilies"
  | "familyPairs"
  | "searchGraphs"
  | "toGraph6"
  | "GraphPair"
  | "checkRunFile"
  | "compareRuns"
>;
