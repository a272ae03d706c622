// A lesson from the first card to the students who open its link.

import { beforeAll, describe, expect, it, vi } from "vitest";
import fc from "fast-check";
import { builtTopology, isBuilt } from "../../../../../tests/topology";
import type { Topology } from "../../../../engine/topology";
import { packLesson } from "../../../../services/link/packedLesson";
import { readLink, linkToLesson } from "../../../../services/link/address";
import type { Change } from "../../../../store/actions";
import type { Card, Draft, LessonAction } from "../../../../store/lesson";
import { shownSelector } from "../../../../store/shown";
import type { Shown } from "../../../../store/shown";
import { createStore } from "../../../../store/store";
import type { Store } from "../../../../store/store";
import { emptyState } from "../../../../store/testing";
import { DRAW_GRAPH } from "../../editor/drawGraph";
import { followLessons } from "../follow";
import { computedOf, loadCourse, openedAt } from "../lessons";
import { lessonInLink } from "../openLesson";
import { changesOf, forgetting } from "../perform";
import {
  added,
  draftOf,
  finished,
  moved,
  newDraft,
  problemOf,
  readDraft,
  removed,
  renamed,
  replaced,
  storedDraft,
  undone,
  withCard,
  withQuestion,
} from "./draft";
import { describeStage, hasSubject, stageActions, withStage } from "./stage";

const GRAPH: LessonAction = {
  type: "own-graph",
  title: "Two valleys",
  values: [1, 3, 1.5],
  edges: [0, 1, 1, 2],
  names: null,
  places: null,
};
const BLANK: Pick<Card, "question" | "computed" | "transfer"> = {
  question: null,
  computed: null,
  transfer: null,
};
const noProblem = (): null => null;

function written(draft: Draft, text: string): Draft {
  return withCard(draft, { ...draft.lesson.cards[draft.card]!, text });
}
const texts = ({ lesson }: Draft): string[] => lesson.cards.map(({ text }) => text);

/** Three cards a, b and c, with the last one in view. */
function threeCards(): Draft {
  return written(added(written(added(written(newDraft([GRAPH]), "a")), "b")), "c");
}

describe("the draft of a lesson", () => {
  it("adds, moves and deletes cards, and undo takes each change back", () => {
    const draft = threeCards();
    expect(texts(draft)).toEqual(["a", "b", "c"]);
    expect(draft.lesson.minutes).toBe(3);
    const earlier = moved(draft, -1);
    expect([texts(earlier), earlier.card]).toEqual([["a", "c", "b"], 1]);
    const shorter = removed(earlier);
    expect([texts(shorter), shorter.card]).toEqual([["a", "b"], 1]);
    expect(undone(shorter)).toEqual(earlier);
    expect(texts(undone(undone(shorter)!)!)).toEqual(["a", "b", "c"]);
    expect(undone(newDraft([]))).toBeNull();
    expect(removed(newDraft([]))).toEqual(newDraft([]));
    expect(moved(draft, 1)).toBe(draft);
  });

  it("gives a new card the stage of the card before it", () => {
    expect(threeCards().lesson.cards.map((card) => card.do)).toEqual([[GRAPH], [GRAPH], [GRAPH]]);
  });

  it("survives a reload, also unfinished", () => {
    const draft = renamed(written(newDraft([GRAPH]), "word ".repeat(200)), { title: "", author: "" });
    const asked = withQuestion(draft, { ...BLANK, computed: { kind: "loops-at", at: 3, vertex: null } });
    expect(readDraft(storedDraft(asked))?.lesson).toEqual(asked.lesson);
    expect(readDraft(null)).toBeNull();
    expect(readDraft("{")).toBeNull();
  });

  it("comes back after another draft took its place", () => {
    const draft = threeCards();
    const other = replaced(draft, newDraft([]));
    expect(texts(other)).toEqual([""]);
    expect(texts(undone(other)!)).toEqual(["a", "b", "c"]);
  });

  it("names the first problem in a sentence", () => {
    const titled = renamed(threeCards(), { title: "Valleys" });
    const problem = (draft: Draft): string | null => problemOf(draft.lesson, noProblem);
    expect(problem(threeCards())).toBe("Give the lesson a title.");
    expect(problem(titled)).toBeNull();
    expect(problem(written(titled, " "))).toBe("Card 3 needs a text.");
    expect(problem(written(titled, "word ".repeat(91)))).toMatch(/^Card 3 has 91 words/);
    expect(problem(written(titled, "<b>x</b>"))).toMatch(/^Card 3: HTML is not supported/);
    expect(problem(added(renamed(newDraft([]), { title: "x" })))).toBe("Card 1 needs a text.");
    expect(problem(written(renamed(newDraft([]), { title: "x" }), "y"))).toBe(
      "Card 1 has nothing on the stage.",
    );
    expect(problemOf(titled.lesson, () => "No bar ends.")).toBe("Card 1: No bar ends.");
  });

  it("has an id of its own in every version, so that answers to another one do not count", () => {
    const draft = renamed(threeCards(), { title: "Über Täler & hills" });
    const { lesson } = finished(draft.lesson);
    expect(lesson.id).toMatch(/^u-ber-ta-ler-hills-\w+$|^uber-taler-hills-\w+$/);
    expect(finished(draft.lesson).lesson).toEqual(lesson);
    expect(finished(written(draft, "d").lesson).lesson.id).not.toBe(lesson.id);
    // Who edits a lesson and changes nothing passes on the same one.
    expect(finished(draftOf(lesson, 0).lesson).lesson.id).toBe(lesson.id);
    expect(finished(renamed(threeCards(), { title: "谷" }).lesson).lesson.id).toMatch(/^lesson-/);
  });
});

