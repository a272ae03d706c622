// Runs that the browser stores beyond the life of their page.

import { describeRun } from "../domain/settings/settingWords";
import { EMPTY_CURVE, extend } from "../domain/training/curve";
import type { Curve } from "../domain/training/curve";
import { metricOf } from "../domain/training/metric";
import type { RunCurves, RunSummary } from "../protocol";
import type { Curves, Data, KeptRun, Run, RunHistory, State } from "./state";

export function historyOf(run: Run): RunHistory {
  const { stepsDone, lastStep, loss, metric, epochs, stopped, seconds } = run;
  return { stepsDone, lastStep, loss, metric, epochs, stopped, seconds };
}

/** The curves of a run from training; only those of its last steps, if an earlier file omitted them. */
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
  return { loss: curve(0), metric: curve(1), epochs };
}

/** The history of a run that an earlier version stored: there, the metric has the name accuracy. */
export function upgraded(stored: RunHistory): RunHistory {
  if (stored.metric !== undefined) return stored;
  const { accuracy, epochs, ...others } = stored as unknown as Omit<RunHistory, "metric" | "epochs"> & {
    readonly accuracy: Curve;
    readonly epochs: readonly Readonly<
      Record<"epoch" | "trainLoss" | "trainAccuracy" | "testAccuracy", number>
    >[];
  };
  return {
    ...others,
    metric: accuracy,
    epochs: epochs.map(({ epoch, trainLoss, trainAccuracy, testAccuracy }) => ({
      ...{ epoch, trainLoss, trainMetric: trainAccuracy, testMetric: testAccuracy },
    })),
  };
}

/** The reason why a stored run does not belong to the data set in use; null: it does, according to their sources. */
export function otherData(
  { dataset, fingerprint, source }: KeptRun,
  data: Pick<Data, "source" | "summary">,
): string | null {
  // Run logs of the same graphs have different names.
  if (fingerprint !== undefined && fingerprint === data.summary.fingerprint) return null;
  if (dataset !== data.summary.name) return "another data set";
  const [one, other] = [source, data.source];
  const differs = one.type === "generator" && other.type === "generator" && one.seed !== other.seed;
  return differs ? `generated with seed ${one.seed}, not ${other.seed}` : null;
}

/** The newest stored run of the data set in use, for a run that has not begun; null: none. */
export function lastRunOf({ run, data, keptRuns, offering, loading }: State): KeptRun | null {
  if (!run || !data || run.stepsDone > 0 || offering || loading) return null;
  return keptRuns.find((kept) => !kept.summary.logged && otherData(kept, data) === null) ?? null;
}

/** Finished epochs of a stored run. */
export function epochsBehind({ history, summary }: Pick<KeptRun, "history" | "summary">): number {
  return history.epochs.at(-1)?.epoch ?? summary.epochsDone;
}

type Described = Pick<KeptRun, "summary" | "history">;

/** "after epoch 12 of 50" */
function progressOf(run: Described): string {
  return `after epoch ${epochsBehind(run)} of ${run.summary.config.epochs}`;
}

/** "test accuracy 74.1 %"; no epoch is finished: null. */
function resultOf({ history, summary }: Described): string | null {
  const last = history.epochs.at(-1);
  const { name, format } = metricOf(summary);
  return last && !Number.isNaN(last.testMetric) ? `test ${name} ${format(last.testMetric)}` : null;
}

/** "74.1 %, epoch 12 of 50" */
export function shortly({ history, summary }: Described): string {
  const metric = history.epochs.at(-1)?.testMetric;
  const progress = `epoch ${epochsBehind({ history, summary })} of ${summary.config.epochs}`;
  return metric === undefined ? progress : `${metricOf(summary).format(metric)}, ${progress}`;
}

/** "GFL, 1 layer, degree, seed 0, fold 1 of 10, after epoch 12 of 50, test accuracy 74.1 %" */
export function describeStored(run: Described): string {
  return [describeRun(run.summary), progressOf(run), resultOf(run)]
    .filter((part) => part !== null)
    .join(", ");
}
