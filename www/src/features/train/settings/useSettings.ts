import { useAct, useSlice } from "../../../app/context";
import type { Offered, SettingName, Settings } from "../../../domain/settings";
import { offeredBy, waitingSettings, wantedSettings } from "../../../store/selectors";
import type { FoldFiles } from "../../../store/state";

/** What a form of settings shows and changes. */
export interface SettingsForm {
  /** Those that the next run would have. */
  readonly wanted: Settings;
  readonly offered: Offered;
  readonly dataset: string;
  readonly withoutAuthorsFolds: string | null;
  readonly foldFiles: FoldFiles | null;
  /** Settings that wait for the next run. */
  readonly waiting: ReadonlySet<SettingName>;
  readonly disabled: boolean;
  change(change: Partial<Settings>): void;
}

/** null: there is no data set yet. */
export function useSettings(): SettingsForm | null {
  const act = useAct();
  const data = useSlice((state) => state.data);
  // Compared as texts: the form changes only when they do.
  const wanted = useSlice((state) => JSON.stringify(wantedSettings(state)));
  const waiting = useSlice((state) => waitingSettings(state).join());
  const disabled = useSlice(({ run, engine }) => !run?.held || engine.status !== "ready");
  const settings = JSON.parse(wanted) as Settings | null;
  if (!data || !settings) return null;
  return {
    wanted: settings,
    offered: offeredBy(data),
    dataset: data.summary.name,
    withoutAuthorsFolds: data.withoutAuthorsFolds,
    foldFiles: data.foldFiles,
    waiting: new Set(waiting.split(",") as SettingName[]),
    disabled,
    change: (change) => act({ type: "settings", change }),
  };
}