describe.runIf(isBuilt)("the stage of a card", () => {
  let topology: Topology;
  beforeAll(async () => {
    topology = await builtTopology();
    await loadCourse();
  });

  interface Stage {
    readonly store: Store;
    readonly act: (...changes: readonly Change[]) => void;
    readonly shown: () => Shown;
    readonly actions: () => readonly LessonAction[] | string;
  }
  function stage(): Stage {
    const store = createStore(emptyState());
    const select = shownSelector(topology);
    const shown = (): Shown => select(store.state.peek());
    return {
      store,
      shown,
      act: (...changes) => changes.forEach((change) => store.dispatch({ ...change, source: "ui" })),
      actions: () => stageActions(store.state.peek(), shown()),
    };
  }
  const cardOf = ({ actions }: Stage): Card => {
    const found = actions();
    if (typeof found === "string") throw new Error(found);
    return withStage(newDraft([]).lesson.cards[0]!, found);
  };
  /** The stage after a card with these actions has opened. */
  function opened(actions: readonly LessonAction[]): Stage {
    const own = stage();
    own.act(...forgetting(own.store.state.peek()), ...actions.flatMap(changesOf));
    return own;
  }

  it.each<[string, readonly Change[]]>([
    ["an example", [{ type: "show", subject: { type: "example", id: "figure-2" } }]],
    ["an example with moved values", [{ type: "values", values: [4, 1.1, 2, 3, 0.25, 7] }]],
    ["a filter of the structure", [{ type: "filter", filter: "degree" }]],
    ["a drawn graph at t", [...changesOf(GRAPH), { type: "view", change: { threshold: 1.1 } }]],
    ["a tool beside it", [...changesOf(GRAPH), { type: "view", change: { tool: "tree" } }]],
    ["superlevel sets", [...changesOf(GRAPH), { type: "view", change: { directions: "super" } }]],
    [
      "filled triangles in the free layout",
      [{ type: "view", change: { filled: true, placement: "free", extended: true } }],
    ],
    [
      "points",
      [
        {
          type: "show",
          subject: {
            type: "points",
            cloud: { title: "P", coordinates: [0.1, 0.2, Math.fround(0.3), 5], complex: "rips" },
          },
        },
      ],
    ],
  ])("opens as the author left it: %s", (_, changes) => {
    const own = stage();
    own.act(...changes);
    const card = cardOf(own);
    expect(hasSubject(card.do)).toBe(true);
    expect(describeStage(card.do, false)).not.toBeNull();
    const again = opened(card.do);
    const [before, after] = [own.shown(), again.shown()];
    expect(after.bars).toEqual(before.bars);
    expect(after.filtration?.filter).toEqual(before.filtration?.filter);
    expect(after.graph.edges).toEqual(before.graph.edges);
    const seen = ({ store }: Stage): unknown => {
      const { threshold, directions, placement, filled, extended, tool } = store.state.peek().view;
      const t = threshold === null ? null : Math.fround(threshold);
      return [t, directions, placement, filled, extended ?? false, tool];
    };
    expect(seen(again)).toEqual(seen(own));
    expect(cardOf(again).do).toEqual(card.do);
  });

  it("keeps the other actions of a card, and an equal stage is no change", () => {
    const highlight: LessonAction = { type: "highlight", highlight: { type: "vertex", vertex: 1 } };
    const card = { ...newDraft([]).lesson.cards[0]!, do: [GRAPH, highlight] };
    expect(withStage(card, [GRAPH])).toBe(card);
    expect(withStage(card, []).do).toEqual([highlight]);
    expect(describeStage([GRAPH, { type: "threshold", threshold: 2 }], false)).toBe(
      "Two valleys, 3 vertices, t = 2",
    );
    expect(describeStage(card.do, true)).toBe("Two valleys, 3 vertices");
    expect(describeStage([highlight], false)).toBeNull();
  });

  it("is empty before the first vertex, and refuses in a sentence what does not fit", () => {
    const own = stage();
    own.act(...DRAW_GRAPH);
    expect(hasSubject(cardOf(own).do)).toBe(false);
    const path = (vertices: number): Change => ({
      type: "own-graph",
      graph: {
        title: "Path",
        vertices,
        edges: [],
        filters: [{ name: "values", values: Array.from({ length: vertices }, (_, v) => v) }],
      },
    });
    own.act(path(26));
    expect(own.actions()).toMatch(/26 vertices; a lesson takes at most 25/);
    const coordinates = Array.from({ length: 202 }, (_, i) => i);
    own.act({
      type: "show",
      subject: { type: "points", cloud: { title: "", coordinates, complex: "alpha" } },
    });
    expect(own.actions()).toMatch(/101 points; a lesson takes at most 100/);
    own.act(path(1));
    own.act({ type: "values", values: [1e9] });
    expect(own.actions()).toMatch(/^A lesson takes only/);
  });

  it("reaches the students with its question, in one link", async () => {
    const own = stage();
    own.act(...changesOf(GRAPH));
    const question = { ...BLANK, computed: { kind: "who-ends", at: 3, vertex: null } } as const;
    const draft = withQuestion(written(newDraft(cardOf(own).do), "Which one ends?"), question);
    const { lesson } = finished(renamed(draft, { title: " Valleys ", author: "Ada " }).lesson);
    const { linked, lessonFile, clamped } = readLink(linkToLesson(lesson)!);
    expect(clamped).toEqual([]);
    const students = await lessonInLink(lessonFile!);
    expect(students).toEqual({ ...lesson, title: "Valleys", author: "Ada" });
    const place = openedAt([students], linked.lesson)!;
    const asked = computedOf(students, place.card, topology)!;
    expect(asked.choices.find(({ right }) => right)?.text).toBe("(1.5, 3)");
  });

  it("a changed lesson in a link opens or is refused in words; nothing else happens", async () => {
    const reached = vi.spyOn(globalThis, "fetch").mockRejectedValue(new Error("no network"));
    const all = renamed(threeCards(), { title: "Valleys", author: "Ada" });
    const kinds = [
      { kind: "components-at", at: 3, vertex: null },
      { kind: "end-of", at: null, vertex: 1 },
      { kind: "barcode", at: null, vertex: null },
    ] as const;
    const cards = all.lesson.cards.map((card, i) => ({ ...card, note: "Wait.", computed: kinds[i]! }));
    const { file } = finished({ ...all.lesson, cards });
    const hostile = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.integer({ min: -1e7, max: 1e7 }),
      fc.constantFrom<unknown>(
        "<img src=x onerror=alert(1)>",
        "javascript:alert(1)",
        "https://example.org/x.json",
        "__proto__",
        "constructor",
        { type: "data", name: "../../secret", graph: 1 },
        { type: "open-link", linked: {} },
        { type: "values", values: [1e6, -1e6] },
        { type: "show", example: "constructor" },
        { kind: "end-of", vertex: "z" },
        [],
        "",
      ),
    );
    const attack = async (nth: number, value: unknown): Promise<void> => {
      let count = 0;
      const text = JSON.stringify(JSON.parse(file), (_, old: unknown) => (count++ === nth ? value : old));
      const packed = packLesson(text ?? "null");
      if (packed === null) return;
      let lesson;
      try {
        lesson = await lessonInLink(packed);
      } catch (error) {
        expect((error as Error).message).toMatch(/^(line \d+: |The course already)/);
        return;
      }
      const store = createStore({ ...emptyState(), ownLesson: lesson });
      const stop = followLessons(store, topology, () => undefined);
      const select = shownSelector(topology);
      for (const [at, card] of lesson.cards.entries()) {
        const change = { lesson: { lesson: lesson.id, card: at } };
        store.dispatch({ type: "view", change, source: "ui" });
        select(store.state.peek());
        const asked = computedOf(lesson, card, topology);
        // The answer of the page, whatever the file claims.
        expect(asked === null || asked.barcode !== undefined || asked.choices.length >= 2).toBe(true);
      }
      stop();
    };
    await fc.assert(fc.asyncProperty(fc.nat(90), hostile, attack), { numRuns: 1500 });
    expect(reached).not.toHaveBeenCalled();
    reached.mockRestore();
  });
});
