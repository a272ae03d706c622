import type { OtherGraph } from "../engine/calls";
import { otherGraphOf } from "./otherGraph";
import { isAskedAbout } from "./selectors";
import type { State } from "./state";

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
