// The data of an archive.

import type { Graph } from "../../../domain/graph/graph";
import type { InspectedGraphs } from "../../../protocol";
import type { Provenance } from "../../../services/export/provenance";
import type { Subjects } from "../tables";

/** The contents of the files; it is sent to a worker. */
export interface Contents {
  readonly dataset: string;
  readonly inspected: InspectedGraphs;
  /** Edges and labels of each graph, in the order of `inspected`. */
  readonly graphs: readonly Pick<Graph, "edges" | "labels">[];
  readonly subjects: Subjects;
  /** The first lines of the tables, and the same as JSON. */
  readonly from: Provenance;
  readonly provenance: string;
  /** Whether the model has a filter. Without one there are no values and no bars. */
  readonly filtered: boolean;
}
