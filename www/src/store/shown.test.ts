import { expect, it, vi } from "vitest";
import { oracle } from "../../tests/oracle";
import { extendedBars } from "../domain/persistence/bars";
import type { Bar, Filtration, Graph } from "../domain/graph/graph";
import type { GrowingPoints } from "../domain/persistence/filtration";
import { editable } from "./editable";
import { stageInView } from "./selectors";
import { shownSelector } from "./shown";
import { LEARNED } from "./state";
import type { OwnGraph } from "../domain/graph/subject";
import type { OtherGraphResult, State } from "./state";
import { emptyState, inspectionOf, runSummary } from "./testing";
import { reduce } from "./reduce";

const read = extendedBars({ components: [0, 1], loops: [] }, Float32Array.of(0, 1));
const loop: Bar = {
  id: "h1Essential:sub:1",
  kind: "h1Essential",
  direction: "sub",
  birth: 3,
  death: null,
  birthVertex: 0,
  deathVertex: null,
  multiplicity: 1,
  simplices: { birth: [0, 1], death: null },
};
const growing = { bars: [loop] } as unknown as GrowingPoints;
const topology = {
  filtration: oracle.filtration,
  structure: () => new Float32Array(),
  points: (): never => {
    throw new Error("not points");
  },
  edges: (_: Graph, { edgeFilter }: Filtration) => (edgeFilter ? growing : null),
  heights: (positions: Float32Array, degrees: number) =>
    positions.map(() => degrees / 360).slice(positions.length / 2),
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

it("computes the extended bars of an example on request, and returns an unchanged object without changes", () => {
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

it("shows the barcode that a model reads by default", () => {
  topology.extended.mockClear();
  const select = shownSelector(topology);
  expect(select(ofModel(read))).toMatchObject({ extended: true, bars: read });
  expect(select(asked(ofModel(read), false))).toMatchObject({ extended: false, bars: [] });
  expect(topology.extended).not.toHaveBeenCalled();
  expect(select(ofModel(null)).extended).toBe(false);
  expect(select(asked(ofModel(null), true)).bars).not.toEqual([]);
  expect(topology.extended).toHaveBeenCalledOnce();
});

it("shows the bars of an edge filter, which has no extended persistence", () => {
  const select = shownSelector(topology);
  const state = ofModel(null);
  const filtration = { filter: Float32Array.of(3, 3), edgeFilter: Float32Array.of(3), bars: [] };
  const inspection = { ...state.inspection!, filtration };
  const shown = select(asked({ ...state, inspection }, true));
  expect(shown).toMatchObject({ bars: [loop], extended: false });
  expect(shown.growing).toBe(growing);
  expect(select(ofModel(null)).growing).toBeNull();
});

it("returns the same graph after an edit that keeps its vertices and edges", () => {
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

/** A state with a run, and a graph of the user that uses its filter. */
function asking(graph: OwnGraph): State {
  const started = reduce(emptyState(), {
    type: "run-started",
    run: runSummary(),
    rows: [],
    source: "engine",
  });
  const shown = reduce(started, { type: "own-graph", graph, source: "ui" });
  return reduce(shown, { type: "filter", filter: LEARNED, source: "ui" });
}

const OWN = { title: "mine", vertices: 2, edges: [0, 1], filters: [{ name: "values", values: [5, 7] }] };
const answer = (
  state: State,
  filter: readonly number[],
  change: Partial<OtherGraphResult> = {},
): OtherGraphResult => ({
  subject: state.document.subject,
  run: state.run!.id,
  step: 0,
  epoch: null,
  filter: 0,
  filtration: { filter: Float32Array.from(filter), bars: [] },
  extended: null,
  logits: Float64Array.of(1, 0),
  problem: null,
  ...change,
});
const withAnswer = (state: State, asked: OtherGraphResult): State =>
  reduce(state, { type: "asked", asked, source: "engine" });

it("shows a graph of the user with the filter of the run, or with its own filter without an answer", () => {
  const select = shownSelector(topology);
  const values = (state: State): number[] => [...(select(state).filtration?.filter ?? [])];
  const state = asking(OWN);
  expect(values(state)).toEqual([5, 7]);
  const answered = withAnswer(state, answer(state, [0.25, 0.5]));
  expect(values(answered)).toEqual([0.25, 0.5]);
  expect(select(answered).logits).toEqual(Float64Array.of(1, 0));
  // Answers about another run are ignored, and so are late answers.
  const other = withAnswer(state, answer(state, [0.1, 0.2], { run: state.run!.id + 1 }));
  expect(values(other)).toEqual([5, 7]);
  const again = reduce(answered, { type: "run-started", run: runSummary(), rows: [], source: "engine" });
  expect(values(again)).toEqual([5, 7]);
  const refused = answer(state, [], { filtration: null, logits: null, problem: "no labels" });
  expect(values(withAnswer(state, refused))).toEqual([5, 7]);
  // Values set by hand replace it, and are removed again.
  const edited = reduce(answered, { type: "values", values: [3, 4], source: "ui" });
  expect(values(edited)).toEqual([3, 4]);
  expect(values(reduce(edited, { type: "undo", source: "ui" }))).toEqual([0.25, 0.5]);
});

it("keeps the colours of an edited graph until the answer of the run", () => {
  const select = shownSelector(topology);
  const state = asking({ ...OWN, vertices: 3, filters: [] });
  const answered = withAnswer(state, answer(state, [0.25, 0.5, 0.75]));
  const graph = { ...OWN, vertices: 3, edges: [0, 1, 1, 2], filters: [] };
  const edited = reduce(answered, { type: "edit", graph, values: null, source: "ui" });
  expect([...select(edited).filtration!.filter]).toEqual([0.25, 0.5, 0.75]);
  expect(select(edited).graph.edges.length).toBe(4);
  expect(select(edited).logits).toBe(null);
});

it("draws a vertex on every edge of a graph of the user, if the filter of the run has values of edges", () => {
  const select = shownSelector(topology);
  const state = asking({ ...OWN, places: [0, 0, 2, 0] });
  const shown = select(withAnswer(state, answer(state, [0.25, 0.5, 0.75])));
  expect(shown.graph).toMatchObject({ vertices: 3, original: { vertices: 2 } });
  expect([...shown.positions!]).toEqual([0, 0, 2, 0, 1, 0]);
  // A copy is the graph of the user.
  expect(editable(shown, null).graph).toMatchObject({ vertices: 2, edges: [0, 1], places: [0, 0, 2, 0] });
});

it("shows the bars of an edge filter of the run on a graph of the user", () => {
  const select = shownSelector(topology);
  const state = asking(OWN);
  const { config } = state.run!.summary;
  const summary = { ...state.run!.summary, config: { ...config, topologyLayer: "rephine" as const } };
  const run = { ...state.run!, summary };
  const filtration = { filter: Float32Array.of(0, 0), edgeFilter: Float32Array.of(3), bars: [] };
  const answered = withAnswer({ ...state, run }, answer(state, [], { filtration }));
  expect(select(answered)).toMatchObject({ bars: [loop], growing });
  expect(stageInView(answered)).toBe("edges");
  // Without an answer, the graph has the values of its vertices.
  expect(stageInView({ ...state, run })).toBe("values");
});
