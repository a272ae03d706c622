import type { ComponentChildren, JSX } from "preact";
import { useMemo } from "preact/hooks";
import { useSlice } from "../../ui/context";
import { formatShare, nameOfClass } from "../../domain/text/format";
import { formatNumber, formatTarget } from "../../domain/training/metric";
import type { Part } from "../../protocol";
import { epochInView } from "../../store/selectors";
import type { Data, State } from "../../store/state";
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

interface ChanceProps {
  readonly part: Part;
  /** After the sentence. */
  readonly children?: ComponentChildren;
}

/** How right the same prediction for every graph of this part would be, beside the accuracy or the error of a model. */
export function Chance({ part, children }: ChanceProps): JSX.Element | null {
  const data = useSlice((state) => state.data);
  const words = useMemo(() => data && chanceWords(data, part), [data, part]);
  if (words === null) return null;
  return (
    <p class="model-hint number">
      {words}
      {children}
    </p>
  );
}

/** null: the graphs have no classes. */
function chanceWords({ rows, summary }: Data, part: Part): string | null {
  if (summary.targets) {
    const { value, error } = medianGuess(rows, part);
    const median = formatTarget(value, summary.targets);
    return `Always predicting ${median}, the median of the training part: ${formatNumber(error)}`;
  }
  if (rows[0]?.class === null) return null;
  const guess = guessing(rows, part, summary.classes.length);
  return `Always predicting ${nameOfClass(summary.classes, guess.class)}: ${formatShare(guess.share)}`;
}

/** Says it beside the questions, because it concerns every answer. */
export function Doubt(): JSX.Element {
  return <p class="model-doubt">{useSlice(doubtOf)}</p>;
}
