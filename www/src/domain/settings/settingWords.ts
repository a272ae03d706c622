// Labels of settings and their values, and descriptions of runs by their settings.

import type { RunSummary } from "../../protocol";
import { hasFilter, modelName } from "./models";
import {
  DEFAULTS,
  entryOf,
  hasUse,
  isSame,
  isShipped,
  OPTION_ENTRIES,
  originName,
  settingsOf,
} from "./settings";
import type { SettingName, Settings } from "./settings";

export const SETTING_LABELS = Object.fromEntries(
  OPTION_ENTRIES.map(({ key, label }) => [key, label]),
) as Readonly<Record<SettingName, string>>;

/** The label of a value of an option that has a list of them. */
export function choiceLabel(name: SettingName, value: string): string {
  return entryOf(name).choices?.find(({ id }) => id === value)?.label ?? value;
}

export function filterName(filter: Settings["fixedFilter"]): string {
  const [, attribute] = /^attribute:(.*)$/s.exec(filter) ?? [];
  if (attribute !== undefined)
    return attribute === "label" ? "label" : attribute.replace(/^(attribute)?(\d+)$/, "attribute $2");
  return choiceLabel("fixedFilter", filter);
}

/** The value of a setting as a short text. */
export function valueText<Name extends SettingName>(name: Name, { [name]: value }: Settings): string {
  const words: { readonly [N in SettingName]?: (value: Settings[N]) => string } = {
    fixedFilter: filterName,
    dropout: (share) => (share === null ? "the model’s default" : String(share)),
    splitSeed: (seed) => (seed === null ? "the seed of the run" : String(seed)),
    halveAt: (epochs) => (epochs.length === 0 ? "never" : epochs.join(", ")),
  };
  const write = words[name];
  if (write) return write(value);
  if (entryOf(name).kind === "choice") return choiceLabel(name, String(value));
  return typeof value === "boolean" ? (value ? "on" : "off") : String(value);
}

/**
 * A run by its settings: the main settings, and all others that differ from the defaults of the command line.
 */
export function describeRun(summary: RunSummary): string {
  const { logged } = summary;
  // Its settings are unknown.
  if (logged) return `run log of ${logged.channels.join(", ")}`;
  const settings = settingsOf(summary);
  const { seed, fold, folds, splits } = settings;
  const origin = isShipped(splits) ? ` of ${originName(splits)}` : splits === "files" ? " from files" : "";
  const place = splits === "data" ? "split from the file" : `fold ${fold} of ${folds}${origin}`;
  return `${describeSettings(settings)}, seed ${seed}, ${place}`;
}

/** The settings of a run without its seed and its fold. */
export function describeSettings(settings: Settings): string {
  const { model, layers, features, fixedFilter, extended } = settings;
  const parts = [modelName(model)];
  if (hasUse(model, "layers")) parts.push(`${layers} ${layers === 1 ? "layer" : "layers"}`);
  if (hasUse(model, "fixedFilter")) parts.push(`filter: ${filterName(fixedFilter)}`);
  if (hasUse(model, "features")) parts.push(features === "uninformative" ? "no features" : features);
  if (!hasFilter(settings)) parts.push("no filter");
  else if (extended) parts.push("extended barcode");
  parts.push(
    // A model that has no use for a setting ignores its value.
    ...DETAILS.filter(([name]) => hasUse(model, name) && !isSame(settings[name], DEFAULTS[name])).map(
      ([, describe]) => describe(settings),
    ),
  );
  return parts.join(", ");
}

/** "Fold 3 of 10"; null: the file of the data set has only one split. */
export function foldText({ splits, config }: Pick<RunSummary, "splits" | "config">): string | null {
  return splits === "data" ? null : `Fold ${config.fold} of ${config.folds}`;
}

/** Settings that appear only if they differ from the defaults of the command line. */
const DETAILS: readonly (readonly [SettingName, (settings: Settings) => string])[] = [
  ["edges", ({ edges }) => `edge ${edges === "label" ? "labels" : "attributes"}`],
  [
    "topologyLayer",
    ({ topologyLayer }) =>
      ({
        none: "",
        persistence: "topology layer",
        static: "static topology layer",
        rephine: "RePHINE",
        spectre: "SpectRe",
      })[topologyLayer],
  ],
  ["readout", () => "barcodes of extended persistence"],
  ["filters", ({ filters }) => `${filters} filters`],
  ["edgeFilter", () => "learned values of edges"],
  ["ties", ({ ties }) => (ties === "mean" ? "ties share the gradient" : "random ties")],
  ["hat", ({ hat }) => (hat === "deep-sets" ? "perceptron on bars" : `${hat} coordinate functions`)],
  ["hats", ({ hats }) => `${hats} coordinate functions per barcode`],
  [
    "barWeight",
    ({ barWeight }) => (barWeight === "length" ? "bars weighted by length" : `bars weighted by ${barWeight}`),
  ],
  ["width", ({ width }) => `width ${width}`],
  ["dropout", ({ dropout }) => `dropout ${dropout}`],
  ["learningRate", ({ learningRate }) => `rate ${learningRate}`],
  ["weightDecay", ({ weightDecay }) => `decay ${weightDecay}`],
  [
    "halveAt",
    ({ halveAt }) => (halveAt.length === 0 ? "rate never halved" : `rate halved at ${halveAt.join(" ")}`),
  ],
  ["batchSize", ({ batchSize }) => `batches of ${batchSize}`],
  ["splitSeed", ({ splitSeed }) => `folds from seed ${splitSeed}`],
  ["validation", () => "no validation set"],
];

/** The settings of a run that differ from the defaults of its data set: "model PH-only, seed 7". */
export function chosenText(own: Settings, defaults: Settings, names: readonly SettingName[]): string {
  const differs = (name: SettingName): boolean =>
    names.includes(name) && hasUse(own.model, name) && !isSame(own[name], defaults[name]);
  const ordered = (Object.keys(SETTING_LABELS) as SettingName[]).filter(differs);
  return ordered.map((name) => `${SETTING_LABELS[name].toLowerCase()} ${valueText(name, own)}`).join(", ");
}

/** The difference of two settings: "seed 0 → 7, layers 1 → 2". */
export function differencesText(names: readonly SettingName[], before: Settings, after: Settings): string {
  const difference = (name: SettingName): string =>
    `${SETTING_LABELS[name].toLowerCase()} ${valueText(name, before)} → ${valueText(name, after)}`;
  // In the order of the form, the model first.
  const ordered = (Object.keys(SETTING_LABELS) as SettingName[]).filter((name) => names.includes(name));
  return ordered.map(difference).join(", ");
}
