// The settings of a run. `options.json`, generated from src/config/options.rs, defines defaults, ranges and
// the properties of each model.

import type { DatasetSummary, FoldOrigin, ModelKind, RunSummary, TrainingConfig } from "../../protocol";
import OPTIONS from "../options.json";

/** The configuration of a run and the source of its folds. */
export type Settings = TrainingConfig & { readonly splits: FoldOrigin };
export type SettingName = keyof Settings;

export const DEFAULT_CONFIG = OPTIONS.defaults as TrainingConfig;
export const DEFAULTS: Settings = { ...DEFAULT_CONFIG, splits: "seed" };
export const SETTING_NAMES = Object.keys(DEFAULTS) as readonly SettingName[];

export type Need =
  | "features"
  | "layers"
  | "edgeFeatures"
  | "barcodes"
  | "learnsFilter"
  | "fixedFilter"
  | "sumPooling"
  | "width"
  | "hiddenLayer";
/** An entry of the crate's table of options. */
export interface OptionEntry {
  readonly key: SettingName;
  /** Its key in links. */
  readonly link: string;
  readonly label: string;
  readonly group: string;
  readonly need?: Need;
  readonly kind: "choice" | "filter" | "whole" | "real" | "epochs" | "toggle";
  readonly choices?: readonly { readonly id: string; readonly label: string }[];
  readonly min?: number;
  readonly max?: number;
}
/** Every option, in the order of the form. */
export const OPTION_ENTRIES = OPTIONS.options as unknown as readonly OptionEntry[];

export function entryOf(name: SettingName): OptionEntry {
  return OPTION_ENTRIES.find(({ key }) => key === name)!;
}

/** Smallest and largest value of a whole number. */
export function rangeOf(name: SettingName): readonly [number, number] {
  const { min = 0, max = 0 } = entryOf(name);
  return [min, max];
}
export const MAX_LEARNING_RATE = entryOf("learningRate").max!;
export const [MIN_FOLDS, MAX_FOLDS] = rangeOf("folds");
/** The folds that ship with the program: their number, and the names of their origins. */
export const SHIPPED_FOLDS = OPTIONS.shippedFolds as {
  readonly folds: number;
  readonly origins: readonly FoldOrigin[];
};

export function isShipped(origin: FoldOrigin | undefined): origin is FoldOrigin {
  return origin !== undefined && SHIPPED_FOLDS.origins.includes(origin);
}

/** "the paper’s code, scikit-learn 0.20" */
export function originName(origin: FoldOrigin): string {
  const label = entryOf("splits").choices!.find(({ id }) => id === origin)!.label;
  return label[0]!.toLowerCase() + label.slice(1);
}

type Chosen =
  | "model"
  | "features"
  | "edges"
  | "topologyLayer"
  | "fixedFilter"
  | "hat"
  | "barWeight"
  | "readout"
  | "edgeFilter"
  | "ties"
  | "splits";
/** The values of the options that have a list of them. Of fixed filters, those of every data set. */
export const CHOICES = Object.fromEntries(
  OPTION_ENTRIES.flatMap(({ key, choices }) => (choices ? [[key, choices.map(({ id }) => id)]] : [])),
) as unknown as { readonly [Name in Chosen]: readonly Settings[Name][] };

/** The properties of a model that settings depend on. */
export interface ModelParts {
  readonly features: boolean;
  /** The number of layers is a setting. */
  readonly layers: boolean;
  /** Messages can have features of edges. */
  readonly edgeFeatures: boolean;
  readonly barcodes: boolean;
  readonly learnsFilter: boolean;
  readonly fixedFilter: boolean;
  /** Its classifier reads a sum over the vertices of message passing, to which a topology layer can be added. */
  readonly sumPooling: boolean;
  /** The width is a setting. */
  readonly width: boolean;
  /** Its classifier has a hidden layer, to which dropout applies. */
  readonly hiddenLayer: boolean;
  /** Its default dropout. */
  readonly dropout: number;
}
export const PARTS_OF: Readonly<Record<ModelKind, ModelParts>> = OPTIONS.models;

/** The seed of the folds; null: they are fixed. */
export function seedOfSplit({ seed, splitSeed, splits }: Settings): number | null {
  return splits === "seed" ? (splitSeed ?? seed) : null;
}

/** Another seed with the folds of these settings. */
export function onSameSplit(settings: Settings, seed: number): Pick<Settings, "seed" | "splitSeed"> {
  const ofSplit = seedOfSplit(settings);
  return { seed, splitSeed: ofSplit === seed ? null : ofSplit };
}

/** The choices that a data set supports. */
export interface Offered extends Pick<
  DatasetSummary,
  "features" | "edgeFeatures" | "fixedFilters" | "namesSplit"
> {
  readonly shippedFolds: boolean;
}

