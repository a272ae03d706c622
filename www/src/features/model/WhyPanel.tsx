import type { JSX } from "preact";
import { useSlice } from "../context";
import { lazily } from "../shell/lazily";
import { graphInView, NoGraph } from "./NoGraph";
import { useAnalysis } from "./useAnalysis";
import { Explanation } from "./why/Explanation";

/** The bars that decide the prediction for the graph in view. */
export function WhyPanel(): JSX.Element {
  const scoresOnly = useSlice(({ run }) => run?.summary.logged?.attributions === false);
  return scoresOnly ? <LoggedScores /> : <Explained />;
}

const LoggedScores = lazily(
  () => import("../log/LoggedScores").then((module) => module.LoggedScores),
  <section class="model-panel why" aria-label="Why?" />,
);

function Explained(): JSX.Element {
  const index = useSlice(graphInView);
  const { result, error } = useAnalysis("explain", index === null ? null : [index]);
  return (
    <section class="model-panel why" aria-label="Why?">
      {index !== null && result ? (
        // Resets the selection, which is specific to a graph.
        <Explanation key={index} index={index} result={result} />
      ) : (
        <h2 class="model-title">Why?</h2>
      )}
      {index === null && <NoGraph />}
      {index !== null && !result && !error && <p class="model-hint">Evaluating graph {index + 1} …</p>}
      {error && (
        <p class="model-hint" role="alert">
          {error}
        </p>
      )}
    </section>
  );
}
