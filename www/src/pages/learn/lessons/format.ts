// The format of lesson files. The parser rejects everything else.

import type { Hat } from "../../../domain/persistence/vectors";
import { TARGET_IDS } from "../../../domain/points/descent";
import type { PointComplex } from "../../../protocol";
import type { TieRule } from "../../../domain/persistence/slopes";
import type { Node } from "jsonc-parser";
import { LETTERS } from "../../../domain/graph/graph";
import { exampleNamed } from "../../../domain/graph/subject";
import type { BarId } from "../../../domain/graph/graph";
import { CARD_PICTURES, COMPUTED_KINDS, HAT_SIGNS, MODEL_PARTS, UNSEEN_KINDS } from "../../../store/lesson";
import type {
  Card,
  CardChoice,
  Computed,
  ComputedKind,
  Guess,
  Lesson,
  LecturerNote,
  LessonAction,
  CardQuestion,
  ShownGraph,
  Until,
  Wait,
} from "../../../store/lesson";
import { PACES, TOOL_IDS } from "../../../store/choices";
import type { Directions, Pace, Placement } from "../../../store/choices";
import { faultOfMarks, wordCount } from "./marks";
import {
  entries,
  flag,
  list,
  number,
  oneOf,
  optional,
  orNull,
  readJson,
  record,
  refuse,
  short,
  text,
  whole,
} from "./reading";
import type { ReadAnswers, Read } from "./reading";

const MAX_FILE_LENGTH = 100_000;
export const MAX_WORDS = 90;
export const MAX_CARDS = 20;
/** The largest graph: its vertices are letters. */
export const MAX_GRAPH = { vertices: LETTERS.length, edges: 200 };
export const MAX_POINTS = 100;
/** The longest name of a vertex, title of a lesson, and name of an author. */
export const MAX_NAME = 20;
export const MAX_TITLE = 60;
export const LARGEST = 1e6;

/** The lesson of a file, or the reason for rejecting it: "line 12: …". */
export function parseLesson(file: string): ReadAnswers<Lesson> {
  return readJson(file, MAX_FILE_LENGTH, readLesson);
}

/** The lesson that a user has not finished: its texts can be empty or too long. Null: the file is none. */
export function parseDraft(file: string): Lesson | null {
  const read = readJson(file, MAX_FILE_LENGTH, readDraft);
  return "value" in read ? read.value : null;
}

const DIRECTIONS: readonly Directions[] = ["sub", "super", "both"];
const PLACEMENTS: readonly Placement[] = ["value", "free"];
const TIE_RULES: readonly TieRule[] = ["index", "reversed", "mean"];
const COMPLEXES: readonly PointComplex[] = ["alpha", "rips"];

const value = number(-LARGEST, LARGEST);
const line = marked(300);
const paragraph = marked(900);

function marked(longest: number): Read<string> {
  const read = text(longest);
  return (node) => {
    const found = read(node);
    const fault = faultOfMarks(found);
    return fault === null ? found : refuse(node, fault);
  };
}

const cardText: Read<string> = (node) => {
  const found = paragraph(node);
  const words = wordCount(found);
  return words <= MAX_WORDS
    ? found
    : refuse(node, `this card has ${words} words; at most ${MAX_WORDS} are allowed`);
};

const lessonId: Read<string> = (node) => {
  const id = text(60)(node);
  return /^[a-z0-9-]+$/.test(id)
    ? id
    : refuse(node, "an id contains only lower-case letters, digits and hyphens");
};

const example: Read<string> = (node) => {
  const id = text(60)(node);
  return exampleNamed(id) ? id : refuse(node, `there is no example “${short(id)}”`);
};

/** The index of a vertex from its letter. */
const vertex: Read<number> = (node) => {
  const letter: unknown = node.value;
  const found = typeof letter === "string" && letter.length === 1 ? LETTERS.indexOf(letter) : -1;
  return found >= 0 ? found : refuse(node, "a vertex is one of the letters a to z, without f");
};

