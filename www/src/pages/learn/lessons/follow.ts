// Applies the actions of a lesson when a card is opened.

import { batch } from "@preact/signals";
import { FEATURES } from "../../../domain/graph/subject";
import type { ReadLink } from "../../../services/link/address";
import type { Topology } from "../../../engine/topology";
import type { Change } from "../../../store/actions";
import { linkedOf, UNLINKED, withLinked } from "../../../store/linked";
import type { Linked } from "../../../store/linked";
import type { State } from "../../../store/state";
import { createStore } from "../../../store/store";
import type { Store } from "../../../store/store";
import { EXERCISES } from "./exercises";
import { isCourseLoaded, lessonsWith, loadCourse, openedAt, questionKey, seedAt, unseenOf } from "./lessons";
import { changesOf, forgetting } from "./perform";
import { anySeed, GREATEST_VALUE, seedOf } from "./unseen/seeds";

export function dispatchAll(store: Store, changes: readonly Change[]): void {
  batch(() => {
    for (const change of changes) store.dispatch({ ...change, source: "lesson" });
  });
}

/** Shows the other graph of a comparison, at the same level t. */
export function showOther(store: Store, changes: readonly Change[]): void {
  const { threshold } = store.state.peek().view;
  dispatchAll(store, [...changes, { type: "view", change: { threshold } }]);
}

/**
 * Performs the start actions of each opened card; returns a function that stops this. Lessons on data sets
 * request the training engine.
 */
export function followLessons(store: Store, topology: Topology, wantEngine: () => void): () => void {
  const request = (): void => {
    const { view, document } = store.state.peek();
    if (view.lesson && FEATURES[document.subject.type].isInDataset) wantEngine();
  };
  const linked = (): void => {
    noteUnseen(store);
    request();
  };
  linked();
  return store.listen((action) => {
    if (action.type === "open-link") linked();
    if (action.type !== "view" || !action.change.lesson) return;
    const enter = (): void => {
      enterCard(store, topology);
      request();
    };
    if (isCourseLoaded()) enter();
    else {
      const { lesson } = store.state.peek().view;
      // The user can be on another card by then.
      void loadCourse().then(() => store.state.peek().view.lesson === lesson && enter());
    }
  });
}

/** The content of a link. A link to a card without a graph means the start of the card. */
export function linkedBy({ linked, stated }: ReadLink, state: State, topology: Topology): Linked {
  const { lesson } = linked;
  if (!lesson || stated.has("subject")) return linked;
  const scratch = createStore(withLinked(state, { ...UNLINKED, lesson }));
  enterCard(scratch, topology);
  const start = linkedOf(scratch.state.peek());
  const others = [...stated].filter((name) => name !== "dataset" || start.dataset === null);
  return { ...start, ...Object.fromEntries(others.map((name) => [name, linked[name]])) };
}

/** Returning to a card shows the random graph of the link again. */
function noteUnseen(store: Store): void {
  const { view, ownLesson, document } = store.state.peek();
  const opened = openedAt(lessonsWith(ownLesson), view.lesson);
  const seed = seedOf(document.subject);
  if (!opened?.card.transfer || seed === null) return;
  dispatchAll(store, [{ type: "unseen", question: questionKey(opened.place, null), seed }]);
}

function enterCard(store: Store, topology: Topology): void {
  const state = store.state.peek();
  const opened = openedAt(lessonsWith(state.ownLesson), state.view.lesson);
  if (!opened) return;
  const { lesson, card, place } = opened;
  dispatchAll(store, [...forgetting(state), ...[...lesson.start, ...card.do].flatMap(changesOf)]);
  if (!card.transfer) return;
  const seed = seedAt(place, state);
  // The exercises go on with a new question.
  const isOver =
    seed !== null && lesson.id === EXERCISES && state.answers[questionKey(place, seed)] !== undefined;
  showUnseen(store, topology, seed === null || isOver ? anySeed() : seed);
}

/** Shows the random graph with this number, before any vertex has entered. */
export function showUnseen(store: Store, topology: Topology, seed: number): void {
  const state = store.state.peek();
  const opened = openedAt(lessonsWith(state.ownLesson), state.view.lesson);
  if (!opened?.card.transfer) return;
  const { graphs, cloud, direction = "sub", placement } = unseenOf(opened.card.transfer, seed, topology);
  dispatchAll(store, [
    ...forgetting(state),
    { type: "unseen", question: questionKey(opened.place, null), seed },
    cloud ? { type: "show", subject: { type: "points", cloud } } : { type: "own-graph", graph: graphs[0]! },
    ...(direction === "sub" ? [] : [{ type: "view", change: { directions: direction } } as const]),
    ...(placement ? [{ type: "view", change: { placement } } as const] : []),
    { type: "view", change: { threshold: direction === "sub" ? 0 : GREATEST_VALUE + 1 } },
  ]);
}
