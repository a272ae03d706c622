import type { JSX } from "preact";
import { useSlice, useShown } from "../../ui/context";
import { graphInView, NoGraph } from "./placeholders";
import { useAnalysis } from "../../ui/useAnalysis";
import { Explanation } from "./why/Explanation";
import { indexIn } from "../../domain/graph/subject";
import { nameOfClass } from "../../domain/text/format";
import { softmax } from "../../store/graphs";
import "../../ui/numbers.css";

/** The bars that decide the prediction for the graph in view. */
export function WhyPanel(): JSX.Element {
  const scoresOnly = useSlice(({ run }) => run?.summary.logged?.attributions === false);
  return scoresOnly ? <LoggedScores /> : <Explained />;
}

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

function scoreText(score = 0): string {
  return score.toFixed(3).replace("-", "−");
}

/** The scores of the graph in view. The contributions of bars need weights, which a run log does not have. */
function LoggedScores(): JSX.Element {
  const index = useSlice(graphInView);
  const classes = useSlice(({ data }) => data?.summary.classes) ?? [];
  const rows = useSlice(({ data }) => data?.rows);
  const { subject, logits } = useShown();
  const inView = indexIn(subject) === index ? logits : null;
  const shares = inView && softmax(inView);
  return (
    <section class="model-panel why" aria-label="Scores">
      <h2 class="model-title">Scores</h2>
      {index === null ? (
        <NoGraph />
      ) : (
        <>
          <p class="model-hint">
            Graph {index + 1}, actual class: {nameOfClass(classes, rows?.[index]?.class ?? null)}. The
            contributions of its bars need weights, and this run log has no attributions. These are the logged
            scores.
          </p>
          {inView && shares && (
            <table class="numbers-table">
              <thead>
                <tr>
                  <th scope="col">Class</th>
                  <th scope="col">Score</th>
                  <th scope="col">Softmax</th>
                </tr>
              </thead>
              <tbody>
                {classes.map((_, place) => (
                  <tr key={place}>
                    <th scope="row">{nameOfClass(classes, place)}</th>
                    <td class="number">{scoreText(inView[place])}</td>
                    <td class="number">{(100 * (shares[place] ?? 0)).toFixed(0)} %</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </>
      )}
    </section>
  );
}
