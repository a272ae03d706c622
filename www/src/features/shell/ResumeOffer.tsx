import type { JSX } from "preact";
import { modelName } from "../../domain/settings/models";
import { describeTime } from "../../domain/text/format";
import { epochsBehind } from "../../store/runHistory";
import type { KeptRun } from "../../store/state";
import { useAct, useApp } from "../context";

/** The offer to resume a stored run, or to open a finished one. */
export function ResumeOffer({ kept }: { readonly kept: KeptRun }): JSX.Element {
  const { services } = useApp();
  const act = useAct();
  const finished = epochsBehind(kept) >= kept.summary.config.epochs;
  const verb = finished ? "Open" : "Resume";
  return (
    <div class="notice">
      <p class="notice-title">
        {verb} the run on {kept.dataset}?
      </p>
      <p class="notice-text">
        It {finished ? "finished" : "stopped"} {describeTime(kept.saved, Date.now())}: {describeKept(kept)}.
      </p>
      <p class="notice-actions">
        <button
          type="button"
          class="button primary"
          onClick={() => void services.savedRuns.continue(kept.id, "ui")}
        >
          {verb}
        </button>
        <button type="button" class="button" onClick={() => act({ type: "dismiss-offer" })}>
          Not now
        </button>
      </p>
    </div>
  );
}

/** A short description of the stored run; the list of runs has the details. */
function describeKept(run: KeptRun): string {
  const { model, seed, epochs } = run.summary.config;
  return `${modelName(model)}, seed ${seed}, after epoch ${epochsBehind(run)} of ${epochs}`;
}
