// Goes through every lesson with the changes that a learner makes.

import { beforeAll, describe, expect, it, vi } from "vitest";
import { builtTopology, isBuilt } from "../../../../tests/topology";
import { positionAt } from "../../../domain/persistence/filtration";
import type { Topology } from "../../../engine/topology";
import type { EpochReport } from "../../../protocol";
import type { Change } from "../../../store/actions";
import type { Until } from "../../../store/lesson";
import { linkedOf, UNLINKED, withLinked } from "../../../store/linked";
import type { Linked } from "../../../store/linked";
import { walkDirection } from "../../../store/selectors";
import { shownSelector } from "../../../store/shown";
import type { Shown } from "../../../store/shown";
import type { LessonPlace } from "../../../store/state";
import { createStore } from "../../../store/store";
import type { Store } from "../../../store/store";
import { emptyState, inspectionOf, loadedData, runSummary } from "../../../store/testing";
import { readLink, writeLink } from "../../../services/link/address";
import { followLessons, linkedBy, showUnseen } from "./follow";
import {
  cardName,
  computedOf,
  deeperBeside,
  isDone,
  lessonsWith,
  loadCourse,
  openedAt,
  placeBeside,
  progressOf,
  questionKey,
} from "./lessons";
import { COURSE } from "./wholeCourse";
import { outlineOf } from "./outline";
import { takeLesson } from "./openLesson";
import { changesToFulfil, obstacle, instructionFor, isFulfilled } from "./until";
import { seedOf } from "./unseen/seeds";
import { unseen } from "./unseen/unseen";

const LATER_END = COURSE.find(({ id }) => id === "later-end")!;

function scoresOf(epoch: number): EpochReport {
  return { epoch, trainLoss: 0.1, trainMetric: 1, testMetric: 1 };
}

