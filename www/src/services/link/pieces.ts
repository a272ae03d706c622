// The text format of a piece of the state in an address, and the clamping of hostile values.

import { FIRST_CLASSES_VIEW, FIRST_ERRORS_VIEW, FIRST_READOUT_VIEW } from "../../store/state";
import type { Separation, ClassesView, CoordinateId, ErrorsView, ReadoutView } from "../../store/state";
import type { Direction } from "../../domain/graph/graph";
import type { Part } from "../../protocol";
import { CHOICES, MAX_LEARNING_RATE, OPTION_ENTRIES, rangeOf } from "../../domain/settings/settings";
import type { OptionEntry, SettingName, Settings } from "../../domain/settings/settings";
import { MAX_EPOCHS, MAX_SEED } from "../../store/linked";

/** The value of a text; `undefined`: none. `clamped`: the text was out of range and this is the nearest valid value. */
interface ParsedParameter<T> {
  readonly value: T | undefined;
  readonly clamped: boolean;
}

export interface LinkParameter<T> {
  readonly key: string;
  /** The name in messages. */
  readonly name: string;
  write(value: T): string;
  read(text: string): ParsedParameter<T>;
}

export const exactly = <T>(value: T): ParsedParameter<T> => ({ value, clamped: false });
export const UNREADABLE = { value: undefined, clamped: true } as const;

export function piece<T>(
  key: string,
  name: string,
  write: (value: T) => string,
  read: (text: string) => ParsedParameter<T>,
): LinkParameter<T> {
  return { key, name, write, read };
}

export function oneOf<T extends string>(key: string, name: string, values: readonly T[]): LinkParameter<T> {
  return piece<T>(
    key,
    name,
    (value) => value,
    (text) => {
      const value = values.find((other) => other === text);
      return value === undefined ? UNREADABLE : exactly(value);
    },
  );
}

export function flag(key: string, name: string): LinkParameter<boolean> {
  return piece(
    key,
    name,
    (value) => (value ? "1" : "0"),
    (text) => (text === "1" || text === "0" ? exactly(text === "1") : UNREADABLE),
  );
}

export function readNumber(text: string, low: number, high: number, whole: boolean): ParsedParameter<number> {
  if (text.trim() === "") return UNREADABLE;
  // −0 is 0.
  const number = Number(text) + 0;
  if (!Number.isFinite(number)) return UNREADABLE;
  const value = Math.min(Math.max(whole ? Math.round(number) : number, low), high);
  return { value: value + 0, clamped: value !== number };
}

export const number = (
  key: string,
  name: string,
  low: number,
  high: number,
  whole = true,
): LinkParameter<number> => piece(key, name, String, (text) => readNumber(text, low, high, whole));

/** An optional piece; without a value it is not in the link. */
export function optional<T>(inner: LinkParameter<T>): LinkParameter<T | null> {
  return { ...inner, write: (value) => (value === null ? "" : inner.write(value)), read: inner.read };
}

// The two graphs of the comparison in an address.

/** No character of graph6 and sparse6 is below `?`, except `:`. */
const BETWEEN = "!";
/** A graph of 512 vertices, the largest of the page, takes fewer characters. */
const MAX_LENGTH = 22_000;
const MAX_ROUND = 1000;
const LAST = "last";

const isGraph = (text: string): boolean => /^:?[?-~]+$/.test(text) && text.length <= MAX_LENGTH;

/** First graph, second graph, descriptor, layers and round. */
export const SEPARATION = piece<Separation>(
  "pair",
  "pair of graphs",
  ({ graphs, descriptor, layers, round }) =>
    [...graphs, descriptor, String(layers), round === null ? LAST : String(round)].join(BETWEEN),
  (text) => {
    const [first = "", second = "", descriptor = "", layersText = "", roundText = "", ...rest] =
      text.split(BETWEEN);
    if (!isGraph(first) || !isGraph(second) || !/^[a-z-]{1,40}$/.test(descriptor) || rest.length > 0) {
      return UNREADABLE;
    }
    const layers = readNumber(layersText, 0, MAX_ROUND, true);
    const round = roundText === LAST ? exactly(null) : readNumber(roundText, 0, MAX_ROUND, true);
    if (layers.value === undefined || round.value === undefined) return UNREADABLE;
    const value = { graphs: [first, second] as const, descriptor, layers: layers.value, round: round.value };
    return { value, clamped: layers.clamped || round.clamped };
  },
);

// The state of the panels of the model page, in an address.

const PARTS: readonly Part[] = ["train", "validation", "test"];
const DIRECTIONS: readonly Direction[] = ["sub", "super"];
const SCALES: readonly ClassesView["scale"][] = ["vertices", "graph"];
const RANGES = ["all", "own"] as const;
const SQUARES: readonly ReadoutView["square"][] = ["h0", "h1Extended"];
/** Two numbers, or empty. */
const PAIR = /^(?:(\d{1,6})-(\d{1,6}))?$/;
const COORDINATE_ID = /^(?:h0|h0Essential|h1Essential|h1Extended):[1-9]\d{0,5}$/;