export function settingsOf({ config, splits }: Pick<RunSummary, "config" | "splits">): Settings {
  const { dropout } = config;
  // A run that an older version stored lacks the later settings. The engine stores single precision: this restores 0.2 from its rounded value.
  return {
    ...DEFAULT_CONFIG,
    ...config,
    dropout: dropout === null ? null : Number(dropout.toPrecision(7)),
    splits,
  };
}

/** The defaults of the command line. */
export function defaultsOn({ features }: Pick<Offered, "features">): Settings {
  return { ...DEFAULTS, features: features[0] ?? DEFAULTS.features };
}

export function isSame(a: unknown, b: unknown): boolean {
  return Array.isArray(a) && Array.isArray(b)
    ? a.length === b.length && a.every((value, place) => value === b[place])
    : a === b;
}

export function areSame(a: Partial<Settings>, b: Partial<Settings>): boolean {
  return SETTING_NAMES.every((name) => isSame(a[name], b[name]));
}

/** The property of models that an option requires; undefined: every model has the option. */
export function needOf(name: SettingName): Need | undefined {
  return entryOf(name).need;
}

/** Does the model have a use for this setting? */
export function hasUse(model: ModelKind, name: SettingName): boolean {
  const need = needOf(name);
  return need === undefined || PARTS_OF[model][need];
}

/**
 * Valid settings for a run. A setting gets its command-line default if the model does not use it, the data set does not
 * support it, or it names a missing fold.
 */
export function fitted(settings: Settings, offered: Offered): Settings {
  const defaults = defaultsOn(offered);
  const unused = SETTING_NAMES.filter((name) => !hasUse(settings.model, name));
  const used: Settings = { ...settings, ...pick(defaults, unused) };
  const splits = splitsOn(offered, used.splits);
  const folds = isShipped(splits)
    ? SHIPPED_FOLDS.folds
    : { seed: Math.max(MIN_FOLDS, used.folds), files: used.folds, data: 1 }[
        splits as "seed" | "files" | "data"
      ];
  return {
    ...used,
    features: offered.features.includes(used.features) ? used.features : defaults.features,
    edges: offered.edgeFeatures.includes(used.edges) ? used.edges : defaults.edges,
    fixedFilter: offersFilter(offered, used.fixedFilter) ? used.fixedFilter : defaults.fixedFilter,
    splits,
    splitSeed: splits === "seed" ? used.splitSeed : null,
    folds,
    fold: Math.min(Math.max(1, used.fold), Math.max(1, folds)),
  };
}

/** The sources of folds for a data set: not the seed, if the file defines the part of each graph. */
function splitsOn({ shippedFolds, namesSplit }: Offered, wanted: FoldOrigin): FoldOrigin {
  if (isShipped(wanted) && shippedFolds) return wanted;
  if (wanted === "files") return wanted;
  return namesSplit ? "data" : "seed";
}

/** The chosen settings, made valid for their model. */
export function fittedToModel(chosen: Partial<Settings>): Partial<Settings> {
  const { features, edges, fixedFilter } = CHOICES;
  const named = chosen.fixedFilter ? [chosen.fixedFilter, ...fixedFilter] : fixedFilter;
  const anything = {
    features,
    edgeFeatures: edges,
    fixedFilters: named,
    shippedFolds: true,
    namesSplit: false,
  };
  // Files of folds belong to the data set before.
  const splits = chosen.splits === "files" && ({ splits: "seed" } as const);
  return fittedTo({ ...chosen, ...splits }, anything as unknown as Offered);
}

/** The chosen settings, made valid for a data set; the others stay open. */
export function fittedTo(chosen: Partial<Settings>, offered: Offered): Partial<Settings> {
  return pick(
    fitted({ ...DEFAULTS, ...chosen }, offered),
    SETTING_NAMES.filter((name) => chosen[name] !== undefined),
  );
}

/** The defaults that depend on the data set. */
export function dataDefaults(offered: Offered): Pick<Settings, "features" | "splits"> {
  const { features, splits } = defaultsOn(offered);
  return { features, splits };
}

export function pick(settings: Settings, names: readonly SettingName[]): Partial<Settings> {
  return Object.fromEntries(names.map((name) => [name, settings[name]]));
}

/** The engine accepts the index of an attribute as its name. */
function offersFilter({ fixedFilters }: Offered, filter: TrainingConfig["fixedFilter"]): boolean {
  const named = filter.replace(/^attribute:(\d+)$/, "attribute:attribute$1");
  return fixedFilters.some((offered) => offered === named);
}

const OF_A_DATA_SET: readonly SettingName[] = [
  "features",
  "edges",
  "fixedFilter",
  "fold",
  "folds",
  "splits",
  "splitSeed",
];

/** The settings with the same meaning on every data set. */
export const CARRIED_SETTINGS: readonly SettingName[] = SETTING_NAMES.filter(
  (name) => !OF_A_DATA_SET.includes(name),
);

export function carried(settings: Settings): Partial<Settings> {
  return pick(settings, CARRIED_SETTINGS);
}
