// The settings of training in the address.

import { CHOICES, MAX_LEARNING_RATE, OPTION_ENTRIES, rangeOf } from "../../domain/settings/settings";
import type { OptionEntry, SettingName, Settings } from "../../domain/settings/settings";
import { MAX_EPOCHS, MAX_SEED } from "../../store/linked";
import { exactly, flag, nothing, number, oneOf, piece, readNumber } from "./pieces";
import type { Piece } from "./pieces";

/** A longer list of epochs is no longer a schedule. */
const MAX_HALVINGS = 100;
const LONGEST_NAME = 80;

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

/** A number, or the default of the model or the run. */
const numberOrOwn = (key: string, name: string, max: number, whole: boolean): Piece<number | null> =>
  piece<number | null>(
    key,
    name,
    (value) => (value === null ? "own" : String(value)),
    (text) => {
      if (text === "own") return exactly(null);
      const { value, clamped } = readNumber(text, 0, max, whole);
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

/** Limits of the page, where they are not those of the option. */
const LIMITS: Readonly<Partial<Record<SettingName, readonly [number, number]>>> = {
  epochs: [1, MAX_EPOCHS],
  seed: [0, MAX_SEED],
  learningRate: [1e-7, MAX_LEARNING_RATE],
  weightDecay: [0, 1e6],
};

/** The piece of an option, by its kind. */
function pieceOf({ key, link, label, kind, choices = [] }: OptionEntry): Piece<never> {
  const name = label.toLowerCase();
  const own = {
    fixedFilter: FIXED_FILTER,
    halveAt: HALVE_AT,
    dropout: numberOrOwn(link, name, 0.99, false),
    splitSeed: numberOrOwn(link, name, MAX_SEED, true),
  } as Partial<Record<SettingName, Piece<never>>>;
  if (own[key]) return own[key];
  const [min, max] = LIMITS[key] ?? rangeOf(key);
  const piece: unknown =
    kind === "toggle"
      ? flag(link, name)
      : kind === "choice"
        ? oneOf(
            link,
            name,
            choices.map(({ id }) => id),
          )
        : number(link, name, min, max, kind === "whole");
  return piece as Piece<never>;
}

/** The settings in links, in the order of the form. */
export const SETTING_PIECES = Object.fromEntries(
  OPTION_ENTRIES.map((entry) => [entry.key, pieceOf(entry)]),
) as unknown as { readonly [Name in SettingName]: Piece<Settings[Name]> };
