// Applies the actions of a lesson when a card is opened.

import { batch } from "@preact/signals";
import { writeLink } from "../../../services/link/address";
import type { Topology } from "../../../engine/topology";
import type { Change } from "../../../store/actions";
import { linkedOf, UNLINKED } from "../../../store/linked";
import type { State } from "../../../store/state";
import type { Store } from "../../../store/store";
import { lessonsWith, openedAt, questionKey, seedAt } from "./lessons";
import { changesOf, forgetting } from "./perform";
import { anySeed, unseen } from "./unseen/unseen";

export function dispatchAll(store: Store, changes: readonly Change[]): void {
  batch(() => {
    for (const change of changes) store.dispatch({ ...change, source: "lesson" });
  });
}

/**
 * Performs the start actions of each opened card; returns a function that stops this. Lessons on data sets
 * request the training engine.
 */
export function followLessons(store: Store, topology: Topology, wantEngine: () => void): () => void {
  const enter = (): void => {
    enterCard(store, topology);
    const { view, wanted } = store.state.peek();
    if (view.lesson && wanted) wantEngine();
  };
  if (!saysMore(store.state.peek())) enter();
  return store.listen((action) => {
    if (action.type === "view" && action.change.lesson) enter();
    // The settings of a link override the start actions of its card.
    if (action.type === "open-link" && !saysMore(store.state.peek())) enter();
  });
}

function enterCard(store: Store, topology: Topology): void {
  const state = store.state.peek();
  const opened = openedAt(lessonsWith(state.ownLesson), state.view.lesson);
  if (!opened) return;
  const { lesson, card, place } = opened;
  dispatchAll(store, [...forgetting(state), ...[...lesson.start, ...card.do].flatMap(changesOf)]);
  if (card.transfer) showUnseen(store, topology, seedAt(place, state) ?? anySeed());
}

/** Shows the random graph with this number, before any vertex has entered. */
export function showUnseen(store: Store, topology: Topology, seed: number): void {
  const state = store.state.peek();
  const opened = openedAt(lessonsWith(state.ownLesson), state.view.lesson);
  if (!opened?.card.transfer) return;
  const [first] = unseen(opened.card.transfer, seed, topology).graphs;
  dispatchAll(store, [
    ...forgetting(state),
    { type: "unseen", question: questionKey(opened.place, null), seed },
    { type: "own-graph", graph: first! },
    { type: "view", change: { threshold: 0 } },
  ]);
}

/** Does the link contain more than the card? */
function saysMore(state: State): boolean {
  const { lesson, present, page, playing } = UNLINKED;
  return writeLink({ ...linkedOf(state), lesson, present, page, playing }) !== writeLink(UNLINKED);
}
