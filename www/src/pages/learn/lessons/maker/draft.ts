// Changes of a lesson that the user makes, and the finished lesson.

import { sentence } from "../../../../domain/text/format";
import { packLesson } from "../../../../services/link/packedLesson";
import { NO_LESSON } from "../../../../store/lesson";
import type { Card, Draft, Lesson, LessonAction, OwnLesson } from "../../../../store/lesson";
import { MAX_CARDS, MAX_WORDS, parseDraft, parseLesson } from "../format";
import { faultOfMarks, wordCount } from "../marks";
import { writeLesson } from "../write";
import { hasSubject } from "./stage";

/** A card without a text, a stage or a question. */
export const NO_CARD: Card = {
  text: "",
  deeper: false,
  do: [],
  wait: null,
  question: null,
  computed: null,
  transfer: null,
  compare: [],
  picture: null,
  part: null,
  note: null,
};

/** A draft has no address, so its id means nothing; the finished lesson gets its own. */
const DRAFT_ID = "draft";

/** A lesson of one empty card with this stage. */
export function newDraft(stage: readonly LessonAction[]): Draft {
  const lesson = { ...NO_LESSON, id: DRAFT_ID, cards: [{ ...NO_CARD, do: stage }] };
  return { lesson, card: 0, past: [] };
}

/** The draft of a finished lesson: each card gets the actions of `start`. */
export function draftOf(lesson: Lesson, card: number): Draft {
  const cards = lesson.cards.map((one) => ({ ...one, do: [...lesson.start, ...one.do] }));
  return { lesson: { ...lesson, id: DRAFT_ID, start: [], cards }, card, past: [] };
}

/** The draft as the text that the browser keeps. */
export function storedDraft({ lesson }: Draft): string {
  return writeLesson({ ...lesson, id: DRAFT_ID });
}

/** Null: the text is no draft. */
export function readDraft(text: string | null): Draft | null {
  const lesson = text === null ? null : parseDraft(text);
  return lesson && draftOf(lesson, 0);
}

/** A change that undo takes back. */
function changed({ past, ...before }: Draft, after: Omit<Draft, "past">): Draft {
  return { ...after, past: [...past, before] };
}

export function renamed(draft: Draft, change: Partial<Pick<Lesson, "title" | "author">>): Draft {
  return { ...draft, lesson: { ...draft.lesson, ...change } };
}

/** The card in view after a change that the fields or the stage themselves take back. */
export function withCard(draft: Draft, card: Card): Draft {
  if (card === draft.lesson.cards[draft.card]) return draft;
  return { ...draft, lesson: { ...draft.lesson, cards: draft.lesson.cards.with(draft.card, card) } };
}

/** The card in view with another question, or with none. */
export function withQuestion(draft: Draft, asked: Pick<Card, "question" | "computed" | "transfer">): Draft {
  const card = { ...draft.lesson.cards[draft.card]!, ...asked };
  const { lesson } = withCard(draft, card);
  return changed(draft, { lesson, card: draft.card });
}

export function canAdd({ lesson: { cards } }: Draft): boolean {
  return cards.length < MAX_CARDS;
}

/** A new card after the one in view, with the same stage. */
export function added(draft: Draft): Draft {
  const { lesson, card } = draft;
  const next = { ...NO_CARD, do: lesson.cards[card]!.do };
  const cards = lesson.cards.toSpliced(card + 1, 0, next);
  return changed(draft, { lesson: timed(lesson, cards), card: card + 1 });
}

/** Without the card in view; a lesson keeps at least one. */
export function removed(draft: Draft): Draft {
  const { lesson, card } = draft;
  if (lesson.cards.length === 1) return draft;
  const cards = lesson.cards.toSpliced(card, 1);
  return changed(draft, { lesson: timed(lesson, cards), card: Math.min(card, cards.length - 1) });
}

/** The card in view one place earlier or later. */
export function moved(draft: Draft, by: 1 | -1): Draft {
  const { lesson, card } = draft;
  const to = card + by;
  if (!lesson.cards[to]) return draft;
  const cards = lesson.cards.with(card, lesson.cards[to]).with(to, lesson.cards[card]!);
  return changed(draft, { lesson: { ...lesson, cards: firstShown(cards) }, card: to });
}

export function undone({ past }: Draft): Draft | null {
  const before = past.at(-1);
  return before ? { ...before, past: past.slice(0, -1) } : null;
}

/** Another draft, which undo takes back. */
export function replaced(before: Draft | null, { lesson, card }: Draft): Draft {
  return before ? changed(before, { lesson, card }) : { lesson, card, past: [] };
}

/** A card takes about a minute. */
function timed(lesson: Lesson, cards: readonly Card[]): Lesson {
  const minutes = Math.min(Math.max(lesson.minutes + cards.length - lesson.cards.length, 1), 60);
  return { ...lesson, minutes, cards: firstShown(cards) };
}

/** The path of “Next” begins with the first card. */
function firstShown(cards: readonly Card[]): readonly Card[] {
  const [first] = cards;
  return first?.deeper ? cards.with(0, { ...first, deeper: false }) : cards;
}

/** The lesson without spaces around its texts and without empty ones. */
function trimmed(lesson: Lesson): Lesson {
  const orNull = (text: string | null): string | null => text?.trim() || null;
  const cards = lesson.cards.map((card) => ({ ...card, text: card.text.trim(), note: orNull(card.note) }));
  return { ...lesson, title: lesson.title.trim(), author: orNull(lesson.author), cards };
}

/** The reason why students cannot get the lesson yet, as a sentence; null: none that this function knows. */
export function problemOf(lesson: Lesson, questionProblem: (card: Card) => string | null): string | null {
  const { title, cards } = trimmed(lesson);
  if (title === "") return "Give the lesson a title.";
  for (const [at, card] of cards.entries()) {
    const [name, words] = [`Card ${at + 1}`, wordCount(card.text)];
    if (card.text === "") return `${name} needs a text.`;
    if (words > MAX_WORDS) return `${name} has ${words} words; at most ${MAX_WORDS} fit on a card.`;
    const fault = faultOfMarks(card.text) ?? faultOfMarks(card.note ?? "");
    if (fault) return `${name}: ${sentence(fault)}`;
    if (!hasSubject(card.do) && card.transfer === null) return `${name} has nothing on the stage.`;
    const problem = questionProblem(card);
    if (problem) return `${name}: ${problem}`;
  }
  return null;
}

/** The finished lesson and its file. Throws with the reason if the format rejects it. */
export function finished(draft: Lesson): { readonly lesson: OwnLesson; readonly file: string } {
  const lesson = trimmed(draft);
  // An answer belongs to exactly this version: another version has another id.
  const id = `${slug(lesson.title)}-${hash(writeLesson({ ...lesson, id: DRAFT_ID }))}`;
  const file = writeLesson({ ...lesson, id });
  const parsed = parseLesson(file);
  if ("error" in parsed) throw new Error(parsed.error);
  return { lesson: { ...parsed.value, packed: packLesson(file), address: null }, file };
}

/** The title in the letters of an id. */
function slug(title: string): string {
  const words =
    title
      .normalize("NFKD")
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  return words.join("-").slice(0, 40).replace(/-$/, "") || "lesson";
}

/** FNV-1a in 32 bits. */
function hash(text: string): string {
  let sum = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) sum = Math.imul(sum ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return sum.toString(36);
}
