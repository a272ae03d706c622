// The settings of training in the address.

import { CHOICES, MIN_FOLDS, MAX_FOLDS, MAX_LEARNING_RATE, RANGES } from "../../domain/settings/settings";
import type { SettingName, Settings, WholeName } from "../../domain/settings/settings";
import { MAX_EPOCHS, MAX_SEED } from "../../store/linked";
import { exactly, flag, nothing, number, oneOf, piece, readNumber } from "./pieces";
import type { Piece } from "./pieces";

/** A longer list of epochs is no schedule any more. */
const MAX_HALVINGS = 100;
const LONGEST_NAME = 80;

const whole = (setting: WholeName, key: string, name: string): Piece<number> =>
  number(key, name, ...RANGES[setting]);

const HALVE_AT = piece<Settings["halveAt"]>(
  "halve",
  "halving of the rate",
  (epochs) => (epochs.length === 0 ? "never" : epochs.join("~")),
  (text) => {
    if (text === "never") return exactly([]);
    const read = text.split("~").map((epoch) => readNumber(epoch, 1, MAX_EPOCHS, true));
    if (read.length > MAX_HALVINGS || read.some(({ value }) => value === undefined)) return nothing;
    return { value: read.map(({ value }) => value!), clamped: read.some(({ clamped }) => clamped) };
  },
);

const DROPOUT = piece<Settings["dropout"]>(
  "dropout",
  "dropout",
  (share) => (share === null ? "own" : String(share)),
  (text) => {
    if (text === "own") return exactly(null);
    const { value, clamped } = readNumber(text, 0, 0.99, false);
    return value === undefined ? nothing : { value, clamped };
  },
);

const FIXED_FILTER = piece<Settings["fixedFilter"]>(
  "fixed",
  "fixed filter",
  (filter) => filter,
  (text) => {
    const named = /^attribute:./s.test(text) && text.length <= LONGEST_NAME;
    const known = CHOICES.fixedFilter.some((filter) => filter === text);
    return known || named ? exactly(text as Settings["fixedFilter"]) : nothing;
  },
);

/** The table. */
export const SETTING_PIECES: { readonly [Name in SettingName]: Piece<Settings[Name]> } = {
  model: oneOf("model", "model", CHOICES.model),
  layers: whole("layers", "layers", "layers"),
  features: oneOf("features", "features", CHOICES.features),
  edges: oneOf("edges", "edge features", CHOICES.edges),
  fixedFilter: FIXED_FILTER,
  epochs: number("epochs", "epochs", 1, MAX_EPOCHS),
  batchSize: whole("batchSize", "batch", "batch size"),
  learningRate: number("rate", "learning rate", 1e-7, MAX_LEARNING_RATE, false),
  weightDecay: number("decay", "weight decay", 0, 1e6, false),
  halveAt: HALVE_AT,
  width: whole("width", "width", "width"),
  dropout: DROPOUT,
  hats: whole("hats", "hats", "number of hats"),
  hat: oneOf("reads", "hat of the model", CHOICES.hat),
  barWeight: oneOf("weigh", "weight of a bar", CHOICES.barWeight),
  extended: flag("reads-extended", "extended persistence of the model"),
  ties: oneOf("tied", "gradient at ties", CHOICES.ties),
  seed: number("seed", "seed", 0, MAX_SEED),
  splits: oneOf("splits", "origin of the folds", CHOICES.splits),
  folds: number("folds", "number of folds", MIN_FOLDS, MAX_FOLDS),
  fold: number("fold", "fold", 1, MAX_FOLDS),
  validation: flag("validation", "validation part"),
};
