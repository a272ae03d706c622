import { useAct, useApp, useShown } from "../../../ui/context";
import type { App } from "../../../ui/context";
import { MAX_EDITABLE } from "../../../domain/graph/edit";
import { editable } from "../../../store/editable";
import type { Editable } from "../../../domain/graph/edit";

type Edit = (change: (before: Editable) => Editable, gesture?: string) => void;

/** Edits the graph in view; an example or a graph of a data set becomes a copy. */
export function useEdit(): Edit {
  const app = useApp();
  const act = useAct();
  return (change, gesture) => {
    const before = editableOf(app);
    const after = change(before);
    if (after !== before) act({ type: "edit", ...after, ...(gesture === undefined ? {} : { gesture }) });
  };
}

function editableOf({ shown, store }: App): Editable {
  const { document, data } = store.state.peek();
  const inView = shown.peek();
  const values = document.subject === inView.subject ? document.values : null;
  return editable(inView, values, data?.summary.name ?? null);
}

type SetValues = (values: readonly number[], gesture?: string) => void;

/** Sets the values of the graph in view; null: the graph of a data set is too large for a copy, or edges have values. */
export function useSetValues(): SetValues | null {
  const act = useAct();
  const edit = useEdit();
  const { subject, graph } = useShown();
  if (graph.original) return null;
  if (subject.type === "graph") {
    if (graph.vertices > MAX_EDITABLE) return null;
    return (values, gesture) => edit((before) => ({ ...before, values }), gesture);
  }
  return (values, gesture) => act({ type: "values", values, ...(gesture === undefined ? {} : { gesture }) });
}

let gestures = 0;

/** Starts a gesture: all its changes are one entry of the history. */
export function newGesture(of: string): string {
  gestures += 1;
  return `${of}-${gestures}`;
}
