import type { JSX } from "preact";
import { backend, controller, data, engine, notices, store } from "../state/app";
import { withoutNotice } from "../state/updates";
import { CloseIcon } from "./icons";

const sentence = (text: string): string => (/[.!?]$/.test(text.trim()) ? text : `${text}.`);

/** What went wrong or changed by itself: what, why, what now. */
export function Notices(): JSX.Element {
  const state = engine.value;
  return (
    <div class="notices" role="region" aria-label="Notices" aria-live="polite">
      {state.status === "crashed" && (
        <div class="notice notice-error">
          <p class="notice-title">The engine stopped</p>
          <p class="notice-text">
            {sentence(state.message)}
            {data.value && " The data set and the settings are kept; training starts again from new weights."}
          </p>
          <p class="notice-actions">
            <button type="button" class="button primary" onClick={() => void controller.start("cpu")}>
              Restart on the CPU
            </button>
            <button type="button" class="button" onClick={() => void controller.start(backend.value)}>
              Restart
            </button>
          </p>
        </div>
      )}
      {notices.value.map(({ id, kind, title, detail }) => (
        <div key={id} class={`notice notice-${kind}`}>
          <p class="notice-title">{title}</p>
          <p class="notice-text">{detail}</p>
          <button
            type="button"
            class="button icon-button small notice-close"
            aria-label={`Dismiss: ${title}`}
            onClick={() => store.update(withoutNotice(id))}
          >
            <CloseIcon />
          </button>
        </div>
      ))}
    </div>
  );
}