/** "ab": from a to b. */
const edge: Read<readonly [number, number]> = (node) => {
  const [, from, to] = /^([a-eg-z])([a-eg-z])$/.exec(String(node.value)) ?? [];
  if (from === undefined || to === undefined)
    return refuse(node, "an edge is two letters, such as “ab”, without f");
  return from === to
    ? refuse(node, "an edge needs two different endpoints")
    : [LETTERS.indexOf(from), LETTERS.indexOf(to)];
};

const HAT = { birth: value, death: value, radius: value };

/** A place in the drawing, from the left and from the top, each from 0 to 1. */
const place: Read<readonly [number, number]> = (node) => {
  const [x, y] = list(number(0, 1), 2, 2)(node);
  return [x!, y!];
};

const ownGraph: Read<LessonAction> = (node) => {
  const { title, values, edges, names, places } = record<{
    title: string;
    values: readonly number[];
    edges: readonly (readonly [number, number])[];
    names: readonly string[] | null;
    places: readonly (readonly [number, number])[] | null;
  }>({
    title: line,
    values: list(value, 1, LETTERS.length),
    edges: list(edge, 0, MAX_GRAPH.edges),
    names: optional<readonly string[] | null>(list(text(MAX_NAME), 1, LETTERS.length), null),
    places: optional<readonly (readonly [number, number])[] | null>(list(place, 1, LETTERS.length), null),
  })(withoutType(node));
  if (names && names.length !== values.length)
    return refuse(node, "each vertex needs one name and one value");
  if (places && places.length !== values.length)
    return refuse(node, "each vertex needs one place and one value");
  const drawn = new Set<string>();
  for (const ends of edges) {
    const key = [Math.min(...ends), Math.max(...ends)].join();
    if (Math.max(...ends) >= values.length) return refuse(node, "an edge has an endpoint without a value");
    if (drawn.has(key)) return refuse(node, "the list contains the same edge twice");
    drawn.add(key);
  }
  return { type: "own-graph", title, values, edges: edges.flat(), names, places: places?.flat() ?? null };
};

/** The largest magnitude of a coordinate. */
export const MAX_COORDINATE = 1000;
const coordinate = number(-MAX_COORDINATE, MAX_COORDINATE);

const point: Read<readonly [number, number]> = (node) => {
  const [x, y] = list(coordinate, 2, 2)(node);
  return [x!, y!];
};

const pace: Read<Pace> = (node) => {
  const found = PACES.find((one) => one === node.value);
  return found === undefined ? refuse(node, `expected one of ${PACES.map(String).join(", ")}`) : found;
};

const BAR_ID = /^(?:h0|h0Essential|h1Essential):(?:sub|super):\d{1,4}$/;

const bar: Read<BarId> = (node) => {
  const id = String(node.value);
  return BAR_ID.test(id) ? (id as BarId) : refuse(node, "a bar is kind:direction:vertex, such as “h0:sub:2”");
};

const highlight: Read<LessonAction> = (node) => {
  const words = withoutType(node);
  return entries(words).has("bar")
    ? { type: "highlight", highlight: { type: "bar", id: record({ bar })(words).bar } }
    : { type: "highlight", highlight: { type: "vertex", vertex: record({ vertex })(words).vertex } };
};

type Typed<T> = Omit<T, "type">;
type ActionOf<Type extends LessonAction["type"]> = Extract<LessonAction, { type: Type }>;

function action<Type extends LessonAction["type"]>(
  type: Type,
  read: Read<Typed<ActionOf<Type>>>,
): Read<LessonAction> {
  return (node) => ({ type, ...read(withoutType(node)) }) as ActionOf<Type>;
}

