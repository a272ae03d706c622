import type { ComponentChildren, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useOwnId } from "../../context";
import { isSame, needOf, PARTS_OF } from "../../../domain/settings/settings";
import type { SettingName, Settings, Need } from "../../../domain/settings/settings";
import { SETTING_LABELS, valueText } from "../../../domain/settings/settingWords";
import type { Parse } from "./parse";
import type { SettingsForm } from "./useSettings";
import { modelName } from "../../../domain/settings/models";
import type { ModelKind } from "../../../protocol";
import help from "./help.json";

interface FieldProps<Name extends SettingName> {
  readonly name: Name;
  readonly form: SettingsForm;
  /** Without the description: the label is sufficient. */
  readonly brief?: boolean;
  /** In place of the name, with a number that changes. */
  readonly label?: string | undefined;
  /** The reason why these settings exclude it, if the model is not the reason. */
  readonly reason?: string | null;
}

interface ShellProps extends FieldProps<SettingName> {
  readonly id: string;
  readonly problem?: string | null;
  readonly children: ComponentChildren;
}

/**
 * A control with its label. Below it: the description of the setting, or the reason why it has no effect here, and the error
 * in the typed value.
 */
function Shell({ id, name, form, brief, label, reason, problem, children }: ShellProps): JSX.Element {
  const off = whyNot(form.wanted.model, name) ?? reason ?? null;
  return (
    <div class={form.waiting.has(name) ? "field changed" : "field"}>
      <label class="field-label" for={id}>
        {label ?? SETTING_LABELS[name]}
      </label>
      {children}
      {problem && (
        <p class="field-problem" id={`${id}-problem`} role="alert">
          {problem}
        </p>
      )}
      {!brief && (
        <p class="field-help" id={`${id}-help`}>
          {off ?? helpOf(name)}
        </p>
      )}
    </div>
  );
}

function isOff({ name, form, reason }: FieldProps<SettingName>): boolean {
  return form.disabled || reason != null || whyNot(form.wanted.model, name) !== null;
}

function describedBy(
  id: string,
  { brief }: FieldProps<SettingName>,
  problem: string | null,
): string | undefined {
  const parts = [problem === null ? [] : [`${id}-problem`], brief ? [] : [`${id}-help`]].flat();
  return parts.length > 0 ? parts.join(" ") : undefined;
}

interface SettingSelectProps<Name extends SettingName> extends FieldProps<Name> {
  readonly values: readonly (Settings[Name] & (string | number))[];
  /** Called on a choice that changes more than the setting. */
  readonly onChoose?: (value: Settings[Name]) => void;
  /** Values that are shown but disabled. */
  readonly without?: readonly Settings[Name][];
}

export function SettingSelect<Name extends SettingName>(props: SettingSelectProps<Name>): JSX.Element {
  const { name, form, values, onChoose, without = [] } = props;
  const id = useOwnId();
  const chosen = form.wanted[name] as Settings[Name] & (string | number);
  // The value from a file of weights stays visible, also if the form does not offer it.
  const offered = values.includes(chosen) ? values : [chosen, ...values];
  const choose = (text: string): void => {
    const value = offered.find((one) => String(one) === text);
    if (value === undefined) return;
    if (onChoose) onChoose(value);
    else form.change({ [name]: value });
  };
  return (
    <Shell {...props} id={id}>
      <select
        id={id}
        value={String(chosen)}
        disabled={isOff(props)}
        aria-describedby={describedBy(id, props, null)}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        {offered.map((value) => (
          <option key={value} value={String(value)} disabled={without.includes(value)}>
            {valueText(name, { ...form.wanted, [name]: value })}
          </option>
        ))}
      </select>
    </Shell>
  );
}

interface SettingInputProps<Name extends SettingName> extends FieldProps<Name> {
  readonly parse: Parse<Settings[Name]>;
  /** A list, or an optional number. */
  readonly asText?: (value: Settings[Name]) => string;
  /** Text of the empty field. */
  readonly placeholder?: string;
  readonly onTyped?: (value: Settings[Name]) => void;
}

/** The typed value takes effect on blur or Enter; the error of an invalid value is beside the field. */
export function SettingInput<Name extends SettingName>(props: SettingInputProps<Name>): JSX.Element {
  const { name, form, parse, asText, placeholder, onTyped } = props;
  const id = useOwnId();
  const value = form.wanted[name];
  const text = asText ? asText(value) : String(value);
  const [refused, setRefused] = useState<{ readonly text: string; readonly problem: string } | null>(null);
  // A new value from elsewhere removes the rejected value.
  useEffect(() => setRefused(null), [text]);
  const take = (input: HTMLInputElement): void => {
    const typed = input.validity.badInput ? "no number" : input.value;
    const parsed = parse(typed);
    if ("problem" in parsed) {
      const found = typed.trim() === "" ? "nothing" : typed;
      const stays = text === "" ? "It stays empty." : `${text} stays.`;
      setRefused({ text: input.value, problem: `Expected ${parsed.problem}, found ${found}. ${stays}` });
      return;
    }
    setRefused(null);
    if (isSame(parsed.value, value)) input.value = text;
    else if (onTyped) onTyped(parsed.value);
    else form.change({ [name]: parsed.value });
  };
  return (
    <Shell {...props} id={id} problem={refused?.problem ?? null}>
      <input
        id={id}
        aria-label={props.label && SETTING_LABELS[name]}
        type={asText ? "text" : "number"}
        inputMode="decimal"
        step="any"
        placeholder={placeholder}
        value={refused?.text ?? text}
        disabled={isOff(props)}
        aria-invalid={refused !== null}
        aria-describedby={describedBy(id, props, refused?.problem ?? null)}
        onChange={({ currentTarget }) => take(currentTarget)}
      />
    </Shell>
  );
}

/** On or off. */
export function Toggle(props: FieldProps<SettingName>): JSX.Element {
  const { name, form } = props;
  const id = useOwnId();
  return (
    <div class={form.waiting.has(name) ? "field changed" : "field"}>
      <label class="check">
        <input
          type="checkbox"
          checked={form.wanted[name] === true}
          disabled={isOff(props)}
          aria-describedby={describedBy(id, props, null)}
          onChange={({ currentTarget }) => form.change({ [name]: currentTarget.checked })}
        />
        {SETTING_LABELS[name]}
      </label>
      <p class="field-help" id={`${id}-help`}>
        {whyNot(form.wanted.model, name) ?? helpOf(name)}
      </p>
    </div>
  );
}

// The help of each option, and the reason why a model does not have it.

// Generated from src/config/options.rs.
const HELP: Readonly<Record<string, string>> = help.options;
/** Completes "MODEL …" for a model without a property. */
const LACKING: Readonly<Record<Need, string>> = help.lacking;

/** The meaning of an empty field. */
const EMPTY: Readonly<Partial<Record<SettingName, string>>> = {
  dropout: " Empty: the model’s default.",
  halveAt: " Empty: never.",
  splitSeed: " Empty: the seed of the run.",
};

function helpOf(setting: SettingName): string {
  return (HELP[setting] ?? "") + (EMPTY[setting] ?? "");
}

/** The reason why a model does not have an option; null: it has the option. */
function whyNot(model: ModelKind, setting: SettingName): string | null {
  const need = needOf(setting);
  return need === undefined || PARTS_OF[model][need] ? null : `${modelName(model)} ${LACKING[need]}.`;
}
