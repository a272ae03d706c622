import type { JSX } from "preact";
import { useApp, useSlice } from "../../context";
import { onSameSplit, settingsOf } from "../../../domain/settings/settings";
import type { RunSummary } from "../../../protocol";

/** Trains the next seed on the split of a run, for a comparison of initial weights. */
export function OtherSeed({ summary }: { readonly summary: RunSummary }): JSX.Element {
  const { services } = useApp();
  const busy = useSlice(({ run, loading }) => run?.phase === "running" || loading !== null);
  const change = onSameSplit(settingsOf(summary));
  return (
    <p class="model-hint">
      <button
        type="button"
        class="button"
        disabled={busy}
        onClick={() => void services.train.start("ui", change)}
      >
        Train seed {change.seed} on this split
      </button>{" "}
      The training and test graphs stay the same; the initial weights and the order of the graphs change.
    </p>
  );
}
