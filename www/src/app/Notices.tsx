import type { JSX } from "preact";
import { useAct, useApp, useSlice } from "../ui/context";
import { sentence, describeTime } from "../domain/text/format";
import { CloseIcon } from "../ui/icons";
import { modelName } from "../domain/settings/models";
import { describeRun } from "../domain/settings/settingWords";
import { epochsBehind } from "../store/runHistory";
import type { KeptRun } from "../store/state";

/** Errors and automatic changes: the event, its reason, and the next action. */
export function Notices(): JSX.Element {
  const { services } = useApp();
  const act = useAct();
  const state = useSlice(({ engine }) => engine);
  const backend = useSlice((page) => page.backend);
  const hasData = useSlice(({ data }) => data !== null);
  const notices = useSlice((page) => page.notices);
  return (
    <div class="notices" translate={false} role="region" aria-label="Notices" aria-live="polite">
      {state.status === "crashed" && (
        <div class="notice notice-error">
          <p class="notice-title">The engine stopped</p>
          <p class="notice-text">
            {sentence(state.message)}
            {hasData &&
              " The data set and the settings are stored; training resumes from the last stored state."}
          </p>
          <p class="notice-actions">
            <button type="button" class="button primary" onClick={() => void services.restart("cpu", "ui")}>
              Restart on the CPU
            </button>
            <button type="button" class="button" onClick={() => void services.restart(backend, "ui")}>
              Restart
            </button>
          </p>
        </div>
      )}
      <Offer />
      {notices.map(({ id, kind, title, detail, choices, dismissal }) => (
        <div key={id} class={`notice notice-${kind}`}>
          <p class="notice-title">{title}</p>
          <p class="notice-text">{detail}</p>
          {choices && (
            <p class="notice-actions">
              {choices.map(({ title: choice, subject }) => (
                <button
                  key={choice}
                  type="button"
                  class="button"
                  onClick={() => act({ type: "show", subject })}
                >
                  {choice}
                </button>
              ))}
            </p>
          )}
          {dismissal ? (
            <p class="notice-actions">
              <button type="button" class="button" onClick={() => act({ type: "dismiss", notice: id })}>
                {dismissal}
              </button>
            </p>
          ) : (
            <button
              type="button"
              class="button icon-button small notice-close"
              aria-label={`Dismiss: ${title}`}
              onClick={() => act({ type: "dismiss", notice: id })}
            >
              <CloseIcon />
            </button>
          )}
        </div>
      ))}
    </div>
  );
}

/** The offer to resume the run that was in use when a page closed or reloaded. Users in a lesson or a training run get none. */
function Offer(): JSX.Element | null {
  const kept = useSlice(({ keptRuns }) => keptRuns[0]);
  const offering = useSlice(
    ({ offering: offered, view, run, loading }) =>
      offered && view.page !== "learn" && !run?.stepsDone && loading === null,
  );
  return offering && kept ? <ResumeOffer kept={kept} /> : null;
}

/** The offer to resume a stored run, or to open a finished one. */
function ResumeOffer({ kept }: { readonly kept: KeptRun }): JSX.Element {
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
  const { logged, config } = run.summary;
  const { model, seed, epochs } = config;
  // The settings of a run log are unknown.
  const what = logged ? describeRun(run.summary) : `${modelName(model)}, seed ${seed}`;
  return `${what}, after epoch ${epochsBehind(run)} of ${epochs}`;
}
