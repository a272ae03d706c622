// The open card, its condition, and its navigation.

import { effect } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { useApp, useSlice } from "../../../ui/context";
import { positionAt } from "../../../domain/persistence/filtration";
import type { Change } from "../../../store/actions";
import type { Lesson, LessonOutline } from "../../../store/lesson";
import { walkDirection } from "../../../store/selectors";
import type { LessonPlace } from "../../../store/state";
import { lessonsWith, openedAt, outlinesWith, questionKey, isLoaded } from "./lessons";
import type { OpenCard } from "./lessons";
import { trainBesideSum } from "../trainBeside";
import { dispatchAll } from "./follow";
import { playing } from "./perform";
import { changesToFulfil, obstacle, instructionFor, isFulfilled, replyTo } from "./until";
import type { Reply } from "./until";

/** The lessons with their cards; those of the course are missing until they are loaded. */
export function useLessons(): readonly Lesson[] {
  const own = useSlice(({ ownLesson }) => ownLesson);
  // A signal: the component renders again when the course is loaded.
  const loaded = isLoaded();
  return useMemo(() => lessonsWith(own), [own, loaded]);
}

/** All lessons, without the contents of their cards. */
export function useOutlines(): readonly LessonOutline[] {
  const own = useSlice(({ ownLesson }) => ownLesson);
  return useMemo(() => outlinesWith(own), [own]);
}

export function useOpened(): OpenCard | null {
  const lessons = useLessons();
  const place = useSlice(({ view }) => view.lesson);
  return useMemo(() => openedAt(lessons, place), [lessons, place]);
}

export function useGo(): (place: LessonPlace | null) => void {
  const { store } = useApp();
  return (place) => dispatchAll(store, [{ type: "view", change: { lesson: place } }]);
}

export interface WaitState {
  /** Nothing blocks the next card. */
  readonly over: boolean;
  /** There is nothing to do. */
  readonly done: boolean;
  /** The text of the condition, or the reason why it is skipped. */
  readonly instruction: string | null;
  /** The text of the condition, also after it is fulfilled; null: there is none. */
  readonly task: string | null;
  /** The reply to the last guess; null: there is none. */
  readonly reply: Reply | null;
  /** Fulfils the condition; in a walk, does one step of it. */
  doIt(stepwise: boolean): void;
}

/** A fulfilled condition stays fulfilled, even if the pointer leaves the bar, and on a later visit of the card. */
export function useWaiting({ card: { wait }, place }: OpenCard): WaitState {
  const app = useApp();
  const { store, shown, topology } = app;
  const [done, setDone] = useState(false);
  const [reply, setReply] = useState<Reply | null>(null);
  const state = useSlice((all) => all);
  const card = questionKey(place, null);
  const isHelped = useRef(false);
  useEffect(() => {
    if (done) dispatchAll(store, [{ type: "passed", card }]);
  }, [done, store, card]);
  useLayoutEffect(() => {
    if (!wait || wait.guess) return undefined;
    return effect(() => {
      if (isFulfilled(wait.until, store.state.value, shown.value)) setDone(true);
    });
  }, [wait, store, shown]);
  useLayoutEffect(() => {
    // A learner who explores afterwards does not answer again.
    if (!wait?.guess || done) return undefined;
    const { reveal } = wait.guess;
    const { threshold } = store.state.peek().view;
    return store.watch(
      ({ view }) => view.selection,
      (vertex) => {
        const direction = walkDirection(store.state.peek());
        const answered = vertex === null ? null : replyTo(wait, vertex, threshold, direction, shown.peek());
        if (!answered) return;
        setReply(answered);
        if (!answered.counts) return;
        setDone(true);
        const given = store.state.peek().answers[card]?.right ?? false;
        const right = isHelped.current ? given : answered.right;
        dispatchAll(store, [
          { type: "answer", question: card, answer: { choice: 0, right } },
          ...playing(reveal),
        ]);
      },
    );
  }, [wait, done, store, shown, card]);
  if (!wait) {
    return { over: true, done: true, instruction: null, task: null, reply, doIt: () => undefined };
  }
  const { until } = wait;
  const reason = obstacle(until, state);
  const task = reason ?? instructionFor(wait, shown.value);
  const stepTowards = (): readonly Change[] => {
    const { graph, filtration, growing } = shown.peek();
    if (until.type !== "threshold" || !filtration) return changesToFulfil(until, state, shown.peek());
    const { values, direction } = growing?.walk ?? topology.walk(graph, filtration, walkDirection(state));
    const next = values[positionAt({ values, direction }, state.view.threshold) + 1];
    return [{ type: "view", change: { threshold: next ?? until.threshold } }];
  };
  return {
    // In a lecture, the clicker does the task again.
    over: done || reason !== null || (!state.view.present && state.passed.includes(card)),
    done: done || reason !== null,
    instruction: done ? null : task,
    task,
    reply,
    doIt(stepwise) {
      isHelped.current = true;
      if (until.type === "epochs") void trainBesideSum(app, "lesson");
      dispatchAll(store, stepwise ? stepTowards() : changesToFulfil(until, state, shown.peek()));
    },
  };
}
