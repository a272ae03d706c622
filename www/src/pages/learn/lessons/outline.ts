import type { Lesson, LessonOutline } from "../../../store/lesson";

/** The lesson without its notes and the contents of its cards. */
export function outlineOf({ id, title, minutes, idea, cards }: Lesson): LessonOutline {
  const asks = cards.map(({ question, transfer }) => ({ asks: question !== null || transfer !== null }));
  return { id, title, minutes, idea, cards: asks };
}