const ACTIONS: Readonly<Record<LessonAction["type"], Read<LessonAction>>> = {
  show: action("show", record({ example })),
  "own-graph": ownGraph,
  points: action(
    "points",
    record({
      title: line,
      points: list(point, 1, MAX_POINTS),
      complex: optional<PointComplex>(oneOf(COMPLEXES), "alpha"),
    }),
  ),
  data: action("data", record({ name: text(60), graph: whole(1, 100_000) })),
  values: action("values", record({ values: list(value, 1, LETTERS.length) })),
  threshold: action("threshold", record({ threshold: orNull(value) })),
  directions: action("directions", record({ directions: oneOf(DIRECTIONS) })),
  placement: action("placement", record({ placement: oneOf(PLACEMENTS) })),
  tool: action("tool", record({ tool: orNull(oneOf(TOOL_IDS)) })),
  target: action("target", record({ target: oneOf(TARGET_IDS) })),
  "tie-rule": action("tie-rule", record({ rule: oneOf(TIE_RULES) })),
  filled: action("filled", record({ filled: flag })),
  extended: action("extended", record({ shown: flag })),
  hat: (node) => ({ type: "hat", hat: record<Hat>(HAT)(withoutType(node)) }),
  select: action("select", record({ vertex })),
  highlight,
  pace: action("pace", record({ pace })),
  play: action("play", record({ playing: flag })),
};
const ACTION_TYPES = Object.keys(ACTIONS) as LessonAction["type"][];

/** The object without the key "type", which was read before. */
function withoutType(node: Node): Node {
  const children = (node.children ?? []).filter(({ children: parts }) => parts?.[0]?.value !== "type");
  return { ...node, children };
}

const lessonAction: Read<LessonAction> = (node) => {
  const type = entries(node).get("type")?.value;
  return type ? ACTIONS[oneOf(ACTION_TYPES)(type)](node) : refuse(node, "“type” is missing");
};

const actions = list(lessonAction, 0, 20);

/** The id of an example, or a new graph. */
const shownGraph: Read<ShownGraph> = (node) => {
  if (node.type === "string") return { type: "show", example: example(node) };
  const found = lessonAction(node);
  return found.type === "own-graph"
    ? found
    : refuse(node, "a graph to switch to is the id of an example or an “own-graph”");
};

const UNTIL: Readonly<Record<Until["type"], Read<Until>>> = {
  threshold: (node) => ({ type: "threshold", threshold: value(node) }),
  tool: (node) => ({ type: "tool", tool: oneOf(TOOL_IDS)(node) }),
  directions: (node) => ({ type: "directions", directions: oneOf(DIRECTIONS)(node) }),
  filled: (node) => ({ type: "filled", filled: flag(node) }),
  "tie-rule": (node) => ({ type: "tie-rule", rule: oneOf(TIE_RULES)(node) }),
  complex: (node) => ({ type: "complex", complex: oneOf(COMPLEXES)(node) }),
  "loop-length": (node) => ({ type: "loop-length", length: number(0, LARGEST)(node) }),
  value: (node) => ({ type: "value", ...record({ vertex, near: value })(node) }),
  edge: (node) => ({ type: "edge", ends: edge(node) }),
  select: (node) => ({ type: "select", vertices: list(vertex, 1, LETTERS.length)(node) }),
  bar: (node) => ({ type: "bar", vertex: vertex(node) }),
  hat: (node) => {
    const { at, sign } = record({ at: list(value, 2, 2), sign: oneOf(HAT_SIGNS) })(node);
    return { type: "hat", at: [at[0]!, at[1]!], sign };
  },
  epochs: (node) => ({ type: "epochs", epochs: whole(1, 1000)(node) }),
  epoch: (node) => ({ type: "epoch", epoch: whole(0, 1000)(node) }),
};
const UNTIL_TYPES = Object.keys(UNTIL) as Until["type"][];

const guess = record<Guess>({ right: line, wrong: line, reveal: optional(actions, []) });

const wait: Read<Wait> = (node) => {
  const found = entries(node);
  const instruction = found.get("say");
  const guessed = found.get("guess");
  const [first, second] = [...found].filter(([name]) => name !== "say" && name !== "guess");
  if (!first) return refuse(node, `“wait” needs one of ${UNTIL_TYPES.join(", ")}`);
  if (second) return refuse(second[1].key, "“wait” takes only one condition");
  const type = oneOf(UNTIL_TYPES)(first[1].key);
  if (guessed && type !== "select") refuse(guessed.key, "only “select” takes a guess");
  return {
    until: UNTIL[type](first[1].value),
    instruction: instruction ? line(instruction.value) : null,
    guess: guessed ? guess(guessed.value) : null,
  };
};

