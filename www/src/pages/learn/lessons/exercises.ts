// The questions on new graphs and points as a place of its own, without end: one topic for each lesson.

import { NO_LESSON } from "../../../store/lesson";
import type { Lesson } from "../../../store/lesson";
import type { GivenAnswer } from "../../../store/state";

/** The id of the lesson with the exercises. */
export const EXERCISES = "exercises";

/** The last question of each lesson, as the cards of one lesson. */
export function exercisesOf(course: readonly Lesson[]): Lesson {
  const cards = course.flatMap((lesson) =>
    lesson.cards
      .filter(({ transfer }) => transfer !== null)
      .map((card) => ({ ...card, deeper: false, part: null })),
  );
  return { ...NO_LESSON, id: EXERCISES, title: "Exercises", cards };
}

/** The names of the topics, in the order of the cards. */
export function topicsOf(course: readonly Lesson[]): readonly string[] {
  return course
    .filter(({ cards }) => cards.some(({ transfer }) => transfer !== null))
    .map(({ title }) => title);
}

/** In the exercises, only the first answer to a question counts. */
export function countsAsRight(question: string, given: GivenAnswer | undefined, right: boolean): boolean {
  return given && question.startsWith(`${EXERCISES}:`) ? given.right : right;
}

export interface Score {
  readonly asked: number;
  readonly right: number;
}

/** The score of a topic; null: of all exercises. Only the first answer to a question counts. */
export function exerciseScore(answers: Readonly<Record<string, GivenAnswer>>, topic: number | null): Score {
  const prefix = topic === null ? `${EXERCISES}:` : `${EXERCISES}:${topic}:`;
  const given = Object.keys(answers).filter((name) => name.startsWith(prefix));
  return { asked: given.length, right: given.filter((name) => answers[name]!.right).length };
}

export function inScore({ asked, right }: Score): string {
  return `${right} of ${asked} right`;
}
