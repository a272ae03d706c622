// The state in the address. One table defines for each piece its key, its text format, and the clamping of a hostile value.
// No other code reads or writes the address.
//
// A link contains all pieces after `#`. Pieces after `?` are read, too, for short handwritten links (`?data=MUTAG`), and
// move after `#` with the first change.

import type { Hat } from "../../domain/persistence/vectors";
import type { TieRule } from "../../domain/persistence/slopes";
import { TARGET_IDS } from "../../domain/points/descent";
import { exampleNamed } from "../../domain/graph/subject";
import { DIRECTIONS, EXTENDED_KINDS, ORDINARY_KINDS } from "../../domain/graph/graph";
import type { BarId, Highlight } from "../../domain/graph/graph";
import { LEARNED, MAP_COLOURS, PAGE_IDS, READOUT_PICTURES, TOPICS } from "../../store/state";
import { PACES, TOOL_IDS } from "../../store/choices";
import type { SettingName, Settings } from "../../domain/settings/settings";
import { SPEEDS } from "../../domain/view";
import type { ColourBy, Zoom } from "../../domain/view";
import { heightAngle, structureFilter } from "../../domain/filters";
import type { Backend, Part } from "../../protocol";
import { directionsOf, linkedOf, MAX_EPOCHS, pageOf, subjectOf, UNLINKED } from "../../store/linked";
import type { Linked } from "../../store/linked";
import type { Subject } from "../../domain/graph/subject";
import type { DatasetName, LessonPlace, PageId, State, TableId } from "../../store/state";
import type { Directions, Pace, Placement } from "../../store/choices";
import type { OwnLesson } from "../../store/lesson";
import {
  exactly,
  flag,
  UNREADABLE,
  number,
  oneOf,
  optional,
  piece,
  readNumber,
  SEPARATION,
  CLASSES_VIEW,
  ERRORS_VIEW,
  READOUT_VIEW,
  SETTING_PIECES,
} from "./pieces";
import type { LinkParameter } from "./pieces";
import {
  fitsLink,
  linkTitle,
  packGraph,
  packValues,
  unpackGraph,
  unpackValues,
  fitsPointsLink,
  packPoints,
  unpackPoints,
} from "./packed";

const VERSION = "1";
const VERSION_KEY = "v";
const MAX_INDEX = 2 ** 31 - 1;

const DATASET = piece<DatasetName>(
  "data",
  "data set",
  ({ name, seed }) => (seed === 0 ? name : `${name}~${seed}`),
  (text) => {
    const [, name = "", seed] = /^(.*?)(?:~(\d+))?$/s.exec(text) ?? [];
    if (name === "" || name.length > 200 || name.includes("~")) return UNREADABLE;
    const read = seed === undefined ? exactly(0) : readNumber(seed, 0, 2 ** 32 - 1, true);
    return { value: { name, seed: read.value ?? 0 }, clamped: read.clamped };
  },
);

/** Whether a link contains the subject completely: it omits large graphs and many points. */
export function isLinked(subject: Subject): boolean {
  switch (subject.type) {
    case "own":
      return fitsLink(subject.graph);
    case "points":
      return fitsPointsLink(subject.cloud);
    default:
      return true;
  }
}

const SUBJECT = piece<Subject>(
  "graph",
  "graph",
  (subject) => {
    switch (subject.type) {
      case "example":
        return subject.id;
      case "graph":
        return String(subject.index + 1);
      case "own":
        return isLinked(subject)
          ? `own.${packGraph({ ...subject.graph, title: linkTitle(subject.graph.title) })}`
          : "";
      case "points":
        return isLinked(subject) ? `points.${packPoints(subject.cloud)}` : "";
    }
  },
  (text) => {
    if (text.startsWith("own.")) {
      const graph = unpackGraph(text.slice(4));
      return graph ? exactly({ type: "own", graph }) : UNREADABLE;
    }
    if (text.startsWith("points.")) {
      const cloud = unpackPoints(text.slice(7));
      return cloud ? exactly({ type: "points", cloud }) : UNREADABLE;
    }
    if (exampleNamed(text)) return exactly({ type: "example", id: text });
    const { value, clamped } = readNumber(text, 1, MAX_INDEX, true);
    return value === undefined ? UNREADABLE : { value: { type: "graph", index: value - 1 }, clamped };
  },
);