/** `part~direction~scale~range~classes~cell-class` */
export const CLASSES_VIEW: LinkParameter<ClassesView> = piece(
  "differ",
  "choices of the classes",
  ({ part, direction, scale, stretched, compared, filling }) =>
    [
      part,
      direction,
      scale,
      RANGES[Number(stretched)],
      compared?.join("-"),
      filling && `${filling.cell}-${filling.class}`,
    ].join("~"),
  (text) => {
    const words = text.split("~");
    const [part, direction, scale, range, compared, filling] = words;
    const first = FIRST_CLASSES_VIEW;
    const two = pairIn(compared);
    const cell = pairIn(filling);
    const value: ClassesView = {
      part: PARTS.find((one) => one === part) ?? first.part,
      direction: DIRECTIONS.find((one) => one === direction) ?? first.direction,
      scale: SCALES.find((one) => one === scale) ?? first.scale,
      stretched: range === RANGES[1],
      compared: two && two[0] !== two[1] ? two : null,
      filling: cell && { cell: cell[0], class: cell[1] },
    };
    return words.length === 6 ? withDoubt(value, text, CLASSES_VIEW.write(value)) : UNREADABLE;
  },
);

/** `part~wrong`, or `part~actual-predicted` */
export const ERRORS_VIEW: LinkParameter<ErrorsView> = piece(
  "errors",
  "listed errors",
  ({ part, cell }) => `${part}~${cell === "wrong" ? cell : `${cell.truth}-${cell.predicted}`}`,
  (text) => {
    const [first, second] = text.split("~");
    const pair = pairIn(second);
    const value: ErrorsView = {
      part: PARTS.find((one) => one === first) ?? FIRST_ERRORS_VIEW.part,
      cell: pair ? { truth: pair[0], predicted: pair[1] } : "wrong",
    };
    return withDoubt(value, text, ERRORS_VIEW.write(value));
  },
);

/** `class~hat~barcode` */
export const READOUT_VIEW: LinkParameter<ReadoutView> = piece(
  "readout",
  "choices of the coordinate functions",
  // Links of earlier versions have no fourth word.
  ({ class: label, coordinate, square, against }) =>
    [label, coordinate, square, ...(against === "next" ? [] : [against])].join("~"),
  (text) => {
    const words = text.split("~");
    const [label, coordinate, square, against] = words;
    const isClass = (word: string | undefined): word is string => /^\d{1,6}$/.test(word ?? "");
    const value: ReadoutView = {
      class: isClass(label) ? Number(label) : null,
      against: isClass(against) ? Number(against) : against === "none" ? "none" : "next",
      coordinate:
        coordinate !== undefined && COORDINATE_ID.test(coordinate) ? (coordinate as CoordinateId) : null,
      square: SQUARES.find((one) => one === square) ?? FIRST_READOUT_VIEW.square,
    };
    return words.length === 3 || words.length === 4
      ? withDoubt(value, text, READOUT_VIEW.write(value))
      : UNREADABLE;
  },
);

function pairIn(text: string | undefined): readonly [number, number] | null {
  const [, a, b] = PAIR.exec(text ?? "") ?? [];
  return a === undefined || b === undefined ? null : [Number(a), Number(b)];
}

/** The text after a round trip differs, so the value is not the intended one. */
function withDoubt<T>(value: T, text: string, written: string): ParsedParameter<T> {
  return { value, clamped: written !== text };
}

// The settings of training in the address.

/** A longer list of epochs is no longer a schedule. */
const MAX_HALVINGS = 100;
const MAX_NAME = 80;

const HALVE_AT = piece<Settings["halveAt"]>(
  "halve",
  "halving of the rate",
  (epochs) => (epochs.length === 0 ? "never" : epochs.join("~")),
  (text) => {
    if (text === "never") return exactly([]);
    const read = text.split("~").map((epoch) => readNumber(epoch, 1, MAX_EPOCHS, true));
    if (read.length > MAX_HALVINGS || read.some(({ value }) => value === undefined)) return UNREADABLE;
    return { value: read.map(({ value }) => value!), clamped: read.some(({ clamped }) => clamped) };
  },
);

/** A number, or the default of the model or the run. */
const numberOrOwn = (key: string, name: string, max: number, whole: boolean): LinkParameter<number | null> =>
  piece<number | null>(
    key,
    name,
    (value) => (value === null ? "own" : String(value)),
    (text) => {
      if (text === "own") return exactly(null);
      const { value, clamped } = readNumber(text, 0, max, whole);
      return value === undefined ? UNREADABLE : { value, clamped };
    },
  );

const FIXED_FILTER = piece<Settings["fixedFilter"]>(
  "fixed",
  "fixed filter",
  (filter) => filter,
  (text) => {
    const named = /^attribute:./s.test(text) && text.length <= MAX_NAME;
    const known = CHOICES.fixedFilter.some((filter) => filter === text);
    return known || named ? exactly(text as Settings["fixedFilter"]) : UNREADABLE;
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
function pieceOf({ key, link, label, kind, choices = [] }: OptionEntry): LinkParameter<never> {
  const name = label.toLowerCase();
  const own = {
    fixedFilter: FIXED_FILTER,
    halveAt: HALVE_AT,
    dropout: numberOrOwn(link, name, 0.99, false),
    splitSeed: numberOrOwn(link, name, MAX_SEED, true),
  } as Partial<Record<SettingName, LinkParameter<never>>>;
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
  return piece as LinkParameter<never>;
}

/** The settings in links, in the order of the form. */
export const SETTING_PIECES = Object.fromEntries(
  OPTION_ENTRIES.map((entry) => [entry.key, pieceOf(entry)]),
) as unknown as { readonly [Name in SettingName]: LinkParameter<Settings[Name]> };
