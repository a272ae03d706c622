import type { JSX, ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { useAct, useSlice, useApp } from "../../context";
import {
  defaultsOn,
  hasUse,
  isSame,
  SETTING_NAMES,
  CHOICES,
  entryOf,
  OPTION_ENTRIES,
  PARTS_OF,
  rangeOf,
  DEFAULTS,
  MAX_FOLDS,
  MIN_FOLDS,
  SHIPPED_FOLDS,
  isShipped,
} from "../../../domain/settings/settings";
import type { SettingName, Settings } from "../../../domain/settings/settings";
import { Popover } from "../../Popover";
import { RunInView } from "../status";
import { useSettings } from "./useSettings";
import type { SettingsForm } from "./useSettings";
import { Waiting } from "./Waiting";
import { MAX_EPOCHS, MAX_SEED } from "../../../store/linked";
import { SettingSelect, Toggle, SettingInput } from "./fields";
import { list, notNegative, shareOrNothing, whole, wholeOrNothing } from "./parse";
import { EpochsField, FeaturesField, ModelField, RateField, SeedField } from "./quick";
import { plural, sentence } from "../../../domain/text/format";
import { openFolds } from "../../files/disk";
import "./settings.css";

/** The settings that few need, behind a button; `all`: also those that are elsewhere in view. */
export function MoreSettings({ all = false }: { readonly all?: boolean }): JSX.Element {
  const form = useSettings();
  const [open, setOpen] = useState(false);
  const changed = changedNames(form, all).length;
  return (
    <Popover
      button={
        <>
          {all ? "Settings" : "More settings"}
          {changed > 0 && (
            <span class="changed-count" title={`${changed} are not as the command line has them`}>
              {changed}
              {all ? " changed" : <span class="visually-hidden"> changed</span>}
            </span>
          )}
        </>
      }
      buttonClass="button more-settings"
      panelClass="settings-popover"
      onOpen={setOpen}
    >
      {open && <Form form={form} all={all} />}
    </Popover>
  );
}

function Form({ form, all }: { readonly form: SettingsForm; readonly all: boolean }): JSX.Element {
  const act = useAct();
  const keepRunning = useSlice((state) => state.keepRunning);
  return (
    <>
      <header class="settings-header">
        <h2 class="popover-title">Settings of the next run</h2>
        <button
          type="button"
          class="button"
          disabled={form.disabled || changedNames(form, true).length === 0}
          onClick={() => form.change(defaultsOn(form.offered))}
        >
          Reset to defaults
        </button>
      </header>
      <RunInView named />
      <Waiting />
      {form.dataset !== null ? (
        <Groups form={form} all={all} />
      ) : (
        <p class="popover-text">Choose a data set first: the available settings depend on it.</p>
      )}
      <label class="check">
        <input
          type="checkbox"
          checked={keepRunning}
          onChange={({ currentTarget }) => act({ type: "keep-running", keepRunning: currentTarget.checked })}
        />
        Keep running in background
      </label>
    </>
  );
}

/** The settings behind the button that differ from the defaults of the command line. */
function changedNames({ wanted, offered }: SettingsForm, all: boolean): readonly string[] {
  const defaults = defaultsOn(offered);
  return SETTING_NAMES.filter(
    (name) =>
      (all || !QUICK.includes(name)) && hasUse(wanted.model, name) && !isSame(wanted[name], defaults[name]),
  );
}

interface GroupsProps {
  readonly form: SettingsForm;
  /** Whether to include settings that are also visible outside. */
  readonly all: boolean;
}

/** The settings by group. */
function Groups({ form, all }: GroupsProps): JSX.Element {
  const entries = OPTION_ENTRIES.filter(
    ({ key, group }) => group !== "Folds" && (all || !QUICK.includes(key)),
  );
  const titles = [...new Set(entries.map(({ group }) => group))];
  return (
    <>
      {titles.map((title) => (
        <Group key={title} title={title}>
          {entries
            .filter(({ group }) => group === title)
            .map(({ key }) => (
              <Field key={key} form={form} name={key} />
            ))}
        </Group>
      ))}
      <Group title="Folds">
        <FoldFields form={form} />
      </Group>
    </>
  );
}

/** The control of an option: a special one, or the control of its type. */
export function Field({ form, name }: { form: SettingsForm; name: SettingName }): JSX.Element {
  const Own = OWN_FIELDS[name];
  if (Own) return <Own form={form} />;
  switch (entryOf(name).kind) {
    case "toggle":
      return <Toggle form={form} name={name} />;
    case "whole":
      return <SettingInput form={form} name={name as "layers"} parse={whole(...rangeOf(name))} />;
    case "real":
      return <SettingInput form={form} name={name as "weightDecay"} parse={notNegative} />;
    default:
      return <SettingSelect form={form} name={name as "hat"} values={CHOICES[name as "hat"]} />;
  }
}

/** Options whose values depend on the data set or on limits of the page. */
const OWN_FIELDS: Readonly<Partial<Record<SettingName, (props: { form: SettingsForm }) => JSX.Element>>> = {
  model: ModelField,
  features: FeaturesField,
  epochs: EpochsField,
  learningRate: RateField,
  seed: SeedField,
  edges: ({ form }) => {
    const { edgeFeatures } = form.offered;
    const reason =
      edgeFeatures.length < 2 ? `The edges of ${form.dataset} have no labels and no attributes.` : null;
    return <SettingSelect form={form} name="edges" values={edgeFeatures} reason={reason} />;
  },
  fixedFilter: ({ form }) => (
    <SettingSelect form={form} name="fixedFilter" values={form.offered.fixedFilters} />
  ),
  dropout: ({ form }) => (
    <SettingInput
      form={form}
      name="dropout"
      parse={shareOrNothing}
      asText={(share) => String(share ?? "")}
      placeholder={String(PARTS_OF[form.wanted.model].dropout)}
    />
  ),
  halveAt: ({ form }) => (
    <SettingInput
      form={form}
      name="halveAt"
      parse={list(MAX_EPOCHS)}
      asText={(epochs) => epochs.join(", ")}
    />
  ),
};

/** Settings with their own place outside the groups. */
const QUICK: readonly SettingName[] = ["model", "features", "epochs", "seed", "learningRate"];

function Group({ title, children }: { title: string; children: ComponentChildren }): JSX.Element {
  return (
    <fieldset class="setting-group">
      <legend>{title}</legend>
      <div class="setting-fields">{children}</div>
    </fieldset>
  );
}

/** The assignment of the graphs to folds, and the test folds. */
function FoldFields({ form }: { form: SettingsForm }): JSX.Element {
  const app = useApp();
  const { wanted, foldFiles, withoutShippedFolds } = form;
  const { splits, fold, folds } = wanted;
  const without: Settings["splits"][] = [];
  if (withoutShippedFolds !== null) without.push(...SHIPPED_FOLDS.origins);
  if (foldFiles === null && splits !== "files") without.push("files");
  without.push(form.offered.namesSplit ? "seed" : "data");
  const chooseOrigin = (origin: Settings["splits"]): void => {
    const own = splits === "seed" ? folds : DEFAULTS.folds;
    const count = isShipped(origin)
      ? SHIPPED_FOLDS.folds
      : origin === "files"
        ? (foldFiles?.folds ?? folds)
        : own;
    form.change({ splits: origin, folds: count, fold: Math.min(fold, count) });
  };
  return (
    <>
      <div class="setting-origin">
        <SettingSelect
          form={form}
          name="splits"
          values={CHOICES.splits}
          without={without}
          onChoose={chooseOrigin}
        />
        {withoutShippedFolds !== null && (
          <p class="field-help">Not the folds of the paper’s code: {sentence(withoutShippedFolds)}</p>
        )}
        <p class="field-help">
          {foldFiles === null
            ? "From files: train_idx-K.txt, test_idx-K.txt and optionally validation_idx-K.txt for each fold K, with one 0-based graph index per line. The files stay on this machine and are not part of a link."
            : `Your files have ${plural(foldFiles.folds, "fold", "folds")}. They are not part of a link.`}
        </p>
        <button type="button" class="button" disabled={form.disabled} onClick={() => openFolds(app)}>
          Choose files of folds …
        </button>
      </div>
      <SettingInput
        form={form}
        name="folds"
        parse={whole(MIN_FOLDS, MAX_FOLDS)}
        reason={
          splits === "seed"
            ? null
            : isShipped(splits)
              ? "The paper’s code has ten folds."
              : splits === "data"
                ? "One fold: the file names the part of each graph."
                : "The files determine the number of folds."
        }
        onTyped={(count) => form.change({ folds: count, fold: Math.min(fold, count) })}
      />
      <SettingInput form={form} name="fold" parse={whole(1, folds)} />
      <SettingInput
        form={form}
        name="splitSeed"
        parse={wholeOrNothing(0, MAX_SEED)}
        asText={(seed) => String(seed ?? "")}
        placeholder={String(wanted.seed)}
        reason={splits === "seed" ? null : "These folds are fixed."}
      />
      <Toggle form={form} name="validation" />
    </>
  );
}
