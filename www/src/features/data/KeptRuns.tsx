import type { JSX } from "preact";
import { useApp, useSlice } from "../context";
import { describeRun } from "../../domain/settings/settingWords";
import { describeTime } from "../../domain/text/format";
import type { KeptRun } from "../../store/state";
import { epochsBehind } from "../../store/runHistory";
import { CloseIcon } from "../shell/icons";

/** Runs that the browser keeps, to go on with one of them. */
export function KeptRuns(): JSX.Element | null {
  const { services } = useApp();
  const runs = useSlice(({ keptRuns }) => keptRuns);
  const locked = useSlice(({ engine, loading }) => engine.status === "crashed" || loading !== null);
  if (runs.length === 0) return null;
  return (
    <>
      <h3 class="group-title">Runs stored in this browser</h3>
      <ul class="cards">
        {runs.map((run) => (
          <li key={run.id} class="kept-run">
            <button
              type="button"
              class="card"
              disabled={locked}
              onClick={() => void services.savedRuns.continue(run.id, "ui")}
            >
              <span class="card-title">{run.dataset}</span>
              <span class="card-aside">{describeTime(run.saved, Date.now())}</span>
              <span class="card-text">{describeKept(run)}</span>
            </button>
            <button
              type="button"
              class="button icon-button small"
              aria-label={`Delete the run on ${run.dataset}, ${describeTime(run.saved, Date.now())}`}
              title="Delete this run"
              onClick={() => void services.savedRuns.forget(run.id)}
            >
              <CloseIcon />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** "GFL, 1 layer, degree, seed 0, fold 1 of 10, after epoch 12 of 50". */
function describeKept(run: KeptRun): string {
  const { config } = run.summary;
  return `${describeRun(run.summary)}, after epoch ${epochsBehind(run)} of ${config.epochs}`;
}
