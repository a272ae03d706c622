// Sentences about stored runs.

import { describeRun } from "../../domain/settings/settingWords";
import { formatShare } from "../../domain/text/format";
import { epochsBehind } from "../../store/runHistory";
import type { KeptRun } from "../../store/state";

type Described = Pick<KeptRun, "summary" | "history">;

/** "after epoch 12 of 50" */
export function progressOf(run: Described): string {
  return `after epoch ${epochsBehind(run)} of ${run.summary.config.epochs}`;
}

/** "test accuracy 74.1 %"; no epoch is finished: null. */
export function accuracyOf({ history }: Described): string | null {
  const last = history.epochs.at(-1);
  return last && !Number.isNaN(last.testAccuracy) ? `test accuracy ${formatShare(last.testAccuracy)}` : null;
}

/** "74.1 %, epoch 12 of 50" */
export function shortly({ history, summary }: Described): string {
  const share = history.epochs.at(-1)?.testAccuracy;
  const progress = `epoch ${epochsBehind({ history, summary })} of ${summary.config.epochs}`;
  return share === undefined ? progress : `${formatShare(share)}, ${progress}`;
}

/** "GFL, 1 layer, degree, seed 0, fold 1 of 10, after epoch 12 of 50, test accuracy 74.1 %" */
export function describeStored(run: Described): string {
  return [describeRun(run.summary), progressOf(run), accuracyOf(run)]
    .filter((part) => part !== null)
    .join(", ");
}
