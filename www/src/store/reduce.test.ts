import { describe, expect, it } from "vitest";
import type { TrainingReport } from "../protocol";
import type { RunFile } from "../domain/training/folds";
import type { Change } from "./actions";
import { reduce } from "./reduce";
import type { State } from "./state";
import { UNLINKED } from "./linked";
import { emptyState, graphRows, inspectionOf, loadedData, runSummary } from "./testing";

const on = (state: State, ...changes: Change[]): State =>
  changes.reduce((before, change) => reduce(before, { ...change, source: "ui" }), state);
const after = (...changes: Change[]): State => on(emptyState(), ...changes);

const source = { type: "generator", id: "loops", seed: 0 } as const;
const loaded = (name = "loops"): Change => ({
  type: "data-loaded",
  data: { source: { ...source }, ...loadedData(name) },
  run: runSummary(),
  show: inspectionOf(0),
});
const started: Change = { type: "run-started", run: runSummary(), rows: graphRows() };
const trained = (change: Partial<TrainingReport> = {}, step = 1): Change => ({
  type: "trained",
  report: {
    steps: [{ step, epoch: 1, loss: 0.7, metric: 0.5, learningRate: 0.01 }],
    epochs: [],
    finished: false,
    stopped: null,
    ...change,
  },
  milliseconds: 100,
});

it("closes folds of another data set, and keeps those in training", () => {
  const file = { data: "loops" } as RunFile;
  const folds = { file, name: null, training: null, models: [] };
  const training = { ...folds, training: { place: null, progress: null, secondsLeft: null, ending: false } };
  const opened: Change = { type: "folds", folds };
  expect(after(loaded(), opened, loaded("loops")).folds).toBe(folds);
  expect(after(loaded(), opened, loaded("other")).folds).toBeNull();
  expect(after(loaded(), { type: "folds", folds: training }, loaded("other")).folds).toBe(training);
});

it("keeps the changes of a graph undoable when the first data set arrives beside it", () => {
  const edit = (value: number, gesture: string): Change => ({
    type: "values",
    values: [value, 3, 2, 4, 1.5],
    gesture,
  });
  const beside = { ...loaded(), show: null } as Change;
  const state = after(edit(0, "drag 1"), edit(1, "drag 2"), beside, edit(2, "drag 2"));
  expect(state.history.past).toHaveLength(2);
  const undone = on(state, { type: "undo" }, { type: "undo" });
  expect(undone.document.values).toBeNull();
  expect(undone.document.settings).toEqual(state.document.settings);
  expect(after(edit(0, "drag 1"), loaded()).history.past).toEqual([]);
  expect(after(loaded(), edit(0, "drag 1"), { ...beside }).history.past).toEqual([]);
});

describe("a run", () => {
  it("collects the steps and epochs of every report", () => {
    const epoch = { epoch: 1, trainLoss: 0.6, trainMetric: 0.7, testMetric: 0.6 };
    const { run } = after(started, trained(), trained({ epochs: [epoch] }, 2));
    expect(run).toMatchObject({ stepsDone: 2, loss: { count: 2 }, lastStep: { step: 2 } });
    expect(run?.epochs).toEqual([epoch]);
    expect(run?.stepsPerSecond).toBeCloseTo(10);
  });

  it("ends when the epochs are done, and stays ended", () => {
    const { run } = after(started, { type: "train" }, trained({ finished: true }), { type: "train" });
    expect(run?.phase).toBe("finished");
  });

  it("stops with the reason of the engine", () => {
    const { run } = after(started, trained({ stopped: "The loss is not a number." }));
    expect(run).toMatchObject({ phase: "stopped", stopped: "The loss is not a number." });
  });

  it("keeps its curves when the engine dies", () => {
    const state = after(started, { type: "train" }, trained(), {
      type: "engine-crashed",
      message: "Out of memory.",
    });
    expect(state.engine).toEqual({ status: "crashed", message: "Out of memory." });
    expect(state.run).toMatchObject({ phase: "paused", loss: { count: 1 } });
  });

  it("that was saved has its number of steps", () => {
    const saved = { ...runSummary(), stepsDone: 8, epochsDone: 4 };
    expect(after({ ...started, run: saved } as Change).run).toMatchObject({ stepsDone: 8, phase: "ready" });
  });

  it("has curves of bounded size after 80,000 steps", () => {
    const steps = (from: number) =>
      Array.from({ length: 500 }, (_, i) => ({
        step: from + i + 1,
        epoch: 1,
        loss: 0.5,
        metric: 0.5,
        learningRate: 0.01,
      }));
    let state = after(started);
    for (let from = 0; from < 80_000; from += 500) state = on(state, trained({ steps: steps(from) }));
    const { run } = state;
    expect(run).toMatchObject({ stepsDone: 80_000, lastStep: { step: 80_000 }, loss: { count: 80_000 } });
    expect(run!.loss.spans.length).toBeLessThanOrEqual(1024);
  });
});