const FILTER = piece<string>(
  "filter",
  "filter",
  (name) => name,
  (text) => {
    const known =
      text === "values" ||
      text === LEARNED ||
      structureFilter(text) !== undefined ||
      heightAngle(text) !== null;
    const attribute = /^attribute:./s.test(text) && text === linkTitle(text);
    return known || attribute ? exactly(text) : UNREADABLE;
  },
);

const VALUES = piece<readonly number[]>("f", "filter values", packValues, (text) => {
  const values = unpackValues(text);
  return values ? exactly(values) : UNREADABLE;
});

const HIGHLIGHT = piece<Exclude<Highlight, null>>(
  "lit",
  "highlight",
  (highlight) => (highlight.type === "vertex" ? `v${highlight.vertex}` : highlight.id),
  (text) => {
    const vertex = /^v(\d{1,9})$/.exec(text);
    if (vertex) return exactly({ type: "vertex", vertex: Number(vertex[1]) });
    const id = readBarId(text);
    return id === null ? UNREADABLE : exactly({ type: "bar", id });
  },
);

function readBarId(text: string): BarId | null {
  const [, kindName, directionName, birth, death] = /^(\w+):(\w+):(\d{1,9})(?::(\d{1,9}))?$/.exec(text) ?? [];
  const direction = DIRECTIONS.find((name) => name === directionName);
  if (direction === undefined) return null;
  const extended = EXTENDED_KINDS.find((name) => name === kindName);
  if (extended && death !== undefined) return `${extended}:${direction}:${Number(birth)}:${Number(death)}`;
  const ordinary = ORDINARY_KINDS.find((name) => name === kindName);
  return ordinary && death === undefined ? `${ordinary}:${direction}:${Number(birth)}` : null;
}

const ZOOM = piece<Zoom>(
  "zoom",
  "zoom",
  ({ k, x, y }) => [k, x, y].join("~"),
  (text) => {
    const parts = text.split("~");
    const [k, x, y] = parts;
    if (parts.length !== 3) return UNREADABLE;
    const read = [readNumber(k!, 0.5, 40, false), readNumber(x!, -1, 2, false), readNumber(y!, -1, 2, false)];
    if (read.some(({ value }) => value === undefined)) return UNREADABLE;
    const clamped = read.some((one) => one.clamped);
    return { value: { k: read[0]!.value!, x: read[1]!.value!, y: read[2]!.value! }, clamped };
  },
);

const HAT = piece<Hat>(
  "hat",
  "hat",
  ({ birth, death, radius }) => [birth, death, radius].join("~"),
  (text) => {
    const parts = text.split("~").map((part) => readNumber(part, -1e30, 1e30, false));
    const [birth, death, radius] = parts.map(({ value }) => value);
    if (parts.length !== 3 || birth === undefined || death === undefined || radius === undefined)
      return UNREADABLE;
    return { value: { birth, death, radius }, clamped: parts.some(({ clamped }) => clamped) };
  },
);

const LESSON = piece<LessonPlace>(
  "lesson",
  "lesson",
  ({ lesson, card }) => `${lesson}~${card + 1}`,
  (text) => {
    const [, lesson, number = "1"] = /^([a-z0-9-]{1,60})(?:~(\d{1,6}))?$/.exec(text) ?? [];
    return lesson === undefined
      ? UNREADABLE
      : { value: { lesson, card: Math.max(Number(number), 1) - 1 }, clamped: number === "0" };
  },
);

const TABLES = piece<readonly TableId[]>(
  "tables",
  "tables",
  (tables) => tables.join("~"),
  (text) => {
    const named = text.split("~");
    const value = (["bars", "classes", "compare", "hats", "learned", "vertices"] as const).filter((table) =>
      named.includes(table),
    );
    return { value, clamped: value.join("~") !== text };
  },
);

const SPEED = piece<number>("speed", "speed", String, (text) => {
  const wanted = readNumber(text, SPEEDS[0]!, SPEEDS.at(-1)!, false).value;
  if (wanted === undefined) return UNREADABLE;
  const value = SPEEDS.reduce((best, other) =>
    Math.abs(other - wanted) < Math.abs(best - wanted) ? other : best,
  );
  return { value, clamped: String(value) !== text };
});

const COLOUR = piece<ColourBy>("colour", "colours", String, (text) =>
  /^(f|rank|label|attribute[1-9]\d{0,3})$/.test(text) ? exactly(text as ColourBy) : UNREADABLE,
);

const BACKENDS: readonly Backend[] = ["auto", "cpu", "gpu"];
const PARTS: readonly Part[] = ["train", "validation", "test"];

