// Runs that the browser keeps beyond the page that trained them.

import { EMPTY_CURVE, extend } from "../domain/training/curve";
import type { Curve } from "../domain/training/curve";
import type { RunCurves, RunSummary } from "../protocol";
import type { DataSource, Run } from "./state";

/** What the page knows of a run and the engine does not. */
export type RunHistory = Pick<Run, "stepsDone" | "lastStep" | "loss" | "accuracy" | "epochs" | "stopped"> &
  // Runs that were kept before the page measured it do not have it.
  Partial<Pick<Run, "seconds">>;

/** What a file of weights knows of it. */
export type Curves = Pick<RunHistory, "loss" | "accuracy" | "epochs">;

/** A run that is kept, as lists show it. */
export interface KeptRun {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly saved: number;
  readonly source: DataSource;
  /** Name of its data set. */
  readonly dataset: string;
  readonly summary: RunSummary;
  readonly history: RunHistory;
}

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
