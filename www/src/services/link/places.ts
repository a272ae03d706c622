// The places that Back and Forward of the browser go through: each has an entry in the history of the window.

import type { Change } from "../../store/actions";
import type { LessonPlace, PageId, State } from "../../store/state";

/** A page and, on the learning page, the open card. */
export interface Place {
  readonly page: PageId;
  readonly lesson: LessonPlace | null;
}

export function placeOf({ view: { page, lesson } }: Pick<State, "view">): Place {
  return { page, lesson: page === "learn" ? lesson : null };
}

export function isSamePlace(a: Place, b: Place): boolean {
  return a.page === b.page && a.lesson?.lesson === b.lesson?.lesson && a.lesson?.card === b.lesson?.card;
}

/** The changes that lead to a place. A card starts again, so its graph is in view. */
export function changesTo({ page, lesson }: Place): readonly Change[] {
  return [{ type: "view", change: page === "learn" ? { page, lesson } : { page } }];
}

const KEY = "sublevel";

/** The state of an entry of the history, next to the state that others store there. */
export function entryOf(place: Place, others: unknown): object {
  return { ...(typeof others === "object" ? others : null), [KEY]: place };
}

/** The place of an entry; null: the page did not make this entry. */
export function placeIn(entry: unknown): Place | null {
  return typeof entry === "object" && entry !== null && KEY in entry ? (entry[KEY] as Place) : null;
}
