import type { JSX } from "preact";
import type { RunFile } from "../../../domain/training/folds";
import { useAct, useApp, useSlice } from "../../context";
import { hasUse, SETTING_NAMES } from "../../../domain/settings/settings";
import type { SettingName, Settings } from "../../../domain/settings/settings";
import { SETTING_LABELS, valueText } from "../../../domain/settings/settingWords";
import { sourceNamed } from "../../../services/data/load";

/** The origin of the folds has its own line, and all folds were trained. */
const OMITTED: readonly SettingName[] = ["fold", "folds", "splits"];

/** The configuration and the data set of the folds. */
export function AboutRun({ file }: { readonly file: RunFile }): JSX.Element {
  const { data, fingerprint, device, versions, config, splits } = file;
  const settings: Settings = { ...config, splits };
  const names = (Object.keys(SETTING_LABELS) as SettingName[]).filter(
    (name) => SETTING_NAMES.includes(name) && !OMITTED.includes(name) && hasUse(config.model, name),
  );
  const rows: readonly (readonly [string, string])[] = [
    ["Data set", data],
    ["Fingerprint", fingerprint],
    ...names.map((name) => [SETTING_LABELS[name], valueText(name, settings)] as const),
    ["Device", device],
    ["Sublevel", versions.sublevel],
  ];
  return (
    <details class="fold-about">
      <summary>Configuration, data set and version</summary>
      <dl>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** Copies the configuration to the next run; folds from files come from the chosen files. */
export function UseSettings({ file }: { readonly file: RunFile }): JSX.Element {
  const act = useAct();
  const { config, splits } = file;
  const files = useSlice(({ data }) => data?.foldFiles?.folds === config.folds);
  const lacking = splits === "files" && !files;
  return (
    <>
      <button
        type="button"
        class="button"
        disabled={lacking}
        onClick={() => act({ type: "settings", change: { ...config, splits } })}
      >
        Use these settings
      </button>
      {lacking && <p class="model-hint">To use these settings, first choose the files with its folds.</p>}
    </>
  );
}

/** Opens the data set of the folds, if the server or a generator has it. */
export function OpenData({ file }: { readonly file: RunFile }): JSX.Element | null {
  const { services, store } = useApp();
  const offered = useSlice((state) => sourceNamed(state, { name: file.data, seed: file.seed }) !== null);
  const current = useSlice(({ data }) => data?.summary.name === file.data);
  if (!offered || current) return null;
  const open = async (): Promise<void> => {
    const source = sourceNamed(store.state.peek(), { name: file.data, seed: file.seed });
    if (source && (await services.session.wanted())) await services.load.load(source, { source: "ui" });
  };
  return (
    <button type="button" class="button" onClick={() => void open()}>
      Open {file.data}
    </button>
  );
}
