import type { JSX } from "preact";
import { useAct, useApp, useSlice } from "../../app/context";
import { sentence } from "../../domain/text";
import { CloseIcon } from "./icons";

/** What went wrong or changed by itself: what, why, what now. */
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
            {hasData && " The data set and the settings are kept; training starts again from new weights."}
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
      {notices.map(({ id, kind, title, detail }) => (
        <div key={id} class={`notice notice-${kind}`}>
          <p class="notice-title">{title}</p>
          <p class="notice-text">{detail}</p>
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
