import type { OtherGraph } from "../engine/calls";
import { isAskedAbout } from "./selectors";
import type { State } from "./state";
import { partsOf } from "./shown";
import type { Subject } from "../domain/graph/subject";

/** A graph and a run; the same object for the same question. */
export interface EpochSubject {
  readonly run: number;
  /** The index of a graph of the data set, or another graph. */
  readonly graph: number | OtherGraph;
}

/** A selector for `useSlice`: the graph in view, if its drawing depends on the epoch; null otherwise. */
export function epochSubject(): (state: State) => EpochSubject | null {
  let last: { key: readonly unknown[]; subject: EpochSubject } | null = null;
  return ({ document, displayed, run, engine, data }) => {
    const depends = displayed.type === "graph" || (isAskedAbout(document) && document.subject === displayed);
    if (!depends || !run?.held || engine.status !== "ready") return null;
    const key = [displayed, run.id, data?.summary.name];
    if (last?.key.every((part, i) => part === key[i])) return last.subject;
    const graph = displayed.type === "graph" ? displayed.index : otherGraphOf(displayed, data?.summary.name);
    last = { key, subject: { run: run.id, graph } };
    return last.subject;
  };
}

/** An example or the user's graph in the format of engine requests, with a data set of this name. */
export function otherGraphOf(subject: Subject, dataset: string | undefined): OtherGraph {
  const { vertices, edges } = partsOf(subject).graph;
  const origin = subject.type === "own" && subject.graph.origin?.dataset === dataset && subject.graph.origin;
  return { vertices, edges: [...edges], origin: origin || null };
}
