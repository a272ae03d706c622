import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useAct, useSlice } from "../../context";
import { defaultsOn, hasUse, isSame, SETTING_NAMES } from "../../../domain/settings/settings";
import { Popover } from "../../shell/Popover";
import { RunInView } from "../RunInView";
import { Groups, QUICK } from "./groups";
import { useSettings } from "./useSettings";
import type { SettingsForm } from "./useSettings";
import { Waiting } from "./Waiting";
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
