// A measured change of filter and diagrams.

import type { Filtration, Graph } from "../../../domain/graph/graph";

/** A graph and its filtration. */
export interface Measured {
  readonly graph: Graph;
  readonly filtration: Filtration;
}
