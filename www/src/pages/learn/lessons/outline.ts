import type { Lesson, LessonOutline } from "../../../store/lesson";

/** The lesson without its notes and the contents of its cards. */
export function outlineOf({ id, title, minutes, idea, deeper, cards }: Lesson): LessonOutline {
  const asks = cards.map((card) => ({
    asks:
      !card.deeper &&
      [card.question, card.computed, card.transfer, card.wait?.guess ?? null].some((one) => one !== null),
  }));
  return { id, title, minutes, idea, deeper, cards: asks };
}
