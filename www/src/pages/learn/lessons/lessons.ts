// The lessons and the navigation between their cards.

import { signal } from "@preact/signals";
import type { Card, Lesson, LessonOutline, ModelPart, UnseenKind } from "../../../store/lesson";
import type { Tool } from "../../../store/choices";
import type { Topology } from "../../../engine/topology";
import { EXERCISES } from "./exercises";
import { outlineOf } from "./outline";
import type { ComputedQuestion } from "./unseen/computed";
import type { GivenAnswer, LessonPlace, State } from "../../../store/state";

/**
 * The lessons of the course, without the contents of their cards. Read when the page is built, see `vite.config.ts`. The file names
 * start with the position in the course.
 */
export const COURSE_OUTLINES: readonly LessonOutline[] = Object.entries(
  import.meta.glob<LessonOutline>("./course/*.json", { query: "?outline", import: "default", eager: true }),
)
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([, outline]) => outline);

/** The lessons of the main path. They come first, so their positions are their numbers. */
export const MAIN_PATH = COURSE_OUTLINES.filter(({ deeper }) => !deeper);
/** The lessons beside it, which nobody must take. */
export const DEEPER = COURSE_OUTLINES.slice(MAIN_PATH.length);

type WholeCourse = typeof import("./wholeCourse");

/** Null until `loadCourse` ends. */
const course = signal<WholeCourse | null>(null);

export function isCourseLoaded(): boolean {
  return course.peek() !== null;
}

/** Fetches the contents of the cards and the questions on unseen graphs. */
export async function loadCourse(): Promise<void> {
  course.value ??= await import("./wholeCourse");
}

/** The question of a seed; the course is loaded. */
export const unseenOf: WholeCourse["unseen"] = (...asked) => course.peek()!.unseen(...asked);

/** The question on the graph of a card; null: its stage has none. The course is loaded. */
export function computedOf(
  { start }: Lesson,
  { computed, do: actions }: Card,
  topology: Topology,
): ComputedQuestion | null {
  const { computed: question, stagedBy } = course.peek()!;
  const made = computed && question(computed, stagedBy([...start, ...actions], topology));
  return typeof made === "string" ? null : made;
}

/** Whether the course is loaded. */
export const isLoaded = (): boolean => course.value !== null;

/** The loaded lessons of the course, followed by the user's own lesson, and by the exercises. */
export function lessonsWith(own: Lesson | null): readonly Lesson[] {
  const loaded = course.value;
  return [...(loaded?.COURSE ?? []), ...(own ? [own] : []), ...(loaded ? [loaded.EXERCISE_LESSON] : [])];
}

/** The outlines of the course, followed by the user's own lesson. */
export function outlinesWith(own: Lesson | null): readonly LessonOutline[] {
  return own ? [...COURSE_OUTLINES, outlineOf(own)] : COURSE_OUTLINES;
}

/** The card at a position; invalid positions are clamped. */
export interface OpenCard {
  readonly lesson: Lesson;
  readonly index: number;
  readonly card: Card;
  readonly place: LessonPlace;
}

export function openedAt(lessons: readonly Lesson[], place: LessonPlace | null): OpenCard | null {
  const index = lessons.findIndex(({ id }) => id === place?.lesson);
  const lesson = lessons[index];
  if (!lesson || !place) return null;
  const number = Math.min(Math.max(place.card, 0), lesson.cards.length - 1);
  return { lesson, index, card: lesson.cards[number]!, place: { lesson: lesson.id, card: number } };
}

/**
 * The next (+1) or previous (−1) card, across lessons; null at the ends. The main path passes over deeper cards and lessons, and a
 * deeper card lies between its two neighbours.
 */
export function placeBeside(
  lessons: readonly Lesson[],
  { lesson, card: { deeper }, place }: OpenCard,
  way: 1 | -1,
): LessonPlace | null {
  let card = place.card + way;
  while (!deeper && lesson.cards[card]?.deeper) card += way;
  if (lesson.cards[card]) return { lesson: lesson.id, card };
  const path = lessons.filter((other) => other.deeper === lesson.deeper && other.id !== EXERCISES);
  const other = path[path.indexOf(lesson) + way];
  return other
    ? { lesson: other.id, card: way === 1 ? 0 : other.cards.findLastIndex((one) => !one.deeper) }
    : null;
}

