import type { JSX } from "preact";
import { useAct, useApp, useSlice } from "../context";
import { sentence } from "../../domain/text/format";
import { CloseIcon } from "./icons";
import { lazily } from "./lazily";

const ResumeOffer = lazily(() => import("./ResumeOffer").then((module) => module.ResumeOffer));

/** Errors and automatic changes: the event, its reason, and the next action. */
export function Notices(): JSX.Element {
  const { services } = useApp();
  const act = useAct();
  const state = useSlice(({ engine }) => engine);
  const backend = useSlice((page) => page.backend);
  const hasData = useSlice(({ data }) => data !== null);
  const notices = useSlice((page) => page.notices);
  return (
    <div class="notices" role="region" aria-label="Notices" aria-live="polite">
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
      {notices.map(({ id, kind, title, detail, choices }) => (
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
          <button
            type="button"
            class="button icon-button small notice-close"
            aria-label={`Dismiss: ${title}`}
            onClick={() => act({ type: "dismiss", notice: id })}
          >
            <CloseIcon />
          </button>
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
