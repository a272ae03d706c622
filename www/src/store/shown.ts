// What the plots show, made of the ids in the state.

import { exampleNamed, FIRST_EXAMPLE } from "../domain/examples";
import type { Filtration, Graph } from "../domain/graph";
import type { Topology } from "../engine/topology";
import type { OwnGraph, State, Subject } from "./state";

export interface Shown {
  readonly subject: Subject;
  readonly graph: Graph;
  /** null: the model has no filter. */
  readonly filtration: Filtration | null;
  /** Scores of the classes; null where no model was asked. */
  readonly logits: Float32Array | null;
  /** x, y of each vertex, where they are part of the example. */
  readonly positions: Float32Array | undefined;
}

/** A graph as the plots draw it; the same object for the same own graph, so that its layout is found again. */
const drawable = new WeakMap<OwnGraph, Graph>();

function graphOf(own: OwnGraph): Graph {
  let graph = drawable.get(own);
  if (!graph) {
    graph = { vertices: own.vertices, edges: Uint32Array.from(own.edges) };
    drawable.set(own, graph);
  }
  return graph;
}

/** A selector for `Store.slice`: answers the same object as long as the same is shown. */
export function shownSelector(topology: Topology): (state: State) => Shown {
  let last: { key: readonly unknown[]; shown: Shown } | null = null;
  return ({ displayed, inspection, document }) => {
    const edited = document.subject === displayed ? document.values : null;
    const key = displayed.type === "graph" ? [inspection] : [displayed, edited];
    if (last && last.key.every((part, i) => part === key[i]) && last.key.length === key.length) {
      return last.shown;
    }
    const shown =
      displayed.type === "graph" && inspection
        ? {
            subject: { type: "graph", index: inspection.index } as const,
            graph: inspection.graph,
            filtration: inspection.filtration,
            logits: inspection.logits,
            positions: undefined,
          }
        : shownAlone(topology, displayed, edited);
    last = { key, shown };
    return shown;
  };
}

/** An example or an own graph: no engine is asked. */
function shownAlone(topology: Topology, subject: Subject, edited: readonly number[] | null): Shown {
  const example = subject.type === "example" ? (exampleNamed(subject.id) ?? FIRST_EXAMPLE) : FIRST_EXAMPLE;
  const { graph, values, positions } =
    subject.type === "own"
      ? { graph: graphOf(subject.graph), values: subject.graph.values, positions: undefined }
      : { graph: example.graph, values: example.filter, positions: example.positions };
  const filter = Float32Array.from(edited?.length === graph.vertices ? edited : values);
  return { subject, graph, filtration: topology.filtration(graph, filter), logits: null, positions };
}
