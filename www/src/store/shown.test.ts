import { expect, it, vi } from "vitest";
import { oracle } from "../../tests/oracle";
import { extendedBars } from "../domain/extended";
import type { Graph } from "../domain/graph";
import { shownSelector } from "./shown";
import type { State } from "./state";
import { emptyState, inspectionOf } from "./testing";

const read = extendedBars({ components: [0, 1], loops: [] }, Float32Array.of(0, 1));
const topology = {
  filtration: oracle.filtration,
  structure: () => new Float32Array(),
  extended: vi.fn((graph: Graph, filter: Float32Array) =>
    extendedBars({ components: [0, graph.vertices - 1], loops: [] }, filter),
  ),
};
const asked = (state: State, extended: boolean | null): State => ({
  ...state,
  view: { ...state.view, extended },
});
const ofModel = (extended: typeof read | null): State => ({
  ...emptyState(),
  displayed: { type: "graph", index: 0 },
  inspection: { ...inspectionOf(0), extended },
});

it("gives an example its extended bars when they are asked for, and is the same as long as nothing changes", () => {
  const select = shownSelector(topology);
  expect(select(emptyState())).toMatchObject({ extended: false });
  expect(topology.extended).not.toHaveBeenCalled();
  const state = asked(emptyState(), true);
  const shown = select(state);
  expect(shown.extended).toBe(true);
  expect(shown.bars.some(({ kind }) => kind === "h0Extended")).toBe(true);
  expect(shown.bars.every(({ death }) => death !== null)).toBe(true);
  expect(select({ ...state })).toBe(shown);
});

it("shows what a model reads unless it is told otherwise", () => {
  topology.extended.mockClear();
  const select = shownSelector(topology);
  expect(select(ofModel(read))).toMatchObject({ extended: true, bars: read });
  expect(select(asked(ofModel(read), false))).toMatchObject({ extended: false, bars: [] });
  expect(topology.extended).not.toHaveBeenCalled();
  expect(select(ofModel(null)).extended).toBe(false);
  expect(select(asked(ofModel(null), true)).bars).not.toEqual([]);
  expect(topology.extended).toHaveBeenCalledOnce();
});

it("draws the same graph after an edit that leaves its vertices and edges alone", () => {
  const select = shownSelector(topology);
  const graph = {
    title: "",
    vertices: 2,
    edges: [0, 1],
    filters: [],
    names: ["a", "b"],
    places: [0, 0, 1, 1],
  };
  const of = (own: typeof graph): Graph => {
    const subject = { type: "own", graph: own } as const;
    const state = emptyState();
    return select({ ...state, displayed: subject, document: { ...state.document, subject } }).graph;
  };
  const first = of(graph);
  expect(of({ ...graph, places: [0, 0, 1, 0.5] })).toBe(first);
  expect(of({ ...graph, names: ["a", "c"] })).toMatchObject({ names: ["a", "c"] });
  expect(of({ ...graph, vertices: 3 })).toMatchObject({ vertices: 3 });
});
