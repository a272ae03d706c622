// Runs that the browser keeps beyond the page that trained them.

import type { RunSummary } from "../protocol";
import type { DataSource, Run } from "./state";

/** What the page knows of a run and the engine does not. */
export type RunHistory = Pick<Run, "stepsDone" | "lastStep" | "loss" | "accuracy" | "epochs" | "stopped"> &
  // Runs that were kept before the page measured it do not have it.
  Partial<Pick<Run, "seconds">>;

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

/** Epochs behind a run that is kept. */
export function epochsBehind({ history, summary }: KeptRun): number {
  return history.epochs.at(-1)?.epoch ?? summary.epochsDone;
}
