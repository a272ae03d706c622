import type { JSX } from "preact";
import { useAct } from "../context";
import { indexIn } from "../../domain/graph/subject";
import type { State } from "../../store/state";

/** Index of the data set's graph in view; null: none. */
export function graphInView({ document: { subject }, data }: State): number | null {
  const index = indexIn(subject);
  return index !== null && data && index < data.rows.length ? index : null;
}

/** Shown without a graph of the data set. */
export function NoGraph(): JSX.Element {
  const act = useAct();
  return (
    <>
      <p class="model-hint">Choose a graph on the left to see which of its bars decide its prediction.</p>
      <button
        type="button"
        class="button why-first"
        onClick={() => act({ type: "show", subject: { type: "graph", index: 0 } })}
      >
        Show graph 1
      </button>
    </>
  );
}