const PACE = piece<Exclude<Pace, null>>("pace", "pace of training", String, (text) => {
  const pace = PACES.find((other) => other !== null && String(other) === text);
  return pace == null ? UNREADABLE : exactly(pace);
});

const BACKEND = piece<Backend>(
  "backend",
  "device",
  (backend) => backend,
  (text) => {
    // Browsers call it "webgpu".
    const value = BACKENDS.find((backend) => backend === (text === "webgpu" ? "gpu" : text));
    return value === undefined ? UNREADABLE : exactly(value);
  },
);

/** The table. */
const PIECES: { readonly [Name in Exclude<keyof Linked, "settings">]: LinkParameter<Linked[Name]> } = {
  backend: BACKEND,
  dataset: optional(DATASET),
  subject: SUBJECT,
  filter: optional(FILTER),
  values: optional(VALUES),
  page: oneOf<PageId>("page", "page", PAGE_IDS),
  placement: oneOf<Placement>("place", "placement", ["value", "free"]),
  stretch: flag("stretch", "stretched colours"),
  colour: COLOUR,
  tool: optional(oneOf("tool", "tool", TOOL_IDS)),
  tieRule: oneOf<TieRule>("ties", "tie rule", ["index", "reversed", "mean"]),
  target: oneOf("target", "target of the descent", TARGET_IDS),
  hat: optional(HAT),
  filled: flag("filled", "filled triangles"),
  lesson: optional(LESSON),
  making: flag("make", "making a lesson"),
  present: flag("present", "presenting"),
  epoch: optional(number("epoch", "epoch", 0, MAX_EPOCHS)),
  filterInView: number("channel", "filter in view", 0, MAX_INDEX),
  pace: optional(PACE),
  directions: oneOf<Directions>("way", "filtration", ["sub", "super", "both"]),
  threshold: optional(number("t", "threshold", -1e30, 1e30, false)),
  highlight: optional(HIGHLIGHT),
  selection: optional(number("vertex", "vertex", 0, MAX_INDEX)),
  zoom: ZOOM,
  playing: flag("play", "walk"),
  asks: flag("ask", "questions"),
  speed: SPEED,
  sort: oneOf("sort", "order of the bars", ["birth", "length"]),
  zeroLength: flag("zero", "bars of length zero"),
  fit: flag("fit", "fitted axes"),
  trails: flag("trails", "trails"),
  extended: optional(flag("extended", "extended persistence")),
  panel: oneOf("panel", "panel", ["bars", "diagram", "train", "data"]),
  topic: oneOf("topic", "question to the model", TOPICS),
  errorsView: ERRORS_VIEW,
  classesView: CLASSES_VIEW,
  readoutView: READOUT_VIEW,
  readoutPicture: oneOf("drawn", "picture of the coordinate functions", READOUT_PICTURES),
  mapColour: oneOf("map", "colour of the map", MAP_COLOURS),
  separation: SEPARATION,
  dataTab: oneOf("list", "tab", ["sources", "graphs"]),
  tables: TABLES,
  class: optional(number("class", "class", 0, MAX_INDEX)),
  part: optional(oneOf("part", "part of the split", PARTS)),
  wrongOnly: flag("wrong", "list of wrong graphs"),
  keepRunning: flag("background", "running in the background"),
};
const LINKED_SETTINGS = Object.keys(SETTING_PIECES) as SettingName[];
const NAMES = Object.keys(PIECES) as (keyof typeof PIECES)[];

/** The link of a state: its differences from a newly opened page. */
export function writeLink(linked: Linked): string {
  const words = new URLSearchParams({ [VERSION_KEY]: VERSION });
  const unstated: Linked = {
    ...UNLINKED,
    subject: subjectOf(linked),
    page: pageOf(linked),
    directions: directionsOf(linked.page),
  };
  const add = <Name extends keyof typeof PIECES>(name: Name): void => {
    const { key, write } = PIECES[name];
    const text = write(linked[name]);
    // A card without a graph means the graph at its start.
    const always = name === "subject" && linked.lesson !== null;
    if (always || text !== write(unstated[name])) words.set(key, text);
  };
  NAMES.forEach(add);
  const addSetting = <Name extends SettingName>(name: Name): void => {
    const value: Settings[Name] | undefined = linked.settings[name];
    if (value !== undefined) words.set(SETTING_PIECES[name].key, SETTING_PIECES[name].write(value));
  };
  LINKED_SETTINGS.forEach(addSetting);
  return words.toString();
}

