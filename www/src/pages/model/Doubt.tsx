import type { JSX } from "preact";
import { useSlice } from "../../ui/context";
import { nameOfClass } from "../../domain/text/format";
import { epochInView } from "../../store/selectors";
import type { State } from "../../store/state";
import { guessing, medianGuess } from "./fail/confusion";

/**
 * The reason why explanations of the run in view mean little: on the test graphs, it is no better than the same prediction for every graph.
 * null: it is better, untrained, which has its own words, or not tested.
 */
export function doubtOf(state: Pick<State, "run" | "data" | "view">): string | null {
  const { run, data } = state;
  const epoch = epochInView(state);
  const report = epoch === null ? run?.epochs.at(-1) : run?.epochs.find((one) => one.epoch === epoch);
  const test = report?.testMetric;
  if (!data || test === undefined || !Number.isFinite(test)) return null;
  const { classes, targets } = data.summary;
  if (targets) {
    const { error } = medianGuess(data.rows, "test");
    return test >= Math.fround(error)
      ? "On the test graphs, the model is no better than always predicting the median."
      : null;
  }
  const guess = guessing(data.rows, "test", classes.length);
  // The engine reports metrics with 32 bits.
  return test <= Math.fround(guess.share)
    ? `On the test graphs, the model is no better than always predicting ${nameOfClass(classes, guess.class)}.`
    : null;
}

/** Says it beside the questions, because it concerns every answer. */
export function Doubt(): JSX.Element {
  return <p class="model-doubt">{useSlice(doubtOf)}</p>;
}
