import type { JSX } from "preact";
import { useAct, useApp, useSlice } from "../../context";
import { fitted, settingsOf } from "../../../domain/settings/settings";
import { differencesText } from "../../../domain/settings/settingWords";
import { offeredBy, waitingSettings, wantedSettings } from "../../../store/selectors";
import type { State } from "../../../store/state";

/** The differences of the next run from the run in view: "seed 0 → 7". */
export function waitingText(state: State): string {
  const { run, data } = state;
  const wanted = wantedSettings(state);
  if (!run || !data || !wanted) return "";
  const own = fitted(settingsOf(run.summary), offeredBy(data));
  return differencesText(waitingSettings(state), own, wanted);
}

/** Changes that need new weights wait here, so that no click discards a run. One that has not begun adopts them at once. */
export function Waiting(): JSX.Element | null {
  const { services } = useApp();
  const act = useAct();
  const waiting = useSlice(waitingText);
  const summary = useSlice(({ run }) => (run?.stepsDone ? run.summary : null));
  if (waiting === "" || !summary) return null;
  return (
    <p class="waiting" data-unpictured>
      <span>Changed for the next run: {waiting}.</span>
      <button type="button" class="button" onClick={() => void services.train.start("ui")}>
        Train this run
      </button>
      <button
        type="button"
        class="button quiet"
        onClick={() => act({ type: "settings", change: settingsOf(summary) })}
      >
        Take it back
      </button>
    </p>
  );
}
