// The help of each option, and the reason why a model does not have it.

import { modelName } from "../../../domain/settings/models";
import { needOf, PARTS_OF } from "../../../domain/settings/settings";
import type { Need, SettingName } from "../../../domain/settings/settings";
import type { ModelKind } from "../../../protocol";
import help from "./help.json";

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

export function helpOf(setting: SettingName): string {
  return (HELP[setting] ?? "") + (EMPTY[setting] ?? "");
}

/** The reason why a model does not have an option; null: it has the option. */
export function whyNot(model: ModelKind, setting: SettingName): string | null {
  const need = needOf(setting);
  return need === undefined || PARTS_OF[model][need] ? null : `${modelName(model)} ${LACKING[need]}.`;
}
