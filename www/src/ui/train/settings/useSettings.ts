import { useAct, useSlice } from "../../context";
import { CHOICES, DEFAULTS } from "../../../domain/settings/settings";
import type { Offered, SettingName, Settings } from "../../../domain/settings/settings";
import { offeredBy, waitingSettings, wantedSettings } from "../../../store/selectors";
import type { FoldFiles } from "../../../store/state";

/** State and actions of a settings form. */
export interface SettingsForm {
  /** The settings of the next run. */
  readonly wanted: Settings;
  readonly offered: Offered;
  /** null: no data set yet. */
  readonly dataset: string | null;
  readonly withoutShippedFolds: string | null;
  readonly foldFiles: FoldFiles | null;
  /** Settings that wait for the next run. */
  readonly waiting: ReadonlySet<SettingName>;
  readonly disabled: boolean;
  change(change: Partial<Settings>): void;
}

/** The choices before a data set is loaded. */
const NOTHING_YET: Offered = {
  features: CHOICES.features,
  edgeFeatures: CHOICES.edges,
  fixedFilters: CHOICES.fixedFilter,
  shippedFolds: true,
  namesSplit: false,
} as unknown as Offered;

/** The settings of the form; without a data set, the fixed defaults. */
export function useSettings(): SettingsForm {
  const act = useAct();
  const data = useSlice((state) => state.data);
  // Compared as text: the form changes only when the settings do.
  const wanted = useSlice((state) => JSON.stringify(wantedSettings(state)));
  const waiting = useSlice((state) => waitingSettings(state).join());
  const disabled = useSlice(({ run, engine }) => !run?.held || engine.status !== "ready");
  return {
    wanted: (JSON.parse(wanted) as Settings | null) ?? DEFAULTS,
    offered: data ? offeredBy(data) : NOTHING_YET,
    dataset: data?.summary.name ?? null,
    withoutShippedFolds: data?.withoutShippedFolds ?? null,
    foldFiles: data?.foldFiles ?? null,
    waiting: new Set(waiting.split(",") as SettingName[]),
    disabled,
    change: (change) => act({ type: "settings", change }),
  };
}
