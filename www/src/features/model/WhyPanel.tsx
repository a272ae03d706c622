import type { JSX } from "preact";
import { useAct, useSlice } from "../context";
import type { State } from "../../store/state";
import { lazily } from "../shell/lazily";
import { useTold } from "./useTold";
import { Explanation } from "./why/Explanation";

/** Index of the data set's graph in view; null: none. */
export function graphInView({ document: { subject }, data }: State): number | null {
  return subject.type === "graph" && data && subject.index < data.rows.length ? subject.index : null;
}

/** The bars that decide the prediction for the graph in view. */
export function WhyPanel(): JSX.Element {
  const logged = useSlice(({ run }) => run?.summary.logged != null);
  return logged ? <LoggedScores /> : <Explained />;
}

const LoggedScores = lazily(
  () => import("../log/LoggedScores").then((module) => module.LoggedScores),
  <section class="model-panel why" aria-label="Why?" />,
);

function Explained(): JSX.Element {
  const index = useSlice(graphInView);
  const { told, error } = useTold("explain", index === null ? null : [index]);
  return (
    <section class="model-panel why" aria-label="Why?">
      {index !== null && told ? (
        // Resets the selection, which is specific to a graph.
        <Explanation key={index} index={index} told={told} />
      ) : (
        <h2 class="model-title">Why?</h2>
      )}
      {index === null && <NoGraph />}
      {index !== null && !told && !error && <p class="model-hint">Evaluating graph {index + 1} …</p>}
      {error && (
        <p class="model-hint" role="alert">
          {error}
        </p>
      )}
    </section>
  );
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