describe("settings", () => {
  it("are those of the run once it has started", () => {
    const changed = after(started, { type: "settings", change: { seed: 7, epochs: 20 } });
    expect(changed.document.settings).toMatchObject({ seed: 7, epochs: 20, fold: 1 });
    expect(on(changed, started).document.settings).toMatchObject({ seed: 0, epochs: 10 });
  });
});

describe("predictions", () => {
  it("arrive in portions and are unknown elsewhere", () => {
    const { run } = after(loaded(), { type: "predicted", from: 2, values: Float64Array.of(1), step: 5 });
    expect(run?.predictions).toEqual({ values: Float64Array.of(NaN, NaN, 1, NaN), step: 5 });
  });

  it("never write past the last graph", () => {
    const { run } = after(loaded(), {
      type: "predicted",
      from: 3,
      values: Float64Array.of(1, 1, 1),
      step: 5,
    });
    expect(run?.predictions?.values).toEqual(Float64Array.of(NaN, NaN, NaN, 1));
  });
});

describe("the graph in view", () => {
  const graph = (index: number): Change => ({ type: "show", subject: { type: "graph", index } });
  const inspected = (index: number): Change => ({ type: "inspected", inspection: inspectionOf(index) });
  const pointed: Change[] = [
    { type: "view", change: { threshold: 0.5, highlight: { type: "vertex", vertex: 1 } } },
  ];

  it("keeps threshold and highlight while only its filter moves", () => {
    const { view, inspection } = after(loaded(), ...pointed, inspected(0));
    expect(view).toMatchObject({ threshold: 0.5, highlight: { vertex: 1 } });
    expect(inspection?.index).toBe(0);
  });

  it("resets them with another graph", () => {
    expect(after(loaded(), ...pointed, graph(1)).view).toMatchObject({ threshold: null, highlight: null });
  });

  it("stays until the engine has answered for the next one", () => {
    const asked = after(loaded(), graph(2));
    expect(asked.document.subject).toEqual({ type: "graph", index: 2 });
    expect(asked.displayed).toEqual({ type: "graph", index: 0 });
    expect(on(asked, inspected(2)).displayed).toEqual({ type: "graph", index: 2 });
  });

  it("is an existing one", () => {
    expect(after(loaded(), graph(99)).document.subject).toEqual({ type: "graph", index: 3 });
    expect(after(loaded(), graph(-1)).document.subject).toEqual({ type: "graph", index: 0 });
    expect(after(loaded(), graph(NaN)).document.subject).toEqual({ type: "graph", index: 0 });
  });

  it("of a late answer to an earlier run is dropped", () => {
    const late = { ...inspectionOf(3), run: 7 };
    expect(after(loaded(), { type: "inspected", inspection: late }).inspection?.index).toBe(0);
  });
});

describe("a data set", () => {
  it("arrives with its run and its graph in one step, and clears history and filter", () => {
    const state = after(
      loaded("first"),
      { type: "graph-filter", change: { class: 1 } },
      { type: "show", subject: { type: "graph", index: 2 } },
      loaded("second"),
    );
    expect(state).toMatchObject({
      data: { summary: { name: "second" } },
      run: { id: 2, phase: "ready" },
      document: { subject: { type: "graph", index: 0 } },
      inspection: { index: 0, run: 2 },
      history: { past: [], future: [] },
      graphFilter: { class: null },
      view: { dataTab: "graphs" },
    });
  });
});

describe("notices", () => {
  const bad = { kind: "error", title: "a.zip was not loaded", detail: "It is not a zip." } as const;

  it("appear once for repeated events, and disappear when dismissed", () => {
    const state = after({ type: "notify", notice: bad }, { type: "notify", notice: bad });
    expect(state.notices).toHaveLength(1);
    expect(on(state, { type: "dismiss", notice: state.notices[0]!.id }).notices).toEqual([]);
  });

  it("are at most three", () => {
    const many = Array.from({ length: 9 }, (_, i): Change => ({
      type: "notify",
      notice: { ...bad, title: `${i}.zip` },
    }));
    expect(after(...many).notices.map(({ title }) => title)).toEqual(["6.zip", "7.zip", "8.zip"]);
    // A notice that cancels something when it leaves stays.
    const reading: Change = { type: "notify", notice: { ...bad, title: "reading", dismissal: "Cancel" } };
    const titles = after(many[0]!, reading, ...many).notices.map(({ title }) => title);
    expect(titles).toEqual(["reading", "7.zip", "8.zip"]);
  });
});

const own = (vertices: number, title = "mine") => ({ title, vertices, edges: [], filters: [] });
const edit = (vertices: number, title?: string): Change => ({
  type: "edit",
  graph: own(vertices, title),
  values: null,
});

