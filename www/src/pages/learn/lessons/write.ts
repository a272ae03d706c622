// Writes a lesson as a file: what `format.ts` reads. Keys with their defaults are left out, so that links are short.

import { LETTERS } from "../../../domain/graph/graph";
import type {
  Card,
  Lesson,
  LessonAction,
  CardQuestion,
  ShownGraph,
  Until,
  Wait,
} from "../../../store/lesson";

/** The file of a lesson. */
export function writeLesson(lesson: Lesson): string {
  const { id, title, author, minutes, idea, removes, notes, references, deeper, start, cards } = lesson;
  const file = {
    id,
    title,
    author: author ?? undefined,
    minutes,
    idea: some(idea),
    removes: some(removes),
    notes: notes ?? undefined,
    references: some(references),
    deeper: some(deeper),
    start: some(start.map(writtenAction)),
    cards: cards.map(writtenCard),
  };
  return `${inShortLines(JSON.stringify(file, null, 2))}\n`;
}

/** Lists of numbers or texts on one line; the line breaks of JSON are never inside a text. */
function inShortLines(json: string): string {
  return json.replace(
    /\[\n\s*([^[\]{}]*?)\n\s*\]/g,
    (_, items: string) => `[${items.replace(/\n\s*/g, " ")}]`,
  );
}

/** Undefined in place of an empty value: JSON omits it. */
function some<T extends string | boolean | readonly unknown[]>(value: T): T | undefined {
  return value === false || (typeof value !== "boolean" && value.length === 0) ? undefined : value;
}

const letter = (vertex: number): string => LETTERS[vertex] ?? "";
const pairs = <T>(all: readonly T[]): (readonly [T, T])[] =>
  Array.from({ length: all.length / 2 }, (_, i) => [all[2 * i]!, all[2 * i + 1]!] as const);

function writtenCard({ text, deeper, wait, question, computed, transfer, ...card }: Card): object {
  return {
    text,
    deeper: some(deeper),
    do: some(card.do.map(writtenAction)),
    wait: wait ? writtenWait(wait) : undefined,
    question: question ? writtenQuestion(question) : undefined,
    computed: computed
      ? {
          kind: computed.kind,
          at: computed.at ?? undefined,
          vertex: computed.vertex === null ? undefined : letter(computed.vertex),
        }
      : undefined,
    transfer: transfer ? { kind: transfer } : undefined,
    compare: some(card.compare.map(writtenGraph)),
    picture: card.picture ?? undefined,
    part: card.part ?? undefined,
    note: some(card.note ?? ""),
  };
}

function writtenGraph(shown: ShownGraph): unknown {
  return shown.type === "show" ? shown.example : writtenAction(shown);
}

function writtenQuestion({ ask, choices, reveal }: CardQuestion): object {
  return {
    ask,
    choices: choices.map(({ text, right, why }) => ({ text, right: some(right), why })),
    reveal: some(reveal.map(writtenAction)),
  };
}

function writtenAction(action: LessonAction): object {
  switch (action.type) {
    case "own-graph": {
      const { type, title, values, edges, names, places } = action;
      return {
        type,
        title,
        values,
        edges: pairs(edges).map((ends) => ends.map(letter).join("")),
        names: names ?? undefined,
        places: places ? pairs(places) : undefined,
      };
    }
    case "select":
      return { type: action.type, vertex: letter(action.vertex) };
    case "highlight": {
      const { type, highlight } = action;
      return highlight.type === "bar"
        ? { type, bar: highlight.id }
        : { type, vertex: letter(highlight.vertex) };
    }
    case "hat":
      return { type: action.type, ...action.hat };
    default:
      return action;
  }
}

function writtenWait({ until, instruction, guess }: Wait): object {
  return {
    [until.type]: writtenUntil(until),
    say: instruction ?? undefined,
    guess: guess ? { ...guess, reveal: some(guess.reveal.map(writtenAction)) } : undefined,
  };
}

function writtenUntil(until: Until): unknown {
  switch (until.type) {
    case "threshold":
      return until.threshold;
    case "tool":
      return until.tool;
    case "directions":
      return until.directions;
    case "filled":
      return until.filled;
    case "tie-rule":
      return until.rule;
    case "complex":
      return until.complex;
    case "loop-length":
      return until.length;
    case "value":
      return { vertex: letter(until.vertex), near: until.near };
    case "edge":
      return until.ends.map(letter).join("");
    case "select":
      return until.vertices.map(letter);
    case "bar":
      return letter(until.vertex);
    case "hat":
      return { at: until.at, sign: until.sign };
    case "epochs":
      return until.epochs;
    case "epoch":
      return until.epoch;
  }
}
