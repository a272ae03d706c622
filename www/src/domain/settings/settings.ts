// What a run is made with. Defaults, ranges and what each model has are the crate's: `options.json` is generated from
// src/config/options.rs.

import type { DatasetSummary, FoldOrigin, ModelKind, RunSummary, TrainingConfig } from "../../protocol";
import OPTIONS from "../options.json";

/** The configuration of a run, and where its folds come from. */
export type Settings = TrainingConfig & { readonly splits: FoldOrigin };
export type SettingName = keyof Settings;

export const DEFAULT_CONFIG = OPTIONS.defaults as TrainingConfig;
export const DEFAULTS: Settings = { ...DEFAULT_CONFIG, splits: "seed" };
export const SETTING_NAMES = Object.keys(DEFAULTS) as readonly SettingName[];

export type WholeName = keyof typeof OPTIONS.ranges;
/** Least and greatest value of a whole number. */
export const RANGES = OPTIONS.ranges as unknown as Readonly<Record<WholeName, readonly [number, number]>>;
export const MAX_LEARNING_RATE = OPTIONS.mostLearningRate;
export const MIN_FOLDS = OPTIONS.leastFolds;
export const AUTHORS_FOLDS = OPTIONS.authorsFolds;
/** The weight decay that the text of the paper says; that of the authors' code is the default. */
export const PRINTED_WEIGHT_DECAY = OPTIONS.printed.weightDecay;

/** More folds leave no data set of the collection enough to test on. */
export const MAX_FOLDS = 100;

type Chosen = "model" | "features" | "edges" | "hat" | "barWeight" | "ties" | "splits";
/** What there is to choose from. Of fixed filters, those that every data set has. */
export const CHOICES = {
  ...(OPTIONS.choices as { readonly [Name in Chosen]: readonly Settings[Name][] }),
  fixedFilter: ["degree", "core", "closeness", "heat-kernel"],
} as const satisfies { readonly [Name in Chosen | "fixedFilter"]: readonly Settings[Name][] };

/** What a model has, and so settings for. */
export interface ModelParts {
  readonly features: boolean;
  /** Messages pass between neighbours. */
  readonly layers: boolean;
  readonly barcodes: boolean;
  readonly learnsFilter: boolean;
  readonly fixedFilter: boolean;
  /** Its own share of dropout. */
  readonly dropout: number;
}
export const PARTS_OF: Readonly<Record<ModelKind, ModelParts>> = OPTIONS.models;

/** What a data set offers to choose from. */
export interface Offered extends Pick<
  DatasetSummary,
  "features" | "edgeFeatures" | "fixedFilters" | "namesSplit"
> {
  readonly authorsFolds: boolean;
}

export function settingsOf({ config, splits }: Pick<RunSummary, "config" | "splits">): Settings {
  const { dropout } = config;
  // The engine has it in single precision: what was 0.2 is 0.2 again.
  return { ...config, dropout: dropout === null ? null : Number(dropout.toPrecision(7)), splits };
}

/** What the command line takes where nothing is said. */
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

const NEEDS: Readonly<Partial<Record<SettingName, Exclude<keyof ModelParts, "dropout">>>> = {
  features: "features",
  layers: "layers",
  edges: "layers",
  fixedFilter: "fixedFilter",
  ties: "learnsFilter",
  hat: "barcodes",
  hats: "barcodes",
  barWeight: "barcodes",
  extended: "barcodes",
};

/** What a model has to have for a setting to mean something; undefined: every model has it. */
export function needOf(name: SettingName): Exclude<keyof ModelParts, "dropout"> | undefined {
  return NEEDS[name];
}

/** Does the model have a use for this setting? */
export function hasUse(model: ModelKind, name: SettingName): boolean {
  const need = NEEDS[name];
  return need === undefined || PARTS_OF[model][need];
}

/**
 * The settings as a run can have them: what the model has no use for, or the data set lacks, is as the command line has
 * it, and so is a fold that there is not.
 */
export function fitted(settings: Settings, offered: Offered): Settings {
  const defaults = defaultsOn(offered);
  const unused = SETTING_NAMES.filter((name) => !hasUse(settings.model, name));
  const used: Settings = { ...settings, ...pick(defaults, unused) };
  const splits = splitsOn(offered, used.splits);
  const folds = {
    icml2020: AUTHORS_FOLDS,
    seed: Math.max(MIN_FOLDS, used.folds),
    files: used.folds,
    data: 1,
  }[splits];
  return {
    ...used,
    features: offered.features.includes(used.features) ? used.features : defaults.features,
    edges: offered.edgeFeatures.includes(used.edges) ? used.edges : defaults.edges,
    fixedFilter: offersFilter(offered, used.fixedFilter) ? used.fixedFilter : defaults.fixedFilter,
    splits,
    folds,
    fold: Math.min(Math.max(1, used.fold), Math.max(1, folds)),
  };
}

/** Where a data set can have its folds from: where its file names the part of each graph, not from the seed. */
function splitsOn({ authorsFolds, namesSplit }: Offered, wanted: FoldOrigin): FoldOrigin {
  if (wanted === "icml2020" && authorsFolds) return wanted;
  if (wanted === "files") return wanted;
  return namesSplit ? "data" : "seed";
}

/** Chosen settings as a run can have them on some data set. */
export function fittedToModel(chosen: Partial<Settings>): Partial<Settings> {
  const { features, edges, fixedFilter } = CHOICES;
  const named = chosen.fixedFilter ? [chosen.fixedFilter, ...fixedFilter] : fixedFilter;
  const anything = {
    features,
    edgeFeatures: edges,
    fixedFilters: named,
    authorsFolds: true,
    namesSplit: false,
  };
  const splits = chosen.splits === "files" ? "seed" : (chosen.splits ?? DEFAULTS.splits);
  const all = fitted({ ...DEFAULTS, ...chosen, splits }, anything as unknown as Offered);
  return pick(
    all,
    SETTING_NAMES.filter((name) => chosen[name] !== undefined),
  );
}

export function pick(settings: Settings, names: readonly SettingName[]): Partial<Settings> {
  return Object.fromEntries(names.map((name) => [name, settings[name]]));
}

/** The engine takes the number of an attribute for its name. */
function offersFilter({ fixedFilters }: Offered, filter: TrainingConfig["fixedFilter"]): boolean {
  const named = filter.replace(/^attribute:(\d+)$/, "attribute:attribute$1");
  return fixedFilters.some((offered) => offered === named);
}

const OF_A_DATA_SET: readonly SettingName[] = ["features", "edges", "fixedFilter", "fold", "folds", "splits"];

/** The settings that mean the same on every data set. */
export function carried(settings: Settings): Partial<Settings> {
  return pick(
    settings,
    SETTING_NAMES.filter((name) => !OF_A_DATA_SET.includes(name)),
  );
}
