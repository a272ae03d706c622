import type { OtherGraph } from "../engine/calls";
import { partsOf } from "./shown";
import type { Subject } from "../domain/graph/subject";

/** An example or the user's graph in the format of engine requests, with a data set of this name. */
export function otherGraphOf(subject: Subject, dataset: string | undefined): OtherGraph {
  const { vertices, edges } = partsOf(subject).graph;
  const origin = subject.type === "own" && subject.graph.origin?.dataset === dataset && subject.graph.origin;
  return { vertices, edges: [...edges], origin: origin || null };
}
