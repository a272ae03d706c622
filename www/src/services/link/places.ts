// The places that Back and Forward of the browser go through: each has an entry in the history of the window.

import type { Subject } from "../../domain/graph/subject";
import type { Change } from "../../store/actions";
import type { LessonPlace, PageId, State, Topic } from "../../store/state";

/** A page and its view: the open card on the learning page, the topic on the model page. */
export interface HistoryPlace {
  readonly page: PageId;
  readonly lesson: LessonPlace | null;
  /** The user makes a lesson, in the place of the list of lessons. */
  readonly making: boolean;
  readonly topic: Topic | null;
  /** The graph or the points of the user, which a lesson replaces; null on a card and in the maker, which show their own. */
  readonly own: { readonly subject: Subject; readonly values: readonly number[] | null } | null;
}

export function placeOf({
  view,
  document: { subject, values },
}: Pick<State, "view" | "document">): HistoryPlace {
  const { page, topic } = view;
  const lesson = page === "learn" ? view.lesson : null;
  const making = page === "learn" && lesson === null && view.making;
  const isOwn = subject.type === "own" || subject.type === "points";
  return {
    page,
    lesson,
    making,
    topic: page === "model" ? topic : null,
    own: page === "learn" && lesson === null && !making && isOwn ? { subject, values } : null,
  };
}

export function isSamePlace(a: HistoryPlace, b: HistoryPlace): boolean {
  const sameCard = a.lesson?.lesson === b.lesson?.lesson && a.lesson?.card === b.lesson?.card;
  return a.page === b.page && sameCard && a.making === b.making && a.topic === b.topic;
}

/** The changes that lead to a place. A card starts again, so its graph is in view. */
export function changesTo({ page, lesson, making, topic, own }: HistoryPlace): readonly Change[] {
  return [
    { type: "view", change: { page, ...(page === "learn" && { lesson, making }), ...(topic && { topic }) } },
    ...(own ? ([{ type: "show", subject: own.subject }] as const) : []),
    ...(own?.values ? ([{ type: "values", values: own.values }] as const) : []),
  ];
}

const KEY = "sublevel";

/** The state of an entry of the history, next to the state that others store there. */
export function entryOf(place: HistoryPlace, others: unknown): object {
  return { ...(typeof others === "object" ? others : null), [KEY]: place };
}

/** The place of an entry; null: the page did not make this entry. */
export function placeIn(entry: unknown): HistoryPlace | null {
  return typeof entry === "object" && entry !== null && KEY in entry ? (entry[KEY] as HistoryPlace) : null;
}