describe("an edit", () => {
  const looked: readonly Change[] = [
    {
      type: "view",
      change: { selection: 2, zoom: { k: 2, x: 0.5, y: 0.5 }, highlight: { type: "vertex", vertex: 2 } },
    },
  ];

  it("keeps selection and zoom, and so do undo and redo over it", () => {
    const state = after(...looked, edit(4));
    expect(state.view).toMatchObject({ selection: 2, zoom: { k: 2 }, highlight: null });
    expect(on(state, edit(3), { type: "undo" }, { type: "redo" }).view).toMatchObject({
      selection: 2,
      zoom: { k: 2 },
    });
  });

  it("that makes a copy keeps the view, and so does its undo", () => {
    const copy = edit(5, "Copy of a path of five vertices");
    expect(after(...looked, copy, { type: "undo" }).view).toMatchObject({ selection: 2, zoom: { k: 2 } });
    const added = after(copy, edit(6, "Copy of a path of five vertices"), {
      type: "view",
      change: { selection: 5 },
    });
    expect(on(added, { type: "undo" }, { type: "undo" }).view.selection).toBeNull();
  });

  it("clears the selection of a removed vertex", () => {
    expect(after(edit(4), ...looked, edit(2)).view).toMatchObject({ selection: null, zoom: { k: 2 } });
  });

  it("is distinct from another graph, which resets the view", () => {
    const opened = after(edit(4), ...looked, { type: "own-graph", graph: own(4) });
    expect(opened.view).toMatchObject({ selection: null, zoom: { k: 1 } });
    // Also one of the same name.
    const back = on(opened, ...looked, { type: "own-graph", graph: own(4) }, ...looked, { type: "undo" });
    expect(back.view).toMatchObject({ selection: null, zoom: { k: 1 } });
  });

  it("of a graph of the data set shows a copy immediately", () => {
    const state = after(loaded(), edit(2, "Copy of graph 1"));
    expect(state.displayed).toBe(state.document.subject);
    expect(on(state, { type: "undo" }).displayed).toEqual({ type: "graph", index: 0 });
  });
});

describe("a notice about a graph", () => {
  const graph = own(4);
  const about = [{ type: "own", graph } as const, { type: "example", id: "ridge" } as const];
  const notice = { kind: "info", title: "Assumptions about a.json", detail: "None.", about } as const;
  const opened = after({ type: "own-graph", graph }, { type: "notify", notice });
  const titles = (state: State): readonly string[] => state.notices.map(({ title }) => title);

  it("stays while the graph is edited or shown in its other way", () => {
    for (const action of [edit(5), { type: "show", subject: about[1]! } as const])
      expect(titles(on(opened, action))).toEqual([notice.title]);
  });

  it("leaves with the graph, and other notices stay", () => {
    const other = { kind: "error", title: "b.json was not opened", detail: "It is empty." } as const;
    for (const action of [
      { type: "own-graph", graph: own(4) } as const,
      { type: "show", subject: { type: "graph", index: 1 } } as const,
      { type: "undo" } as const,
      { type: "open-link", linked: UNLINKED } as const,
    ])
      expect(titles(on(opened, { type: "notify", notice: other }, action))).toEqual([other.title]);
  });
});

it("extends the run of a run log", () => {
  const summary = {
    ...runSummary(),
    stepsPerEpoch: 1,
    logged: {
      channels: ["a", "b"],
      vertexChannels: 2,
      ranges: [
        [0, 1],
        [0, 1],
      ] as [number, number][],
      labelled: true,
      attributions: false,
    },
  };
  const config = { ...summary.config, epochs: 7 };
  const epoch = { epoch: 7, trainLoss: NaN, trainMetric: 0.5, testMetric: NaN };
  const step = { step: 7, epoch: 7, loss: NaN, metric: 0.5, learningRate: 0 };
  const grown = {
    summary: { ...summary, config, epochsDone: 7, stepsDone: 7 },
    report: { steps: [step], epochs: [epoch], finished: true, stopped: null },
    snapshots: Uint32Array.of(7),
    problem: null,
  };
  const before = after(loaded());
  const logged = { ...before, run: { ...before.run!, summary } };
  const next = reduce(logged, { type: "log-grown", grown, source: "engine" });
  expect(next.run).toMatchObject({ phase: "finished", stepsDone: 7, snapshots: [7], epochs: [epoch] });
  expect(next.run!.summary.config.epochs).toBe(7);
  // A loss that was not logged is not a point of the curve.
  expect([next.run!.loss.count, next.run!.metric.count]).toEqual([0, 1]);
  // A run of this program does not change.
  expect(reduce(before, { type: "log-grown", grown, source: "engine" })).toBe(before);
});
