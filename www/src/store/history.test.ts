import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addEdge, addVertex, moveVertex, removeEdge, removeVertex } from "../domain/graph/edit";
import { editable } from "./editable";
import type { Editable } from "../domain/graph/edit";
import { EXAMPLES } from "../domain/graph/subject";
import type { Action, DocumentChange } from "./actions";
import { MAX_ENTRIES, forgetRuns } from "./history";
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
    fc
      .tuple(fc.nat({ max: 3 }), fc.constantFrom("mine", "another"), values, gesture)
      .map(([vertices, title, given, name]) =>
        named({ type: "edit", graph: { title, vertices, edges: [], filters: [] }, values: given }, name),
      ),
    fc.nat({ max: 9 }).map((index) => ({
      type: "open-link",
      linked: { ...UNLINKED, subject: { type: "graph", index }, settings: { seed: index } },
    })),
  )
  .map((change) => ({ ...change, source: "ui" }) as Action);

function editedBy(before: Editable, kind: number, a: number, b: number): Editable {
  const { vertices, edges } = before.graph;
  if (kind === 0 || vertices === 0) return addVertex(before, a);
  if (kind === 1) return removeVertex(before, a % vertices);
  if (kind === 2) return addEdge(before, a % vertices, b % vertices);
  if (kind === 3) return edges.length > 0 ? removeEdge(before, a % (edges.length / 2)) : before;
  return moveVertex(before, a % vertices, (b % 11) / 10, 0.5);
}

describe("undo and redo", () => {
  it("of any document actions restore the start and the end", () => {
    fc.assert(
      fc.property(fc.array(documentActions, { maxLength: MAX_ENTRIES }), (actions) => {
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

  it("of each action restore the states before and after it", () => {
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

  it("record a drag as one change", () => {
    const drag = [0.1, 0.2, 0.3].map(
      (value) => ({ type: "values", values: [value], gesture: "drag" }) as const,
    );
    const state = act(emptyState(), ...drag);
    expect(state.history.past).toHaveLength(1);
    expect(times(state, 1, "undo").document.values).toBeNull();
    expect(times(times(state, 1, "undo"), 1, "redo").document.values).toEqual([0.3]);
  });

  it("record the input in one field as one change of the graph", () => {
    const graph = (name: string) => ({ title: "", vertices: 1, edges: [], filters: [], names: [name] });
    const rename = (name: string) =>
      ({ type: "edit", graph: graph(name), values: null, gesture: "name" }) as const;
    const state = act(emptyState(), rename("h"), rename("hu"), rename("hub"));
    expect(state.history.past).toHaveLength(1);
    expect(times(state, 1, "undo").document).toEqual(emptyState().document);
    expect(times(times(state, 1, "undo"), 1, "redo").document.subject).toEqual({
      type: "own",
      graph: graph("hub"),
    });
  });

  it("over edits of real graphs restore each earlier graph", () => {
    const steps = fc.array(fc.tuple(fc.nat({ max: 4 }), fc.nat(), fc.nat()), { maxLength: 30 });
    fc.assert(
      fc.property(steps, (all) => {
        const [{ id, graph, filter, positions }] = EXAMPLES as [(typeof EXAMPLES)[number]];
        const shown = { subject: { type: "example", id } as const, graph, filtration: null, positions };
        let edited = editable(shown, [...filter]);
        let state = emptyState();
        const documents = [state.document];
        for (const [kind, a, b] of all) {
          const next = editedBy(edited, kind, a, b);
          if (next === edited) continue;
          edited = next;
          state = act(state, { type: "edit", ...edited });
          documents.push(state.document);
        }
        for (const document of documents.slice(0, -1).reverse()) {
          state = times(state, 1, "undo");
          expect(state.document).toEqual(document);
        }
        for (const document of documents.slice(1)) {
          state = times(state, 1, "redo");
          expect(state.document).toEqual(document);
        }
      }),
    );
  });

  it("do nothing without changes", () => {
    const state = emptyState();
    expect(times(times(state, 3, "undo"), 3, "redo")).toEqual(state);
  });

  it("drop undone changes at the next change", () => {
    const show = (index: number) => ({ type: "show", subject: { type: "graph", index } }) as const;
    const state = act(emptyState(), show(1), show(2), { type: "undo" }, show(3));
    expect(state.history.future).toEqual([]);
    expect(times(state, 1, "undo").document.subject).toEqual({ type: "graph", index: 1 });
  });

  it("drop the oldest change beyond a hundred", () => {
    const shows = Array.from(
      { length: MAX_ENTRIES + 5 },
      (_, index) => ({ type: "show", subject: { type: "graph", index } }) as const,
    );
    const state = act(emptyState(), ...shows);
    expect(state.history.past).toHaveLength(MAX_ENTRIES);
  });
});

it("removes closed runs, and changes without a visible effect", () => {
  const { document } = emptyState();
  const of = (run: number | null, seed: number) => ({ ...document, run, settings: { seed } });
  const history = { past: [of(1, 3), of(1, 4), of(2, 4)], future: [of(1, 5)], gesture: null };
  expect(forgetRuns(history, of(3, 4), [2, 3])).toEqual({
    past: [of(null, 3), of(2, 4)],
    future: [of(null, 5)],
    gesture: null,
  });
});