const choice = record<CardChoice>({ text: line, right: optional(flag, false), why: line });

const question: Read<CardQuestion> = (node) => {
  const found = record<CardQuestion>({
    ask: line,
    choices: list(choice, 2, 6),
    reveal: optional(actions, []),
  })(node);
  if (found.choices.filter(({ right }) => right).length !== 1)
    refuse(node, "exactly one choice must be right");
  if (new Set(found.choices.map(({ text }) => text)).size < found.choices.length) {
    refuse(node, "two choices have the same text");
  }
  return found;
};

/** What the question is about, besides the graph. */
export const ABOUT: Readonly<Record<ComputedKind, "at" | "vertex" | null>> = {
  "components-at": "at",
  "loops-at": "at",
  "who-ends": "at",
  "end-of": "vertex",
  "longest-bar": null,
  barcode: null,
};

const computed: Read<Computed> = (node) => {
  const found = record<Computed>({
    kind: oneOf(COMPUTED_KINDS),
    at: optional<number | null>(value, null),
    vertex: optional<number | null>(vertex, null),
  })(node);
  const about = ABOUT[found.kind];
  for (const name of ["at", "vertex"] as const) {
    if (name === about && found[name] === null) refuse(node, `“${found.kind}” needs “${name}”`);
    if (name !== about && found[name] !== null) refuse(node, `“${found.kind}” takes no “${name}”`);
  }
  return found;
};

/** A card whose texts are read in this way. */
const cardWith =
  (words: Read<string>, note: Read<string>): Read<Card> =>
  (node) => {
    const found = record<Card>({
      text: words,
      deeper: optional(flag, false),
      do: optional(actions, []),
      wait: optional<Wait | null>(wait, null),
      question: optional<CardQuestion | null>(question, null),
      computed: optional<Computed | null>(computed, null),
      transfer: optional<Card["transfer"]>((kind) => record({ kind: oneOf(UNSEEN_KINDS) })(kind).kind, null),
      compare: optional(list(shownGraph, 2, 4), []),
      picture: optional<Card["picture"]>(oneOf(CARD_PICTURES), null),
      part: optional<Card["part"]>(oneOf(MODEL_PARTS), null),
      note: optional<string | null>(note, null),
    })(node);
    if ([found.question, found.computed, found.transfer].filter(Boolean).length > 1)
      refuse(node, "a card has only one of question, computed and transfer");
    // A card keeps one answer.
    if (found.wait?.guess && (found.question ?? found.computed ?? found.transfer))
      refuse(node, "a card with a guess takes no further question");
    return found;
  };

const cards =
  (card: Read<Card>): Read<readonly Card[]> =>
  (node) => {
    const found = list(card, 1, MAX_CARDS)(node);
    return found[0]!.deeper ? refuse(node, "the first card of a lesson cannot be deeper") : found;
  };

const lessonWith = (title: Read<string>, author: Read<string>, card: Read<Card>): Read<Lesson> =>
  record<Lesson>({
    id: lessonId,
    title,
    author: optional<string | null>(author, null),
    minutes: whole(1, 60),
    idea: optional(line, ""),
    removes: optional(line, ""),
    notes: optional<LecturerNote | null>(record({ ask: paragraph, misunderstanding: paragraph }), null),
    references: optional(list(line, 0, 4), []),
    deeper: optional(flag, false),
    start: optional(actions, []),
    cards: cards(card),
  });

const readLesson = lessonWith(text(MAX_TITLE), text(MAX_TITLE), cardWith(cardText, paragraph));

/** Any text, also an empty one. */
const anyText: Read<string> = (node) =>
  typeof node.value === "string" ? node.value : refuse(node, "expected a text");
const readDraft = lessonWith(anyText, anyText, cardWith(anyText, anyText));