/** The deeper card that a card of the main path offers; null: none. */
export function deeperBeside({ lesson, card, place }: OpenCard): LessonPlace | null {
  const offered = lesson.cards[place.card + 1];
  return offered?.deeper && !card.deeper ? { lesson: lesson.id, card: place.card + 1 } : null;
}

/** "card 2 of 4"; deeper cards are counted apart. */
export function cardName({ cards }: Lesson, index: number): string {
  const { deeper } = cards[index]!;
  const places = [...cards.keys()].filter((i) => cards[i]!.deeper === deeper);
  return `${deeper ? "deeper card" : "card"} ${places.indexOf(index) + 1} of ${places.length}`;
}

/** The references are on the last card of the main path, which everybody sees, and on the last deeper card. */
export function showsReferences({ cards, references }: Lesson, index: number): boolean {
  const { deeper } = cards[index]!;
  return references.length > 0 && index === cards.findLastIndex((card) => card.deeper === deeper);
}

/** The parts of a model that a learner has met on the cards of a path up to this one. */
export function partsMet(path: readonly Lesson[], { lesson, place }: OpenCard): ReadonlySet<ModelPart> {
  const cards = path.slice(0, path.indexOf(lesson)).flatMap((before) => before.cards);
  const met = [...cards, ...lesson.cards.slice(0, place.card + 1)].map(({ part }) => part);
  return new Set(met.filter((part) => part !== null));
}

/** The id of a question in the stored answers; for a random graph it contains the number. */
export function questionKey({ lesson, card }: LessonPlace, seed: number | null): string {
  return seed === null ? `${lesson}:${card}` : `${lesson}:${card}:${seed}`;
}

/** The number of the random graph at a card: the one shown or answered last; null: none. */
export function seedAt(
  place: LessonPlace,
  { unseen, answers }: Pick<State, "unseen" | "answers">,
): number | null {
  const key = questionKey(place, null);
  const answered = Object.keys(answers).findLast((name) => name.startsWith(`${key}:`));
  return unseen[key] ?? (answered === undefined ? null : Number(answered.slice(key.length + 1)));
}

/** The tools that answers of questions on random graphs open. */
const TOOLS_OF_UNSEEN: Partial<Record<UnseenKind, Tool>> = {
  "hat-sign": "hat",
  gradient: "slopes",
  "points-arrow": "descent",
};

/** The tool that the answer of a card opens; null: none. */
export function toolOfAnswer({ question, wait, transfer }: Card): Tool | null {
  const reveal = question?.reveal ?? wait?.guess?.reveal;
  const opened = reveal?.findLast(({ type }) => type === "tool");
  if (opened?.type === "tool") return opened.tool;
  return (transfer && TOOLS_OF_UNSEEN[transfer]) ?? null;
}

/** The tool that the answer of the opened card opens, if no tool is open; null: none. */
export function upcomingTool({ ownLesson, view }: Pick<State, "ownLesson" | "view">): Tool | null {
  const opened = view.tool === null ? openedAt(lessonsWith(ownLesson), view.lesson) : null;
  return opened && toolOfAnswer(opened.card);
}

export interface LessonProgress {
  readonly questions: number;
  readonly answered: number;
  readonly right: number;
}

/** The progress in a lesson: a question on random graphs counts as right after one correct answer. */
export function progressOf(
  { id, cards }: LessonOutline,
  answers: Readonly<Record<string, GivenAnswer>>,
): LessonProgress {
  let [questions, answered, right] = [0, 0, 0];
  cards.forEach(({ asks }, card) => {
    if (!asks) return;
    questions += 1;
    const key = questionKey({ lesson: id, card }, null);
    const given = Object.keys(answers).filter((name) => name === key || name.startsWith(`${key}:`));
    if (given.length > 0) answered += 1;
    if (given.some((name) => answers[name]?.right)) right += 1;
  });
  return { questions, answered, right };
}

export function isDone({ questions, answered }: LessonProgress): boolean {
  return questions > 0 && answered === questions;
}

/** The first lesson that is not complete, null if all are; and whether any is started. */
export function nextLesson(
  lessons: readonly LessonOutline[],
  answers: Readonly<Record<string, GivenAnswer>>,
): { readonly lesson: LessonOutline | null; readonly begun: boolean } {
  const progress = lessons.map((lesson) => progressOf(lesson, answers));
  const first = progress.findIndex((one) => !isDone(one));
  return { lesson: lessons[first] ?? null, begun: progress.some(({ answered }) => answered > 0) };
}
