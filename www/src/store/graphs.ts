// Selectors for the list of graphs.

import type { GraphRow } from "../protocol";
import type { GraphFilter, Predictions, State } from "./state";
import type { OtherGraph } from "../engine/calls";
import { filterInView, isAskedAbout } from "./selectors";
import { partsOf } from "./shown";
import type { Subject } from "../domain/graph/subject";

/** Whether the model misclassifies graph `index`; null without a prediction or a class. */
export function isWrong(predictions: Predictions | null, index: number, row: GraphRow): boolean | null {
  const predicted = predictions?.values[index] ?? NaN;
  return Number.isNaN(predicted) || row.class === null ? null : predicted !== row.class;
}

/** The graphs that pass the filter, by class and then in the order of the data set. */
export function filterGraphs(
  rows: readonly GraphRow[],
  filter: GraphFilter,
  predictions: Predictions | null,
): readonly number[] {
  const passing: number[] = [];
  rows.forEach((row, index) => {
    if (filter.class !== null && row.class !== filter.class) return;
    if (filter.part !== null && row.part !== filter.part) return;
    if (filter.wrongOnly && isWrong(predictions, index, row) !== true) return;
    passing.push(index);
  });
  const classOf = (index: number): number => rows[index]?.class ?? 0;
  return passing.sort((a, b) => classOf(a) - classOf(b) || a - b);
}

/** The class probabilities of the scores. */
export function softmax(logits: Float64Array): number[] {
  const largest = Math.max(...logits);
  const powers = Array.from(logits, (logit) => Math.exp(logit - largest));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => power / sum);
}

/** A graph, a run and its filter in view; the same object for the same question. */
export interface EpochSubject {
  readonly run: number;
  /** The index of a graph of the data set, or another graph. */
  readonly graph: number | OtherGraph;
  readonly filter: number;
}

/** A selector for `useSlice`: the graph in view, if its drawing depends on the epoch; null otherwise. */
export function epochSubject(): (state: State) => EpochSubject | null {
  let last: { key: readonly unknown[]; subject: EpochSubject } | null = null;
  return ({ document, displayed, run, engine, data, view }) => {
    const depends = displayed.type === "graph" || (isAskedAbout(document) && document.subject === displayed);
    if (!depends || !run?.held || engine.status !== "ready") return null;
    const filter = filterInView({ run, view });
    const key = [displayed, run.id, filter, data?.summary.name];
    if (last?.key.every((part, i) => part === key[i])) return last.subject;
    const graph = displayed.type === "graph" ? displayed.index : otherGraphOf(displayed, data?.summary.name);
    last = { key, subject: { run: run.id, graph, filter } };
    return last.subject;
  };
}

/** An example or the user's graph in the format of engine requests, with a data set of this name. */
export function otherGraphOf(subject: Subject, dataset: string | undefined): OtherGraph {
  const { vertices, edges } = partsOf(subject).graph;
  const origin = subject.type === "own" && subject.graph.origin?.dataset === dataset && subject.graph.origin;
  return { vertices, edges: [...edges], origin: origin || null };
}
