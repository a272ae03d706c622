// The data that an archive is made of.

import type { Graph } from "../../../domain/graph/graph";
import type { InspectedGraphs } from "../../../protocol";
import type { Provenance } from "../../../services/export/provenance";
import type { Subjects } from "../tables";

/** What the files are made of; it crosses to a worker. */
export interface Contents {
  readonly dataset: string;
  readonly said: InspectedGraphs;
  /** Edges and labels of each graph, in the order of `said`. */
  readonly graphs: readonly Pick<Graph, "edges" | "labels">[];
  readonly subjects: Subjects;
  /** The lines that the tables begin with, and the same as JSON. */
  readonly from: Provenance;
  readonly provenance: string;
  /** Has the model a filter? Without one there are no values and no bars. */
  readonly filtered: boolean;
}
