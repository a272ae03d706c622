// Runs that the browser keeps beyond the page that trained them.

import { EMPTY_CURVE, extend } from "../domain/training/curve";
import type { Curve } from "../domain/training/curve";
import type { RunCurves, RunSummary } from "../protocol";
import type { Curves, KeptRun, Run, RunHistory } from "./state";

export function historyOf(run: Run): RunHistory {
  const { stepsDone, lastStep, loss, accuracy, epochs, stopped, seconds } = run;
  return { stepsDone, lastStep, loss, accuracy, epochs, stopped, seconds };
}

/** The curves of a run as they were drawn while it went on; its last steps, where it was once saved without. */
export function curvesOf({ stepsDone, stepsPerEpoch }: RunSummary, { steps, epochs }: RunCurves): Curves {
  const count = steps.length / 2;
  const curve = (part: 0 | 1): Curve =>
    extend(
      EMPTY_CURVE,
      Array.from({ length: count }, (_, place) => [
        (stepsDone - count + place + 1) / Math.max(stepsPerEpoch, 1),
        steps[2 * place + part]!,
      ]),
    );
  return { loss: curve(0), accuracy: curve(1), epochs };
}

/** Epochs behind a run that is kept. */
export function epochsBehind({ history, summary }: KeptRun): number {
  return history.epochs.at(-1)?.epoch ?? summary.epochsDone;
}