/** A lesson file is not part of the state that links restore piece by piece: it is read before the page opens. */
const LESSON_FILE = "own-lesson";

/** The link of the state, with the file of the own lesson in view. */
export function linkOf(state: State): string {
  const link = writeLink(linkedOf(state));
  const { ownLesson, view } = state;
  if (!ownLesson || view.lesson?.lesson !== ownLesson.id) return link;
  const { packed, address } = ownLesson;
  if (packed !== null) return `${link}&${LESSON_FILE}=${packed}`;
  if (address === null) return link;
  // The file is too long for a link, so the link names its address.
  const words = new URLSearchParams(link);
  words.set(LESSON.key, `${address}#${view.lesson.card + 1}`);
  return words.toString();
}

/** The card at the end of the address of a lesson file, from 0. */
export function cardIn(address: string): number {
  const [, card] = /#([1-9]\d{0,3})$/.exec(address) ?? [];
  return card === undefined ? 0 : Number(card) - 1;
}

/** The link to the first card of a lesson, with its file; null: the file is too long for a link. */
export function linkToLesson({ id, packed }: Pick<OwnLesson, "id" | "packed">): string | null {
  const words = new URLSearchParams({
    [VERSION_KEY]: VERSION,
    [LESSON.key]: LESSON.write({ lesson: id, card: 0 }),
  });
  return packed === null ? null : `${words.toString()}&${LESSON_FILE}=${packed}`;
}

export interface ReadLink {
  readonly linked: Linked;
  /** The packed file of its lesson; null: none. */
  readonly lessonFile: string | null;
  /** The address of its lesson file, in place of the lesson; null: none. */
  readonly lessonAddress: string | null;
  /** Names of the invalid pieces of the link. */
  readonly clamped: readonly string[];
  /** The pieces in the link; the others have the values of a new page. */
  readonly stated: ReadonlySet<keyof Linked>;
}

type Reader = Pick<LinkParameter<unknown>, "key" | "name" | "read">;

/** Reads every valid piece, clamped to its range; the others have the values of a new page. */
export function readLink(text: string): ReadLink {
  const words = new URLSearchParams(text);
  const clamped: string[] = [];
  const settings: Record<string, unknown> = {};
  const unstated = { settings, subject: null, page: null, directions: null };
  const linked: Record<string, unknown> = { ...UNLINKED, ...unstated };
  const stated = new Set<keyof Linked>();
  const lesson = words.get(LESSON.key);
  const lessonAddress = lesson !== null && /[./]/.test(lesson) ? lesson : null;
  if (lessonAddress !== null) words.delete(LESSON.key);
  const take = (into: Record<string, unknown>, name: string, { key, name: title, read }: Reader): void => {
    const word = words.get(key);
    if (word === null || word === "") return;
    stated.add(into === settings ? "settings" : (name as keyof Linked));
    const found = read(word);
    if (found.clamped) clamped.push(title);
    if (found.value !== undefined) into[name] = found.value;
  };
  for (const name of NAMES) take(linked, name, PIECES[name]);
  for (const name of LINKED_SETTINGS) take(settings, name, SETTING_PIECES[name]);
  linked["subject"] ??= subjectOf(linked as unknown as Linked);
  linked["page"] ??= pageOf(linked as unknown as Linked);
  linked["directions"] ??= directionsOf((linked as unknown as Linked).page);
  const version = words.get(VERSION_KEY);
  if (version !== null && version !== VERSION) clamped.push("version");
  return {
    linked: linked as unknown as Linked,
    lessonFile: words.get(LESSON_FILE),
    lessonAddress,
    clamped,
    stated,
  };
}

/** Reads the pieces after `#`, or those after `?` if there is nothing after `#`. */
export function linkIn({ hash, search }: Pick<Location, "hash" | "search">): ReadLink {
  const behind = readLink(hash.slice(1));
  const isEmpty = behind.stated.size === 0 && behind.lessonAddress === null;
  return isEmpty ? readLink(search.slice(1)) : behind;
}

/** The address with another link; parameters after `?` that belong to other software stay. */
export function addressWith(
  { pathname, search }: Pick<Location, "pathname" | "search">,
  link: string,
): string {
  const others = new URLSearchParams(search);
  others.delete(LESSON_FILE);
  for (const name of NAMES) others.delete(PIECES[name].key);
  for (const name of LINKED_SETTINGS) others.delete(SETTING_PIECES[name].key);
  const query = others.size > 0 ? `?${others.toString()}` : "";
  return `${pathname}${query}#${link}`;
}