describe.skipIf(!isBuilt)("the lessons", () => {
  let topology: Topology;
  beforeAll(async () => {
    topology = await builtTopology();
    await loadCourse();
  });

  interface Page {
    readonly store: Store;
    readonly act: (change: Change) => void;
    readonly shown: () => Shown;
    readonly open: (place: LessonPlace | null) => void;
    readonly wanted: () => number;
  }
  function page(state = emptyState()): Page {
    const store = createStore(state);
    const select = shownSelector(topology);
    const act = (change: Change): void => store.dispatch({ ...change, source: "ui" });
    let wanted = 0;
    followLessons(store, topology, () => (wanted += 1));
    return {
      store,
      act,
      shown: () => select(store.state.peek()),
      open: (lesson) => act({ type: "view", change: { lesson } }),
      wanted: () => wanted,
    };
  }

  /** Like a learner: t moves from value to value, and epochs are trained. */
  function learn({ store, act, shown }: Page, until: Until): void {
    const there = (): boolean => isFulfilled(until, store.state.peek(), shown());
    if (until.type === "threshold") {
      const { graph, filtration, growing } = shown();
      const walk = growing?.walk ?? topology.walk(graph, filtration!, walkDirection(store.state.peek()));
      let steps = 0;
      while (!there()) {
        const position = positionAt(walk, store.state.peek().view.threshold);
        act({ type: "view", change: { threshold: walk.values[position + 1]! } });
        steps += 1;
      }
      expect(steps).toBeGreaterThan(0);
      expect(store.state.peek().view.threshold).toBe(until.threshold);
    } else if (until.type === "epochs") {
      const source = { type: "generator", id: "one-loop-or-several", seed: 0 } as const;
      const data = { source, ...loadedData("One loop or several") };
      act({ type: "data-loaded", data, run: runSummary(), show: inspectionOf(0) });
      expect(store.state.peek().view.page).toBe("learn");
      act({ type: "train" });
      for (let epoch = 1; epoch <= until.epochs; epoch++) {
        expect(there()).toBe(false);
        const report = { steps: [], epochs: [scoresOf(epoch)], finished: false, stopped: null };
        act({ type: "trained", report, milliseconds: 1 });
      }
    } else {
      for (const change of changesToFulfil(until, store.state.peek(), shown())) act(change);
    }
    expect(there()).toBe(true);
  }

  it.each(COURSE)("$id: each card can be completed", (lesson) => {
    const own = page();
    const { store, act, shown, open } = own;
    lesson.cards.forEach((card, number) => {
      const place = { lesson: lesson.id, card: number };
      open(place);
      if (card.wait) {
        expect(isFulfilled(card.wait.until, store.state.peek(), shown())).toBe(false);
        expect(instructionFor(card.wait, shown())).toMatch(/^[A-Z].*\.$/);
        learn(own, card.wait.until);
      }
      const seed = seedOf(store.state.peek().document.subject);
      expect(seed !== null).toBe(card.transfer !== null);
      const asked =
        card.question ??
        (card.computed && computedOf(lesson, card, topology)) ??
        (card.transfer && unseen(card.transfer, seed!, topology));
      if (!(asked ?? card.wait?.guess) || card.deeper) return;
      const choice = Math.max(asked?.choices.findIndex(({ right }) => right) ?? 0, 0);
      act({ type: "answer", question: questionKey(place, seed), answer: { choice, right: true } });
    });
    const progress = progressOf(outlineOf(lesson), store.state.peek().answers);
    expect(isDone(progress)).toBe(true);
    expect(progress.right).toBe(progress.questions);
  });

  it.each([
    ["main path", false],
    ["lessons beside it", true],
  ])("goes from the first card of the %s to the last and back again", (_, beside) => {
    const lessons = COURSE.filter(({ deeper }) => deeper === beside);
    const forward: string[] = [];
    let place: LessonPlace | null = { lesson: lessons[0]!.id, card: 0 };
    let last = place;
    while (place) {
      forward.push(`${place.lesson} ${place.card}`);
      last = place;
      place = placeBeside(COURSE, openedAt(COURSE, place)!, 1);
    }
    const onPath = lessons.flatMap(({ id, cards }) =>
      cards.flatMap(({ deeper }, card) => (deeper ? [] : [`${id} ${card}`])),
    );
    expect(forward).toEqual(onPath);
    const backward: string[] = [];
    for (place = last; place; place = placeBeside(COURSE, openedAt(COURSE, place)!, -1)) {
      backward.push(`${place.lesson} ${place.card}`);
    }
    expect(backward.reverse()).toEqual(forward);
  });

  it("offers each deeper card on the card before it, and returns to the path", () => {
    const names = (place: LessonPlace | null): string | null => place && `${place.lesson} ${place.card}`;
    for (const { id, cards } of COURSE) {
      cards.forEach(({ deeper }, card) => {
        const opened = openedAt(COURSE, { lesson: id, card })!;
        expect(deeperBeside(opened) !== null).toBe(!deeper && cards[card + 1]?.deeper === true);
        if (!deeper) return;
        expect(names(placeBeside(COURSE, opened, -1))).toBe(`${id} ${card - 1}`);
        if (cards[card + 1]) expect(names(placeBeside(COURSE, opened, 1))).toBe(`${id} ${card + 1}`);
      });
    }
    const pull = COURSE.find(({ id }) => id === "pull")!;
    expect(pull.cards.map((_, card) => cardName(pull, card))).toEqual([
      "card 1 of 4",
      "card 2 of 4",
      "card 3 of 4",
      "card 4 of 4",
      "deeper card 1 of 2",
      "deeper card 2 of 2",
    ]);
  });

  it("looks the same from every direction of navigation", () => {
    const { store, act, open } = page();
    const card = { lesson: "small-pushes", card: 1 };
    open(card);
    const seen = linkedOf(store.state.peek());
    open({ lesson: "from-above", card: 2 });
    act({ type: "view", change: { filled: true, playing: true, page: "inspect" } });
    open(card);
    act({ type: "values", values: [5, 4, 3, 2, 1] });
    open(card);
    expect(linkedOf(store.state.peek())).toEqual(seen);
  });

  it("a link to a card without a graph starts the card, and its own settings win", () => {
    const linked = (link: string): Linked => linkedBy(readLink(link), emptyState(), topology);
    const started = (lesson: LessonPlace): Linked => {
      const { store, open } = page();
      open(lesson);
      return linkedOf(store.state.peek());
    };
    expect(linked("lesson=young")).toEqual({ ...UNLINKED, lesson: { lesson: "young", card: 0 } });
    expect(linked("lesson=who-ends~2")).toEqual(started({ lesson: "who-ends", card: 1 }));
    const later = { ...started({ lesson: "who-ends", card: 1 }), threshold: 3 };
    expect(linked("lesson=who-ends~2&t=3")).toEqual(later);
    // The graph of the lesson wins over the data set of the link.
    const dataset = { name: "MUTAG", seed: 0 };
    expect(linked("data=MUTAG&page=learn&lesson=who-ends~2&t=3")).toEqual({ ...later, dataset });
    expect(linked("data=MUTAG&lesson=learn-the-order~3")).toMatchObject({
      dataset: { name: "one-loop-or-several" },
      subject: { type: "graph", index: 0 },
      tool: "train",
      page: "learn",
    });
    expect(linked("graph=wheel&lesson=who-ends~2")).toMatchObject({
      subject: { type: "example", id: "wheel" },
      threshold: null,
    });
  });

  it.each(COURSE)("$id: the link of each card opens the same card, with and without a data set", (lesson) => {
    const { store, act, open } = page();
    for (const wanted of [null, { name: "MUTAG", seed: 0 }]) {
      lesson.cards.forEach((_, card) => {
        act({ type: "wanted", wanted });
        open({ lesson: lesson.id, card });
        const { subject, ...there } = linkedOf(store.state.peek());
        const link = writeLink({ ...there, subject });
        const opened = linkedBy(readLink(link), emptyState(), topology);
        // A link rounds the places of the vertices.
        expect(opened).toMatchObject(there);
        expect(writeLink(opened)).toBe(link);
      });
    }
  });

  it("returns to the random graph of a link", () => {
    const lesson = { lesson: "later-end", card: LATER_END.cards.length - 1 };
    const first = page();
    first.open(lesson);
    const seed = seedOf(first.store.state.peek().document.subject);
    const linked = linkedBy(readLink(writeLink(linkedOf(first.store.state.peek()))), emptyState(), topology);
    const again = page(withLinked(emptyState(), linked));
    again.open({ ...lesson, card: 0 });
    again.open(lesson);
    expect(seedOf(again.store.state.peek().document.subject)).toBe(seed);
  });

  it("the exercises open at a topic by a link, keep an open question, and go on with a new one", () => {
    const place = { lesson: "exercises", card: 3 };
    const random = vi.spyOn(Math, "random").mockReturnValue(0.1);
    const linked = linkedBy(readLink("lesson=exercises~4"), emptyState(), topology);
    expect(linked.lesson).toEqual(place);
    const { open, act, store } = page(withLinked(emptyState(), linked));
    const seed = (): number => seedOf(store.state.peek().document.subject)!;
    const first = seed();
    open({ ...place, card: 0 });
    open(place);
    expect(seed()).toBe(first);
    act({ type: "answer", question: questionKey(place, first), answer: { choice: 0, right: false } });
    random.mockReturnValue(0.9);
    const after = Array.from({ length: 3 }, () => {
      open({ ...place, card: 0 });
      open(place);
      return seed();
    });
    random.mockRestore();
    expect(new Set([first, ...after]).size).toBe(2);
  });

  it("Next never leads from the course into the exercises", () => {
    const lessons = lessonsWith(null);
    const places = COURSE.flatMap(({ id, cards }) => cards.map((_, card) => ({ lesson: id, card })));
    const next = places.map((place) => placeBeside(lessons, openedAt(lessons, place)!, 1)?.lesson);
    expect(next).not.toContain("exercises");
  });

  it("requests the training engine only for lessons on data sets", () => {
    const { open, wanted, store } = page();
    open({ lesson: "later-end", card: 0 });
    expect(wanted()).toBe(0);
    open({ lesson: "learn-the-order", card: 2 });
    expect(wanted()).toBe(1);
    expect(store.state.peek().document.subject).toEqual({ type: "graph", index: 0 });
    expect(store.state.peek().wanted).toEqual({ name: "one-loop-or-several", seed: 0 });
  });

  it("does not wait for a missing engine", () => {
    const { act, store } = page();
    const until = { type: "epochs", epochs: 3 } as const;
    expect(obstacle(until, store.state.peek())).toBeNull();
    act({ type: "engine-failed", message: "no space left", command: "cargo run --release" });
    expect(obstacle(until, store.state.peek())).toContain("not running");
    expect(obstacle({ type: "threshold", threshold: 2 }, store.state.peek())).toBeNull();
  });

  it("shows a random graph at its start, and the same graph for the same number", () => {
    const { store, open } = page();
    const lesson = LATER_END;
    open({ lesson: lesson.id, card: lesson.cards.length - 1 });
    showUnseen(store, topology, 17);
    const { document, view } = store.state.peek();
    expect(seedOf(document.subject)).toBe(17);
    expect(view.threshold).toBe(0);
    expect(document.subject).toEqual({ type: "own", graph: unseen("edges-at", 17, topology).graphs[0] });
  });

  it("restores a random graph until another one is requested", () => {
    const { store, open } = page();
    const last = { lesson: LATER_END.id, card: LATER_END.cards.length - 1 };
    const seed = (): number | null => seedOf(store.state.peek().document.subject);
    open(last);
    const first = seed()!;
    open({ ...last, card: 0 });
    open(last);
    expect(seed()).toBe(first);
    const another = first === 17 ? 18 : 17;
    showUnseen(store, topology, another);
    open({ ...last, card: 0 });
    open(last);
    expect(seed()).toBe(another);
    // On a later visit, the last answered question returns.
    const later = page({ ...emptyState(), answers: { [questionKey(last, 23)]: { choice: 0, right: true } } });
    later.open(last);
    expect(seedOf(later.store.state.peek().document.subject)).toBe(23);
  });

  it("adds a lesson file after the course and rejects an invalid one", async () => {
    const { store } = page();
    const file = (text: string): Pick<File, "name" | "size" | "text"> => ({
      name: "own.json",
      size: text.length,
      text: () => Promise.resolve(text),
    });
    await takeLesson(store, file('{\n"id": 3 }'));
    expect(store.state.peek().notices[0]).toMatchObject({ kind: "error", title: "own.json was not opened" });
    expect(store.state.peek().notices[0]!.detail).toMatch(/^line [12]: /);
    const own = JSON.stringify({
      id: "own",
      title: "Own",
      minutes: 1,
      idea: "One.",
      removes: "None.",
      notes: { ask: "Why?", misunderstanding: "So." },
      cards: [{ text: "Hello.", do: [{ type: "threshold", threshold: 2 }] }],
    });
    await takeLesson(store, file(own));
    const state = store.state.peek();
    expect(state.view.lesson).toEqual({ lesson: "own", card: 0 });
    expect(state.view.threshold).toBe(2);
    expect(openedAt(lessonsWith(state.ownLesson), state.view.lesson)?.index).toBe(COURSE.length);
  });
});
