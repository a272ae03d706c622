// Opens the maker, and finds the lesson that it shows.

import type { App } from "../../../../ui/context";
import { readStored, writeStored } from "../../../../services/storage/browserStorage";
import type { Draft } from "../../../../store/lesson";
import type { Store } from "../../../../store/store";
import { dispatchAll } from "../follow";
import { changesOf, forgetting } from "../perform";
import { draftOf, finished, newDraft, readDraft, replaced, storedDraft } from "./draft";
import { hasSubject, stageActions } from "./stage";
import { DRAFT_KEY } from "./MakerDoor";
import { DRAW_GRAPH } from "../../editor/drawGraph";

export function setDraft({ store }: Pick<App, "store">, draft: Draft): void {
  store.dispatch({ type: "draft", draft, source: "ui" });
}

/** The draft in the state, or the one that the browser keeps; null: there is none. */
function knownDraft(store: Store): Draft | null {
  return store.state.peek().draft ?? readDraft(readStored(DRAFT_KEY));
}

/** The draft to go on with; a new one begins with the stage in view. */
export function resumedDraft({ store, shown }: App): Draft {
  return knownDraft(store) ?? freshDraft({ store, shown });
}

export function freshDraft({ store, shown }: Pick<App, "store" | "shown">): Draft {
  const stage = stageActions(store.state.peek(), shown.peek());
  return newDraft(typeof stage === "string" ? [] : stage);
}

export function keepDraft(draft: Draft): void {
  writeStored(DRAFT_KEY, storedDraft(draft));
}

/** Shows the stage of the card in view. The open tool stays, so that the author can go on drawing. */
export function showStage({ store }: Pick<App, "store">, { lesson, card }: Draft): void {
  const state = store.state.peek();
  const actions = lesson.cards[card]?.do ?? [];
  const { tool } = state.view;
  dispatchAll(store, [
    ...forgetting(state),
    ...(hasSubject(actions) ? [] : DRAW_GRAPH),
    ...actions.flatMap(changesOf),
    ...(tool === "edit" && !actions.some(({ type }) => type === "tool")
      ? [{ type: "view", change: { tool } } as const]
      : []),
  ]);
}

/** Edits the own lesson in view; another draft stays behind Undo. */
export function editOwnLesson({ store }: Pick<App, "store">): void {
  const { ownLesson, view } = store.state.peek();
  if (!ownLesson) return;
  const card = view.lesson?.card ?? 0;
  const before = knownDraft(store);
  const isSame = before !== null && idOf(before) === ownLesson.id;
  const draft = isSame ? { ...before, card } : replaced(before, draftOf(ownLesson, card));
  store.dispatch({ type: "draft", draft, source: "ui" });
  store.dispatch({ type: "view", change: { lesson: null, making: true }, source: "ui" });
  if (isSame || !before?.lesson.title) return;
  const detail = "Undo, above the text of a card, brings it back.";
  const notice = { kind: "info", title: `“${before.lesson.title}” made room`, detail } as const;
  store.dispatch({ type: "notify", notice, source: "ui" });
}

/** The id of the finished lesson; null: it has a problem. */
function idOf({ lesson }: Draft): string | null {
  try {
    return finished(lesson).lesson.id;
  } catch {
    return null;
  }
}
