import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { fitted, hasUse, OPTION_ENTRIES } from "../../../domain/settings/settings";
import type { SettingName, Settings } from "../../../domain/settings/settings";
import { describeSettings, SETTING_LABELS } from "../../../domain/settings/settingWords";
import { keyOf, plannedOf } from "../../../domain/training/experiment";
import type { SettingRow } from "../../../domain/training/experiment";
import { listOf, plural } from "../../../domain/text/format";
import { useAct, useOwnId, useSlice } from "../../../ui/context";
import { CloseIcon, PencilIcon } from "../../../ui/icons";
import { Popover } from "../../../ui/Popover";
import { Field } from "../../../ui/train/settings/MoreSettings";
import { useSettings } from "../../../ui/train/settings/useSettings";

/** The settings of the experiment: rename, remove, add. */
export function SettingList({ rows }: { readonly rows: readonly SettingRow[] }): JSX.Element | null {
  if (rows.length === 0) return null;
  return (
    <ul class="experiment-settings" aria-label="Settings">
      {rows.map((row) => (
        <Row key={row.key} row={row} />
      ))}
    </ul>
  );
}

function Row({ row }: { readonly row: SettingRow }): JSX.Element {
  const act = useAct();
  const experiment = useSlice((state) => state.experiment);
  const training = useSlice(({ folds }) => folds?.training != null);
  const [renaming, setRenaming] = useState(false);
  const { key, name, description, data, planned, files, runs, finished, cells } = row;
  const rename = (value: string): void => {
    setRenaming(false);
    const others = Object.entries(experiment.names).filter(([other]) => other !== key);
    const own = value.trim();
    const names = Object.fromEntries(own === "" ? others : [...others, [key, own]]);
    act({ type: "experiment", change: { names } });
  };
  const remove = (): void =>
    act({
      type: "experiment",
      change: {
        planned: experiment.planned.filter((settings) => keyOf(settings) !== key),
        runs: experiment.runs.filter((run) => !runs.includes(run)),
      },
    });
  const about = [
    ...(name === description ? [] : [description]),
    `${finished} of ${plural(cells, "fold", "folds")}`,
    ...(data === null ? [] : [data]),
    ...(files.length === 0 ? [] : [`from ${listOf(files)}`]),
  ];
  return (
    <li>
      {renaming ? (
        <input
          type="text"
          class="experiment-name"
          aria-label={`Name of the setting ${name}`}
          maxLength={60}
          defaultValue={name}
          ref={(field) => field?.focus()}
          onBlur={({ currentTarget }) => rename(currentTarget.value)}
          onKeyDown={({ key: pressed, currentTarget }) => {
            if (pressed === "Enter") rename(currentTarget.value);
            if (pressed === "Escape") setRenaming(false);
          }}
        />
      ) : (
        <span class="experiment-name">{name}</span>
      )}
      <span class="experiment-about number">{about.join("; ")}</span>
      <button
        type="button"
        class="button icon-button small"
        aria-label={`Rename ${name}`}
        title="Rename"
        onClick={() => setRenaming(true)}
      >
        <PencilIcon />
      </button>
      <button
        type="button"
        class="button icon-button small"
        aria-label={`Remove ${name}`}
        title="Remove with its results"
        disabled={training || (runs.length === 0 && (planned === null || experiment.planned.length === 0))}
        onClick={remove}
      >
        <CloseIcon />
      </button>
    </li>
  );
}

/** The options that settings can differ in: those of folds and seeds belong to the whole experiment. */
const VARIED = OPTION_ENTRIES.filter(({ key, group }) => group !== "Folds" && key !== "seed");

/** Adds a setting that differs from the present ones in one option or several. */
export function AddSetting(): JSX.Element {
  const [open, setOpen] = useState(false);
  const disabled = useSlice(({ run, folds }) => run === null || folds?.training != null);
  if (disabled)
    return (
      <button type="button" class="button" disabled>
        Add setting
      </button>
    );
  return (
    <Popover
      button="Add setting"
      buttonClass="button"
      panelClass="settings-popover experiment-add"
      onOpen={setOpen}
    >
      {open && <Draft />}
    </Popover>
  );
}

function Draft(): JSX.Element {
  const act = useAct();
  const id = useOwnId();
  const form = useSettings();
  const experiment = useSlice((state) => state.experiment);
  const [name, setName] = useState<SettingName>("model");
  const [change, setChange] = useState<Partial<Settings>>({});
  const present = form.wanted;
  const settings = fitted({ ...present, ...change }, form.offered);
  const planned = plannedOf(experiment, present);
  const isKnown = planned.some((one) => keyOf(one) === keyOf(settings));
  const draft = {
    ...{ ...form, wanted: settings, disabled: false, waiting: new Set<SettingName>() },
    change: (more: Partial<Settings>) => setChange({ ...change, ...more }),
  };
  return (
    <div class="experiment-draft">
      <h2 class="popover-title">Add a setting</h2>
      <p class="popover-text">
        It has the present settings, with other values of the options that you choose here.
      </p>
      <div class="field">
        <label class="field-label" for={id}>
          Option
        </label>
        <select
          id={id}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value as SettingName)}
        >
          {VARIED.filter(({ key }) => hasUse(settings.model, key)).map(({ key }) => (
            <option key={key} value={key}>
              {SETTING_LABELS[key]}
            </option>
          ))}
        </select>
      </div>
      <Field form={draft} name={name} />
      <p class="popover-text">{describeSettings({ ...settings, splitSeed: null })}</p>
      <button
        type="button"
        class="button primary"
        disabled={isKnown}
        onClick={() => act({ type: "experiment", change: { planned: [...planned, settings] } })}
      >
        {isKnown ? "It is in the list" : "Add"}
      </button>
    </div>
  );
}
