// Sentences about stored runs.

import { describeRun } from "../../domain/settings/settingWords";
import { metricOf } from "../../domain/training/metric";
import { epochsBehind } from "../../store/runHistory";
import type { KeptRun } from "../../store/state";

type Described = Pick<KeptRun, "summary" | "history">;

/** "after epoch 12 of 50" */
export function progressOf(run: Described): string {
  return `after epoch ${epochsBehind(run)} of ${run.summary.config.epochs}`;
}

/** "test accuracy 74.1 %"; no epoch is finished: null. */
export function resultOf({ history, summary }: Described): string | null {
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
