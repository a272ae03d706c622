import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Action, DocumentChange } from "./actions";
import { MOST_ENTRIES } from "./history";
import { UNLINKED } from "./linked";
import { reduce } from "./reduce";
import type { State } from "./state";
import { emptyState } from "./testing";

const act = (state: State, ...changes: (DocumentChange | { type: "undo" | "redo" })[]): State =>
  changes.reduce((before, change) => reduce(before, { ...change, source: "ui" }), state);
const times = (state: State, count: number, type: "undo" | "redo"): State =>
  act(state, ...Array.from({ length: count }, () => ({ type })));

const values = fc.option(fc.array(fc.float({ noNaN: true }), { maxLength: 5 }));
const gesture = fc.option(fc.constantFrom("drag-1", "drag-2"), { nil: undefined });
const named = (change: object, name: string | undefined): object =>
  name ? { ...change, gesture: name } : change;
const documentActions = fc
  .oneof(
    fc.nat({ max: 9 }).map((index) => ({ type: "show", subject: { type: "graph", index } })),
    fc.constantFrom("path", "tie").map((id) => ({ type: "show", subject: { type: "example", id } })),
    fc.constantFrom("degree", "core", null).map((filter) => ({ type: "filter", filter })),
    fc.tuple(values, gesture).map(([given, name]) => named({ type: "values", values: given }, name)),
    fc
      .tuple(
        fc.record({ seed: fc.nat({ max: 3 }), epochs: fc.nat({ max: 3 }) }, { requiredKeys: [] }),
        gesture,
      )
      .map(([change, name]) => named({ type: "settings", change }, name)),
    fc.nat({ max: 3 }).map((vertices) => ({
      type: "own-graph",
      graph: { title: "", vertices, edges: [], filters: [] },
    })),
    fc.nat({ max: 9 }).map((index) => ({
      type: "open-link",
      linked: { ...UNLINKED, subject: { type: "graph", index }, seed: index },
    })),
  )
  .map((change) => ({ ...change, source: "ui" }) as Action);

describe("undo and redo", () => {
  it("of any document actions lead back to the start and forth to the end", () => {
    fc.assert(
      fc.property(fc.array(documentActions, { maxLength: MOST_ENTRIES }), (actions) => {
        const start = emptyState();
        const end = actions.reduce(reduce, start);
        const entries = end.history.past.length;
        const undone = times(end, entries, "undo");
        expect(undone.document).toEqual(start.document);
        expect(undone.history.past).toEqual([]);
        const redone = times(undone, entries, "redo");
        expect(redone.document).toEqual(end.document);
        expect(redone.history.past).toEqual(end.history.past);
      }),
      { numRuns: 1000 },
    );
  });

  it("of each action leads back to just before it", () => {
    fc.assert(
      fc.property(fc.array(documentActions, { maxLength: 20 }), documentActions, (actions, last) => {
        const before = actions.reduce(reduce, emptyState());
        const after = reduce(before, last);
        if (after.history.past.length === before.history.past.length) return;
        expect(times(after, 1, "undo").document).toEqual(before.document);
        expect(times(times(after, 1, "undo"), 1, "redo").document).toEqual(after.document);
      }),
      { numRuns: 1000 },
    );
  });

  it("takes a drag as one change", () => {
    const drag = [0.1, 0.2, 0.3].map(
      (value) => ({ type: "values", values: [value], gesture: "drag" }) as const,
    );
    const state = act(emptyState(), ...drag);
    expect(state.history.past).toHaveLength(1);
    expect(times(state, 1, "undo").document.values).toBeNull();
    expect(times(times(state, 1, "undo"), 1, "redo").document.values).toEqual([0.3]);
  });

  it("does nothing where there is nothing to undo or redo", () => {
    const state = emptyState();
    expect(times(times(state, 3, "undo"), 3, "redo")).toEqual(state);
  });

  it("forgets what was undone with the next change", () => {
    const show = (index: number) => ({ type: "show", subject: { type: "graph", index } }) as const;
    const state = act(emptyState(), show(1), show(2), { type: "undo" }, show(3));
    expect(state.history.future).toEqual([]);
    expect(times(state, 1, "undo").document.subject).toEqual({ type: "graph", index: 1 });
  });

  it("forgets the oldest change beyond a hundred", () => {
    const shows = Array.from(
      { length: MOST_ENTRIES + 5 },
      (_, index) => ({ type: "show", subject: { type: "graph", index } }) as const,
    );
    const state = act(emptyState(), ...shows);
    expect(state.history.past).toHaveLength(MOST_ENTRIES);
  });
});
