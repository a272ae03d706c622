import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CallName, Calls, Evaluation, Loaded, Rank, DataContent } from "../engine/calls";
import type { Client, ClientEvents, Priority } from "../engine/client";
import { Dropped, EngineCrash } from "../engine/client";
import { EMPTY_CURVE, pointsOf } from "../domain/training/curve";
import type { Backend, Features, GraphRow, RunCurves, RunSummary, TrainingConfig } from "../protocol";
import type { DocumentChange } from "../store/actions";
import { UNLINKED } from "../store/linked";
import { raceInUse, waitingSettings } from "../store/selectors";
import type { DataSource, PageId, State } from "../store/state";
import { createStore } from "../store/store";
import type { Store } from "../store/store";
import { datasetSummary, emptyState, graphRows, runSummary } from "../store/testing";
import type { RunStorage, RunStore } from "./storage/savedRuns";
import { START_TIMEOUT_MS, RACE_MS } from "./device/race";
import { packSession } from "./export/sessionFile";
import { memoryStore } from "./storage/savedRuns";
import { createServices } from "./services";
import type { Services } from "./services";

/** The shortest valid WebAssembly module. */
const EMPTY_MODULE = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

type Answers = { [Name in CallName]: (...args: Calls[Name]["args"]) => Calls[Name]["answer"] };

function nobody(): never {
  throw new Error("nobody asks");
}

/** The name of a data set in the fake engine. */
function nameIn(content: DataContent): string {
  if ("log" in content) return "log";
  return "generator" in content ? content.generator : content[0]!.path;
}

/** An engine that answers one call after the other, like the real one; tests replace single answers. */
class FakeEngine implements Client {
  calls: [CallName, readonly unknown[]][] = [];
  closed = false;
  step = 0;
  /** Like the real one, it has no run until one is configured. */
  configured = false;
  data = "";
  config = runSummary().config;
  /** Number of filters of its runs. */
  filters = 1;
  /** The curves in a file of weights. */
  curves: RunCurves = { steps: new Float32Array(), epochs: [] };
  answers: Answers = {
    open: (backend, _pageUrl, { module }, compiled) => ({
      device: {
        gpu: backend === "gpu",
        name: "fake",
        software: false,
        gpuOffered: null,
        reason: "It is a test.",
      },
      compiled: compiled ?? { module, wasm: new WebAssembly.Module(EMPTY_MODULE) },
    }),
    load: (content, config, show) => this.read(nameIn(content), config, show),
    loadAlone: () => null,
    configure: (config) => this.begin(config),
    growLog: nobody,
    filterAgreement: nobody,
    countFolds: (files) => files.length / 2,
    saveWeights: () => Uint8Array.of(this.step),
    loadWeights: ([epochs = 0]) => {
      this.step = 2 * epochs;
      this.configured = true;
      this.config = { ...runSummary().config, seed: 8 };
      const summary = { ...runSummary(), config: this.config, epochsDone: epochs, stepsDone: this.step };
      return { summary, curves: this.curves };
    },
    keepRun: (after) => ({
      summary: { ...runSummary(), config: this.config, stepsDone: this.step, epochsDone: this.step >> 1 },
      checkpoint: Uint8Array.of(this.step),
      weights: [{ epoch: after + 1, numbers: Float32Array.of(this.step) }],
    }),
    continueRun: ([step = 0], weights) => {
      this.step = step;
      this.configured = true;
      const summary = { ...runSummary(), config: this.config, stepsDone: step, epochsDone: step >> 1 };
      return { summary, snapshots: Uint32Array.from(weights, ({ epoch }) => epoch) };
    },
    setEpochs: (epochs) => {
      this.config = { ...this.config, epochs };
      return { ...runSummary(), config: this.config, stepsDone: this.step, epochsDone: 10 };
    },
    rows: () => graphRows(),
    setLearningRate: () => null,
    swap: () => {
      [this.step, this.keptStep] = [this.keptStep, this.step];
      return null;
    },
    rival: (config) => config && { ...runSummary(), config: { ...runSummary().config, ...config } },
    train: (steps) => {
      const reports = Array.from({ length: steps }, () => ({
        step: ++this.step,
        epoch: 1,
        loss: 0.5,
        metric: 0.5,
        learningRate: 0.01,
      }));
      const report = { steps: reports, epochs: [], finished: false, stopped: null };
      return { report, milliseconds: 120, snapshots: null, weights: null, rival: null };
    },
    inspect: () => this.#inspected(),
    evaluate: () => this.#evaluation(),
    predict: (_, count) => new Float64Array(count),
    weights: () => Float32Array.of(this.step),
    takeWeights: ({ epoch }) => {
      this.taken = [...this.taken, epoch];
      return Uint32Array.from(this.taken);
    },
    explain: () => ({ ...this.#inspected(), hats: [], scores: null }),
    inspectMany: (graphs) => graphs.map(() => this.#inspected()),
    inspectTogether: (graphs) => ({
      graphs,
      vertexOffsets: Uint32Array.of(0, 0),
      filter: new Float32Array(),
      edgeOffsets: Uint32Array.of(0, 0),
      edgeFilter: new Float32Array(),
      barOffsets: Uint32Array.of(0, 0),
      bars: new Uint32Array(),
      logits: Float64Array.of(1, 0),
    }),
    quantities: () => ["degree"],
    quantity: () => ({ values: Float32Array.of(1, 1), categories: null }),
    associations: () => [],
    beside: () => ({ associations: [], agreement: [null, null], untied: [null, null] }),
    swapIn: () => Float64Array.of(0, 1),
    topBars: () => [],
    scores: () => Float64Array.of(1, 0),
    classes: nobody,
    classDifferences: nobody,
    importances: nobody,
    beginFolds: nobody,
    trainFold: nobody,
    foldsFile: nobody,
    mergeFolds: nobody,
    hear: () => null,
    compare: () => ({
      graphs: Uint32Array.of(3),
      own: [1, 1],
      predicted: Float64Array.of(0),
      predictedByOther: Float64Array.of(1),
      metrics: new Float64Array(12),
      agreement: null,
    }),
    compareGraph: () => ({ filters: [null, null], predicted: [0, 1] }),
    dataMap: () => ({
      points: new Float32Array(),
      shares: [0, 0],
      of: "readout",
      numbers: 0,
      logits: new Float64Array(),
    }),
  };
  keptStep = 0;
  /** Ranks of its questions. */
  ranks: Rank[] = [];
  /** Epochs whose weights it received. */
  taken: number[] = [];
  readonly events: ClientEvents;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(events: ClientEvents) {
    this.events = events;
  }

  /** A run with new weights. */
  begin(config: Partial<TrainingConfig>): RunSummary {
    this.keptStep = this.step || this.keptStep;
    this.step = 0;
    this.configured = true;
    this.config = { ...runSummary().config, ...config };
    const { filters } = this;
    const recordable = this.config.model !== "deep-sets";
    return { ...runSummary(), config: this.config, filters, recordable };
  }

  /** A data set with a run on it. */
  read(
    name: string,
    config: Partial<TrainingConfig>,
    show: number | null,
    { summary = datasetSummary(name), rows = graphRows() as readonly GraphRow[] } = {},
  ): Loaded {
    this.data = name;
    const features = summary.features.find((own) => own === config.features) ?? summary.features[0]!;
    return {
      summary,
      rows,
      run: this.begin({ ...config, features }),
      withoutShippedFolds: "the folds icml2020 are of other data sets",
      grown: null,
      shown: show === null ? null : { index: show, ...this.#inspected() },
    };
  }

  call<Name extends CallName>(
    name: Name,
    args: Calls[Name]["args"],
    _?: Transferable[],
    priority?: Priority,
  ): Promise<Calls[Name]["answer"]> {
    if (priority?.signal.aborted) return Promise.reject(new Dropped());
    this.calls.push([name, args]);
    if (priority) this.ranks.push(priority.rank);
    const answer = this.#queue.then(async () => {
      await new Promise((resolve) => setTimeout(resolve));
      if (this.closed) throw new EngineCrash("closed");
      const needsRun: readonly CallName[] = [
        "train",
        "evaluate",
        "inspect",
        "predict",
        "saveWeights",
        "setLearningRate",
      ];
      if (needsRun.includes(name) && !this.configured) {
        throw new Error("no run is configured: load a data set first");
      }
      return this.answers[name](...args);
    });
    this.#queue = answer.catch(() => undefined);
    return answer;
  }

  close(): void {
    this.closed = true;
  }

  count(name: CallName): number {
    return this.calls.filter(([called]) => called === name).length;
  }

  #evaluation() {
    return { ...SILENT, filter: Float32Array.of(this.step, 0) };
  }

  #inspected() {
    return { vertices: 2, edges: Uint32Array.of(0, 1), ...this.#evaluation() };
  }
}

/** The evaluation of a model without a filter. */
const SILENT: Evaluation = {
  filter: new Float32Array(),
  bars: new Uint32Array(),
  edgeFilter: null,
  extendedComponents: null,
  extendedLoops: null,
  logits: Float64Array.of(1, 0),
};
/** A file of the user; its contents do not matter here. */
const fileNamed = (name: string, blob = new Blob(["x"])): DataSource => ({
  type: "files",
  name,
  files: [{ path: name, blob }],
});
const loops = { type: "generator", id: "loops", seed: 0 } as const;
const ui = { source: "ui" } as const;
const epoch = { epoch: 1, trainLoss: 1, trainMetric: 1, testMetric: 1 };
let store: Store;
let services: Services;
let engines: FakeEngine[];
const engine = (): FakeEngine => engines.at(-1)!;
const state = (): State => store.state.value;
const run = () => state().run!;
const settle = (milliseconds = 30): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
const change = (changed: DocumentChange): void => store.dispatch({ ...changed, source: "ui" });
const show = (index: number): void => change({ type: "show", subject: { type: "graph", index } });
const pause = (): void => store.dispatch({ type: "pause", source: "ui" });
const errors = () => state().notices.filter(({ kind }) => kind === "error");
const surroundings = (make: (events: ClientEvents) => FakeEngine) => ({
  pageUrl: "http://page.test/",
  prepare: () => Promise.resolve({ module: "training/ab.js", bytes: 1 }),
  connect: (events: ClientEvents) => {
    engines.push(make(events));
    return engine();
  },
});
const offers = { offered: Promise.resolve(), first: null };
/** Other services, whose engines call this when they open a device. */
const opening = (refuse: (backend: Backend) => void): Services => {
  services.close();
  store = createStore(emptyState());
  return createServices(
    store,
    surroundings((events) => {
      const made = new FakeEngine(events);
      const { open } = made.answers;
      made.answers.open = (backend, ...rest) => {
        refuse(backend);
        return open(backend, ...rest);
      };
      return made;
    }),
    offers,
    keeping(),
  );
};
let runs: RunStore;
let otherTabs: Set<string>;
const keeping = (): RunStorage => {
  let ids = 0;
  return {
    runs,
    now: () => Date.now(),
    newId: () => `run-${++ids}-${Math.random()}`,
    claim: () => undefined,
    claimed: () => Promise.resolve(otherTabs),
  };
};

beforeEach(async () => {
  store = createStore(emptyState());
  engines = [];
  runs = memoryStore();
  otherTabs = new Set();
  services = createServices(
    store,
    surroundings((events) => new FakeEngine(events)),
    offers,
    keeping(),
  );
  await services.session.start("auto", "ui");
});
afterEach(() => services.close());

/** An answer of `train` with the end of an epoch. */
function withEpoch(ended = epoch): void {
  const { train } = engine().answers;
  engine().answers.train = (steps) => {
    const trained = train(steps);
    return {
      ...trained,
      report: { ...trained.report, epochs: [ended] },
      snapshots: Uint32Array.of(0, ended.epoch),
    };
  };
}

describe("loading", () => {
  it("gives a data set, a model and its first graph", async () => {
    expect(await services.load.load(loops, ui)).toBe(true);
    expect(state()).toMatchObject({
      data: { summary: { name: "loops" } },
      run: { phase: "ready" },
      loading: null,
      displayed: { type: "graph", index: 0 },
      inspection: { index: 0 },
    });
  });

  it("keeps data set, run and training if a new file is invalid", async () => {
    await services.load.load(loops, ui);
    void services.train.begin("ui");
    await vi.waitFor(() => expect(run().stepsDone).toBeGreaterThan(3));
    engine().answers.load = () => {
      throw new Error("bad.zip has no file that ends in _A.txt");
    };
    expect(await services.load.load(fileNamed("bad.zip"), ui)).toBe(false);
    expect(state().data?.summary.name).toBe("loops");
    expect(run().phase).toBe("running");
    expect(state().notices.at(-1)).toMatchObject({
      title: "bad.zip was not loaded",
      detail: "bad.zip has no file that ends in _A.txt. loops stays in use.",
    });
    const { stepsDone } = run();
    await vi.waitFor(() => expect(run().stepsDone).toBeGreaterThan(stepsDone));
    pause();
  });

  it("rejects a file of 2 GB before reading it", async () => {
    await services.load.load(loops, ui);
    const blob = new Blob();
    Object.defineProperty(blob, "size", { value: 2 ** 31 });
    Object.defineProperty(blob, "arrayBuffer", { value: () => Promise.reject(new Error("was read")) });
    expect(await services.load.load(fileNamed("huge.zip", blob), ui)).toBe(false);
    expect(state().data?.summary.name).toBe("loops");
    expect(state().notices.at(-1)?.detail).toContain("huge.zip has 2.0 GB");
  });

  it("keeps page and engine on the same data set if two files follow each other immediately", async () => {
    const [first, second] = await Promise.all([
      services.load.load({ ...loops, id: "first" }, ui),
      services.load.load({ ...loops, id: "second" }, ui),
    ]);
    expect([first, second]).toEqual([false, true]);
    expect(
      engine()
        .calls.filter(([name]) => name === "load")
        .map(([, [content]]) => nameIn(content as DataContent)),
    ).toEqual(["second"]);
    expect(state().data?.summary.name).toBe("second");
  });

  it("gives every data set its own default features, and keeps the seed", async () => {
    await services.load.load(loops, ui);
    change({ type: "settings", change: { features: "uninformative", seed: 9 } });
    await vi.waitFor(() => expect(run().summary.config.seed).toBe(9));
    const summary = { ...datasetSummary("labelled"), features: ["degree+label", "degree"] as Features[] };
    engine().answers.load = (content, config, show) =>
      engine().read(nameIn(content), config, show, { summary });
    await services.load.load({ ...loops, id: "labelled" }, ui);
    expect(run().summary.config).toMatchObject({ features: "degree+label", seed: 9 });
  });

  it("names the settings that a new data set takes over", async () => {
    await services.load.load(loops, ui);
    expect(state().notices).toEqual([]);
    change({ type: "settings", change: { model: "ph-only" } });
    await vi.waitFor(() => expect(run().summary.config.model).toBe("ph-only"));
    await services.load.load({ ...loops, id: "other" }, ui);
    expect(state().notices).toMatchObject([
      { title: "Settings from loops", detail: expect.stringContaining("model PH-only") as string },
    ]);
  });

  it("raises no errors during training", async () => {
    await services.load.load(loops, ui);
    for (let i = 0; i < 8; i++) {
      void services.train.begin("ui");
      await settle(7 + i);
      await services.load.load({ ...loops, id: `loops ${i}` }, ui);
    }
    expect(errors()).toEqual([]);
    expect(state().data?.summary.name).toBe("loops 7");
  });

  it("reports a class with fewer graphs than folds", async () => {
    const note = "“small” has 6 graphs of the class “b”, so it is split into 6 folds instead of 10.";
    engine().answers.load = (content, config, show) => {
      const { run, ...loaded } = engine().read(nameIn(content), config, show);
      return { ...loaded, run: { ...run, config: { ...run.config, folds: 6 }, notes: [note] } };
    };
    expect(await services.load.load(loops, ui)).toBe(true);
    expect(run().summary.config).toMatchObject({ folds: 6, fold: 1 });
    expect(state().notices.at(-1)).toMatchObject({ kind: "info", detail: note });
    expect(errors()).toEqual([]);
  });

  it("leaves the state unchanged if a data set is unsuitable for training", async () => {
    await services.load.load(loops, ui);
    void services.train.begin("ui");
    await vi.waitFor(() => expect(run().stepsDone).toBeGreaterThan(3));
    pause();
    show(2);
    await vi.waitFor(() => expect(state().inspection).toMatchObject({ index: 2, step: run().stepsDone }));
    const before = state();
    engine().answers.load = () => {
      throw new Error("“one” has one graph of the class “b”");
    };
    expect(await services.load.load(fileNamed("one.zip"), ui)).toBe(false);
    for (const part of ["data", "run", "inspection", "document"] as const)
      expect(state()[part]).toBe(before[part]);
    expect(state().notices.at(-1)?.detail).toContain("has one graph of the class");
    expect(state().notices.at(-1)?.detail).toContain("loops stays in use");
    void services.train.begin("ui");
    await vi.waitFor(() => expect(run().stepsDone).toBeGreaterThan(before.run!.stepsDone));
    expect(errors()).toHaveLength(1);
    pause();
  });

  it("opens the data set of a link, and reports a missing one", async () => {
    const linked = {
      ...UNLINKED,
      dataset: { name: "loops", seed: 3 },
      subject: { type: "graph", index: 2 } as const,
    };
    store.dispatch({ type: "open-link", linked, source: "link" });
    await vi.waitFor(() => expect(state().inspection?.index).toBe(2));
    expect(engine().calls.filter(([name]) => name === "load")).toEqual([
      ["load", [{ generator: "loops", seed: 3 }, {}, 2]],
    ]);
    store.dispatch({ type: "wanted", wanted: { name: "nowhere", seed: 0 }, source: "link" });
    await vi.waitFor(() => expect(errors()).toHaveLength(1));
    expect(errors()[0]?.title).toBe("This data set is not here");
    expect(state().wanted).toEqual({ name: "loops", seed: 3 });
  });

  it.each([
    { type: "example", id: "ring" },
    { type: "graph", index: 1 },
  ] as const)("keeps the $type opened while the data set of a link loads", async (opened) => {
    const linked = {
      ...UNLINKED,
      dataset: { name: "loops", seed: 3 },
      subject: { type: "graph", index: 2 } as const,
    };
    engine().answers.load = (content, config, graph) => {
      change({ type: "show", subject: opened });
      return engine().read(nameIn(content), config, graph);
    };
    store.dispatch({ type: "open-link", linked, source: "link" });
    await vi.waitFor(() => expect(state().displayed).toEqual(opened));
    await vi.waitFor(() => expect(state().data?.summary.name).toBe("loops"));
    await settle(5);
    expect(state().document.subject).toEqual(opened);
    if (opened.type === "graph") expect(state().inspection?.index).toBe(opened.index);
  });
});

describe("the graph in view", () => {
  beforeEach(() => services.load.load(loops, ui));

  it("is the last requested one, even after quick changes", async () => {
    const rows = Array.from({ length: 60 }, () => graphRows()[0]!);
    engine().answers.load = (content, config, show) => engine().read(nameIn(content), config, show, { rows });
    await services.load.load({ ...loops, id: "many" }, ui);
    const asked = engine().count("inspect");
    for (let i = 0; i < 40; i++) {
      const { subject } = state().document;
      show(subject.type === "graph" ? subject.index + 1 : 0);
    }
    await vi.waitFor(() => expect(state().inspection?.index).toBe(40));
    expect(engine().count("inspect") - asked).toBeLessThanOrEqual(2);
  });

  it("follows undo and redo", async () => {
    show(2);
    await vi.waitFor(() => expect(state().inspection?.index).toBe(2));
    store.dispatch({ type: "undo", source: "keyboard" });
    await vi.waitFor(() => expect(state().inspection?.index).toBe(0));
    store.dispatch({ type: "redo", source: "keyboard" });
    await vi.waitFor(() => expect(state().inspection?.index).toBe(2));
  });

  it("has no filtration if the model has no filter", async () => {
    engine().answers.evaluate = () => SILENT;
    await services.train.reset({ model: "sum" }, "api");
    await vi.waitFor(() => expect(state().inspection).toMatchObject({ run: run().id, filtration: null }));
    expect(errors()).toEqual([]);
  });

  it("that fails is requested once, with one notice", async () => {
    engine().answers.inspect = () => {
      throw new Error("the GPU reports: out of memory");
    };
    show(3);
    await vi.waitFor(() => expect(errors()).toHaveLength(1));
    await settle();
    expect(errors()[0]).toMatchObject({ title: "Graph 4 cannot be shown" });
    expect(engine().calls.filter(([name, [index]]) => name === "inspect" && index === 3)).toHaveLength(1);
  });
});

describe("training", () => {
  beforeEach(() => services.load.load(loops, ui));

  it("continues until a pause, and then requests no more steps", async () => {
    void services.train.begin("ui");
    await vi.waitFor(() => expect(run().stepsDone).toBeGreaterThan(5));
    pause();
    expect(run().phase).toBe("paused");
    await settle();
    const asked = engine().count("train");
    await settle();
    expect(engine().count("train")).toBe(asked);
  });

  it("reports the reason and does not start on a data set of one class", async () => {
    engine().answers.load = (content, config, show) => {
      const name = nameIn(content);
      const withoutTraining = 'every graph of “one” has the class "0": add graphs of another class';
      const summary = { ...datasetSummary(name), classes: [{ name: "0", graphs: 4 }], withoutTraining };
      return engine().read(name, config, show, { summary });
    };
    await services.load.load(fileNamed("one.jsonl"), ui);
    expect(state().displayed).toEqual({ type: "graph", index: 0 });
    for (const train of [services.train.begin("ui"), services.train.step("ui")]) {
      await train;
      expect(errors().at(-1)).toMatchObject({
        title: "Training is not possible",
        detail: 'Every graph of “one” has the class "0": add graphs of another class.',
      });
    }
    await settle();
    expect(engine().count("train")).toBe(0);
    expect(run()).toMatchObject({ phase: "ready", stepsDone: 0 });
    show(2);
    await vi.waitFor(() => expect(state().displayed).toEqual({ type: "graph", index: 2 }));
    expect(errors()).toHaveLength(1);
  });

  it("requests its next steps before the page draws the last ones", async () => {
    const asked: number[] = [];
    const end = store.listen(({ type }) => {
      if (type === "trained") asked.push(engine().count("train") - asked.length);
    });
    void services.train.begin("ui");
    await vi.waitFor(() => expect(asked.length).toBeGreaterThan(4));
    end();
    pause();
    // At the n-th answer, n + 1 requests had been sent.
    expect(asked.slice(0, 4)).toEqual([2, 2, 2, 2]);
    // And the graph in view between the two, with the weights after these steps.
    const order = engine()
      .calls.map(([name]) => name)
      .filter((name) => name === "train" || name === "evaluate");
    expect(order.slice(0, 5)).toEqual(["train", "evaluate", "train", "evaluate", "train"]);
  });

  it("restores the previous run after a reset and changed settings", async () => {
    await services.train.step("ui");
    const trained = run();
    await services.train.reset({}, "ui");
    store.dispatch({ type: "settings", change: { seed: 5 }, source: "ui" });
    await vi.waitFor(() => expect(run().summary.config.seed).toBe(5));
    expect(state().previousRun).toMatchObject({ id: trained.id, stepsDone: 1, phase: "paused" });
    await services.train.swap("ui");
    expect(run()).toMatchObject({ id: trained.id, stepsDone: 1, loss: { count: 1 } });
    expect(state().document.settings.seed).toBe(trained.summary.config.seed);
    expect(engine().step).toBe(1);
    await services.train.step("ui");
    expect(run().stepsDone).toBe(2);
    // And back again; another data set has no previous run.
    await services.train.swap("ui");
    expect(run().summary.config.seed).toBe(5);
    await services.load.load(loops, ui);
    expect(state().previousRun).toBe(null);
  });

  it("restores the previous run by undo, and the next one by redo", async () => {
    const undo = (): void => store.dispatch({ type: "undo", source: "keyboard" });
    await services.train.step("ui");
    const trained = run();
    const before = state().history.past.length;
    await services.train.reset({ seed: 5 }, "ui");
    expect(state().history.past).toHaveLength(before + 1);
    undo();
    await vi.waitFor(() => expect(run()).toMatchObject({ id: trained.id, stepsDone: 1 }));
    expect(state().document.settings.seed).toBe(trained.summary.config.seed);
    store.dispatch({ type: "redo", source: "keyboard" });
    await vi.waitFor(() => expect(run().summary.config.seed).toBe(5));
    // Undo covers loaded weights, too; a button with the same effect is a separate change.
    await services.train.step("ui");
    const second = run();
    await services.weights.load("w.safetensors", new Blob([Uint8Array.of(3)]), "ui");
    expect(run().stepsDone).toBe(6);
    undo();
    await vi.waitFor(() => expect(run().id).toBe(second.id));
    await services.train.swap("ui");
    expect(run().stepsDone).toBe(6);
    undo();
    await vi.waitFor(() => expect(run().id).toBe(second.id));
  });

  it("has the requested number of steps per second", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      store.dispatch({ type: "view", change: { pace: 4 }, source: "ui" });
      void services.train.begin("ui");
      await vi.advanceTimersByTimeAsync(2100);
      expect(run().stepsDone).toBeGreaterThanOrEqual(8);
      expect(run().stepsDone).toBeLessThanOrEqual(9);
      // A pause does not wait for the step that is due.
      store.dispatch({ type: "view", change: { pace: 1 }, source: "ui" });
      await vi.advanceTimersByTimeAsync(20);
      pause();
      const done = run().stepsDone;
      await vi.advanceTimersByTimeAsync(5000);
      expect(run().stepsDone).toBeLessThanOrEqual(done + 1);
      store.dispatch({ type: "view", change: { pace: null }, source: "ui" });
      void services.train.begin("ui");
      await vi.advanceTimersByTimeAsync(200);
      pause();
      await vi.advanceTimersByTimeAsync(200);
      expect(run().stepsDone).toBeGreaterThan(done + 10);
    } finally {
      vi.useRealTimers();
    }
  });

  it("shows the graph after a stored epoch, and then the current one again", async () => {
    store.dispatch({ type: "show", subject: { type: "graph", index: 0 }, source: "ui" });
    withEpoch({ ...epoch, epoch: 3 });
    await services.train.step("ui");
    await vi.waitFor(() => expect(state().inspection?.step).toBe(1));
    expect(run().snapshots).toEqual([0, 3]);
    store.dispatch({ type: "view", change: { epoch: 2 }, source: "ui" });
    await vi.waitFor(() => expect(state().inspection?.epoch).toBe(0));
    expect(engine().calls.at(-1)).toEqual(["evaluate", [0, { epoch: 0, filter: 0 }]]);
    store.dispatch({ type: "view", change: { epoch: 3 }, source: "ui" });
    await vi.waitFor(() => expect(state().inspection?.epoch).toBe(3));
    store.dispatch({ type: "view", change: { epoch: null }, source: "ui" });
    await vi.waitFor(() => expect(state().inspection?.epoch).toBe(null));
    // New weights have no history.
    store.dispatch({ type: "view", change: { epoch: 3 }, source: "ui" });
    await services.train.reset({}, "ui");
    expect(state().view.epoch).toBe(null);
    expect(run().snapshots).toEqual([0]);
  });

  it("evaluates a graph of the user at any epoch and after every edit, and reports a failure", async () => {
    const graph = { title: "mine", vertices: 2, edges: [0, 1], filters: [] };
    change({ type: "own-graph", graph });
    expect(engine().count("evaluate")).toBe(0);
    change({ type: "filter", filter: "learned" });
    await vi.waitFor(() => expect(state().asked).toMatchObject({ epoch: null, problem: null }));
    // Training on it continues without another graph in its place.
    withEpoch({ ...epoch, epoch: 3 });
    await services.train.step("ui");
    expect(state().document.subject.type).toBe("own");
    await vi.waitFor(() => expect(state().asked?.step).toBe(1));
    store.dispatch({ type: "view", change: { epoch: 2 }, source: "ui" });
    await vi.waitFor(() => expect(state().asked?.epoch).toBe(0));
    const other = { vertices: 2, edges: [0, 1], origin: null };
    expect(engine().calls.at(-1)).toEqual(["evaluate", [other, { epoch: 0, filter: 0 }]]);

    const dataset = state().data!.summary.name;
    const origin = { dataset, index: 1, vertices: [0, null, 1] };
    change({ type: "edit", graph: { ...graph, vertices: 3, origin }, values: null });
    await vi.waitFor(() => expect(state().asked?.subject).toBe(state().document.subject));
    expect(engine().calls.at(-1)).toEqual([
      "evaluate",
      [
        { vertices: 3, edges: [0, 1], origin },
        { epoch: 0, filter: 0 },
      ],
    ]);
    // Labels of another data set have other meanings.
    change({ type: "edit", graph: { ...graph, origin: { ...origin, dataset: "another" } }, values: null });
    await vi.waitFor(() =>
      expect(engine().calls.at(-1)).toEqual(["evaluate", [other, { epoch: 0, filter: 0 }]]),
    );

    engine().answers.evaluate = () => {
      throw new Error("the model reads vertex labels");
    };
    const asked = engine().count("evaluate");
    store.dispatch({ type: "view", change: { epoch: 3 }, source: "ui" });
    await vi.waitFor(() => expect(state().asked?.problem).toBe("the model reads vertex labels"));
    await settle();
    expect(engine().count("evaluate")).toBe(asked + 1);
    // Reported once.
    store.dispatch({ type: "view", change: { epoch: 0 }, source: "ui" });
    await vi.waitFor(() =>
      expect(state().asked).toMatchObject({ epoch: 0, problem: "the model reads vertex labels" }),
    );
    expect(errors()).toMatchObject([{ detail: "the model reads vertex labels" }]);
  });

  it("trains another model beside this one, with the same settings, from the first step on", async () => {
    expect(await services.train.setRival("sum", "ui")).toBe(true);
    expect(run().rival?.summary.config).toMatchObject({ model: "sum", seed: run().summary.config.seed });
    const { train } = engine().answers;
    engine().answers.train = (steps) => {
      const trained = train(steps);
      return { ...trained, rival: { ...trained.report, epochs: [epoch] } };
    };
    await services.train.step("ui");
    expect(run().rival?.epochs).toEqual([epoch]);
    expect(await services.train.setRival("sum", "ui")).toBe(false);
    await services.train.reset({}, "ui");
    expect(run().rival).toBe(null);
  });

  it("recolours the graph in view", async () => {
    await services.train.step("ui");
    expect(run().stepsDone).toBe(1);
    await vi.waitFor(() =>
      expect(state().inspection).toMatchObject({ step: 1, filtration: { filter: { 0: 1 } } }),
    );
  });

  it("shows the graph in view after the last step", async () => {
    void services.train.begin("ui");
    await vi.waitFor(() => expect(run().stepsDone).toBeGreaterThan(5));
    pause();
    await vi.waitFor(() => expect(state().inspection?.step).toBe(run().stepsDone));
    expect(state().inspection?.filtration?.filter[0]).toBe(engine().step);
  });

  it("stops with a notice if the loss is not a number", async () => {
    engine().answers.train = () => ({
      report: { steps: [], epochs: [], finished: false, stopped: "The loss is not a number." },
      milliseconds: 1,
      snapshots: null,
      weights: null,
      rival: null,
    });
    void services.train.begin("ui");
    await vi.waitFor(() => expect(run().phase).toBe("stopped"));
    expect(state().notices.at(-1)).toMatchObject({
      title: "Training stopped",
      detail: "The loss is not a number.",
    });
    expect(engine().count("train")).toBe(1);
  });

  it("pauses with a notice if a step fails", async () => {
    engine().answers.train = () => {
      throw new Error("No memory is left for a batch of 32 graphs.");
    };
    void services.train.begin("ui");
    await vi.waitFor(() => expect(run().phase).toBe("paused"));
    expect(state().notices.at(-1)?.detail).toBe("No memory is left for a batch of 32 graphs.");
  });

  it("classifies every graph after a pause, and after each epoch while the list shows misclassified graphs", async () => {
    void services.train.begin("ui");
    await vi.waitFor(() => expect(run().stepsDone).toBeGreaterThan(0));
    pause();
    await vi.waitFor(() => expect(run().predictions?.values).toEqual(Float64Array.of(0, 0, 0, 0)));
    store.dispatch({ type: "graph-filter", change: { wrongOnly: true }, source: "ui" });
    withEpoch();
    const asked = engine().count("predict");
    void services.train.begin("ui");
    await vi.waitFor(() => expect(engine().count("predict")).toBeGreaterThan(asked + 2));
    pause();
  });

  it("changes the learning rate without a new model", async () => {
    const models = engine().count("configure");
    await services.train.step("ui");
    change({ type: "settings", change: { learningRate: 0.1 } });
    await vi.waitFor(() => expect(run().summary.config.learningRate).toBe(0.1));
    expect(engine().calls.some(([name, [rate]]) => name === "setLearningRate" && rate === 0.1)).toBe(true);
    expect(engine().count("configure")).toBe(models);
  });

  it("uses new settings immediately before the first step, and in the next run after it", async () => {
    change({ type: "settings", change: { seed: 3 } });
    await vi.waitFor(() => expect(run().summary.config.seed).toBe(3));
    await services.train.step("ui");
    change({ type: "settings", change: { seed: 4 } });
    await settle();
    expect(run().summary.config.seed).toBe(3);
    expect(waitingSettings(state())).toEqual(["seed"]);
    await services.train.reset({}, "ui");
    expect(waitingSettings(state())).toEqual([]);
    expect(state()).toMatchObject({ run: { stepsDone: 0, summary: { config: { seed: 4 } } } });
  });

  it.each([
    ["training", () => services.train.begin("ui")],
    ["a step", () => services.train.step("ui")],
  ])("%s right after a changed setting waits for the run with this setting", async (_, begin) => {
    const { configure } = engine().answers;
    let answer = (): void => undefined;
    engine().answers.configure = (...args) => {
      const made = configure(...args);
      return new Promise<RunSummary>((resolve) => (answer = () => resolve(made))) as unknown as RunSummary;
    };
    change({ type: "settings", change: { seed: 3 } });
    const started = begin();
    await settle();
    expect(engine().count("train")).toBe(0);
    answer();
    await started;
    await vi.waitFor(() => expect(run().stepsDone).toBeGreaterThan(0));
    expect(run().summary.config.seed).toBe(3);
  });

  it("loses no setting that changes during another change", async () => {
    change({ type: "settings", change: { seed: 3 } });
    await settle(1);
    change({ type: "settings", change: { epochs: 7 } });
    await vi.waitFor(() => expect(run().summary.config).toMatchObject({ seed: 3, epochs: 7 }));
    expect(waitingSettings(state())).toEqual([]);
  });

  it("reverts a rejected setting", async () => {
    engine().answers.configure = () => {
      throw new Error("expected at most 100 epochs");
    };
    change({ type: "settings", change: { epochs: 900 } });
    await vi.waitFor(() => expect(errors()).toHaveLength(1));
    await settle();
    expect(errors()[0]).toMatchObject({ title: "The settings are invalid" });
    expect(state().document.settings.epochs).toBe(10);
  });

  it("drops an answer that belongs to an earlier run", async () => {
    void services.train.begin("ui");
    await vi.waitFor(() => expect(engine().count("train")).toBeGreaterThan(0));
    await services.train.reset({}, "ui");
    await settle();
    expect(run().stepsDone).toBe(0);
    expect(run().loss.count).toBe(0);
  });
});

describe("weights", () => {
  const file = (epochs: number) => new Blob([Uint8Array.of(epochs)]);
  beforeEach(() => services.load.load(loops, ui));

  it("are saved under the name of the data set and the epoch", async () => {
    engine().answers.load = (_, config, show) => engine().read("Loops & more", config, show);
    await services.load.load({ ...loops }, ui);
    expect((await services.weights.save())?.name).toBe("sublevel-Loops-more-epoch-0.safetensors");
    withEpoch({ ...epoch, epoch: 3 });
    await services.train.step("ui");
    expect(await services.weights.save()).toEqual({
      name: "sublevel-Loops-more-epoch-3.safetensors",
      bytes: Uint8Array.of(1),
    });
  });

  it("restore their settings and epoch, and the run continues from that epoch", async () => {
    await services.train.step("ui");
    change({ type: "settings", change: { seed: 5 } });
    expect(await services.weights.load("w.safetensors", file(4), "ui")).toBe(true);
    expect(waitingSettings(state())).toEqual([]);
    expect(state()).toMatchObject({
      run: { phase: "ready", stepsDone: 8, epochs: [], summary: { epochsDone: 4, config: { seed: 8 } } },
    });
    expect(state().notices.at(-1)).toMatchObject({
      kind: "info",
      title: "w.safetensors was loaded",
      detail: `The run resumes after epoch 4 of ${run()?.summary.config.epochs}.`,
    });
    expect((await services.weights.save())?.name).toBe("sublevel-loops-epoch-4.safetensors");
    change({ type: "settings", change: { seed: 6 } });
    expect(waitingSettings(state())).toEqual(["seed"]);
    await services.train.step("ui");
    expect(run()).toMatchObject({ stepsDone: 9, loss: { count: 1 } });
  });

  it("have the predictions of their step", async () => {
    await services.weights.load("w.safetensors", file(4), "ui");
    await vi.waitFor(() => expect(run().predictions?.values).toEqual(Float64Array.of(0, 0, 0, 0)));
    expect(run().predictions?.step).toBe(8);
  });

  it("of a finished run are finished", async () => {
    await services.weights.load("w.safetensors", file(10), "ui");
    void services.train.begin("ui");
    expect(run().phase).toBe("finished");
  });

  it("pause the run that they replace", async () => {
    void services.train.begin("ui");
    await vi.waitFor(() => expect(run().stepsDone).toBeGreaterThan(3));
    await services.weights.load("w.safetensors", file(1), "ui");
    const asked = engine().count("train");
    await settle();
    expect(engine().count("train")).toBe(asked);
    expect(run()).toMatchObject({ phase: "ready", loss: { count: 0 } });
  });

  it("restore their curves", async () => {
    const epochs = [1, 2].map((epoch) => ({
      epoch,
      trainLoss: 0.5,
      trainMetric: 0.75,
      testMetric: 1 / epoch,
    }));
    // Four steps of two epochs; the file has no data before the last three.
    engine().curves = { steps: Float32Array.of(0.5, 0.25, 0.25, 0.5, 0.125, 0.75), epochs };
    expect(await services.weights.load("w.safetensors", file(2), "ui")).toBe(true);
    expect(run().epochs).toEqual(epochs);
    expect(pointsOf(run().loss)).toEqual([
      [1, 0.5],
      [1.5, 0.25],
      [2, 0.125],
    ]);
    expect(pointsOf(run().metric).map(([, share]) => share)).toEqual([0.25, 0.5, 0.75]);
  });

  it("that are invalid leave the run and its training unchanged", async () => {
    void services.train.begin("ui");
    await vi.waitFor(() => expect(run().stepsDone).toBeGreaterThan(3));
    const before = run().summary;
    engine().answers.loadWeights = () => {
      throw new Error("expected the data set “moons”");
    };
    expect(await services.weights.load("w.safetensors", file(1), "ui")).toBe(false);
    expect(run()).toMatchObject({ phase: "running", summary: before });
    // No step is lost.
    expect(run().loss.count).toBe(run().stepsDone);
    expect(state().notices.at(-1)).toMatchObject({
      kind: "error",
      title: "w.safetensors was not loaded",
      detail: "expected the data set “moons”",
    });
    pause();
  });

  it("yield to a new run that was requested later", async () => {
    const asked = engine().calls.length;
    const loaded = services.weights.load("w.safetensors", file(4), "ui");
    while (engine().calls.length === asked) await settle(1);
    expect(await services.train.reset({ seed: 1 }, "ui")).toBe(true);
    await loaded;
    await settle();
    expect(run().summary).toMatchObject({ epochsDone: 0, config: { seed: 1 } });
    expect(engine().config.seed).toBe(1);
  });
});

describe("a dead engine", () => {
  it("leaves data and curves, and a restart restores the data set and the settings", async () => {
    await services.load.load(loops, ui);
    change({ type: "settings", change: { seed: 5 } });
    await vi.waitFor(() => expect(run().summary.config.seed).toBe(5));
    await services.train.step("ui");
    show(2);
    await vi.waitFor(() => expect(state().inspection?.index).toBe(2));
    engine().events.crash("Out of memory.");
    expect(state().engine).toEqual({ status: "crashed", message: "Out of memory." });
    expect(run().loss.count).toBe(1);

    await services.restart("cpu", "ui");
    expect(engines).toHaveLength(2);
    expect(engines[0]?.closed).toBe(true);
    expect(state()).toMatchObject({
      backend: "cpu",
      engine: { status: "ready" },
      data: { summary: { name: "loops" } },
      run: { stepsDone: 1, summary: { config: { seed: 5 } } },
      inspection: { index: 2 },
    });
    expect(errors()).toEqual([]);
  });

  it("reports the reason of a failed start", async () => {
    services = opening(() => {
      throw new Error("no memory");
    });
    await services.session.start("cpu", "ui");
    expect(state().engine).toEqual({ status: "crashed", message: "no memory" });
  });

  it("uses the CPU if the GPU cannot be used, and shows the reason once", async () => {
    services = opening((backend) => {
      if (backend === "gpu") throw new Error("the GPU Fake returns wrong results: sum 0 is NaN instead of 3");
    });
    const reason = "The GPU Fake returns wrong results: sum 0 is NaN instead of 3; the CPU is in use.";
    await services.session.start("gpu", "ui");
    expect(state().engine).toMatchObject({
      status: "ready",
      device: { gpu: false, gpuOffered: null, reason },
    });
    expect(state().notices.filter(({ detail }) => detail === reason)).toHaveLength(1);
    const opened = (one: FakeEngine) => one.calls.filter(([name]) => name === "open").map(([, [on]]) => on);
    expect(engines.slice(1).map(opened)).toEqual([["gpu", "cpu"]]);
  });
});

describe("the engine", () => {
  it("loads the file that the user chose during the start, not the default data set", async () => {
    services.close();
    store = createStore(emptyState());
    let arrived = (): void => undefined;
    services = createServices(
      store,
      {
        ...surroundings((events) => new FakeEngine(events)),
        prepare: () =>
          new Promise((resolve) => (arrived = () => resolve({ module: "training/ab.js", bytes: 1 }))),
      },
      { ...offers, first: { name: "loops", seed: 0 } },
      keeping(),
    );
    const loaded = services.load.load(fileNamed("own.zip"), ui);
    await settle();
    arrived();
    expect(await loaded).toBe(true);
    await settle();
    expect(state().data?.summary.name).toBe("own.zip");
    expect(engine().count("load")).toBe(1);
  });

  it("is fetched at its first use, and shows the progress of its build", async () => {
    const progress = { done: 132, of: 310, seconds: 84.2, crate: "burn-tensor" };
    let built = (): void => undefined;
    store = createStore(emptyState());
    services = createServices(
      store,
      {
        ...surroundings((events) => new FakeEngine(events)),
        prepare: (events) => {
          events.building(progress);
          return new Promise((resolve) => (built = () => resolve({ module: "training/ab.js", bytes: 1 })));
        },
      },
      offers,
      keeping(),
    );
    expect(state().engine.status).toBe("idle");
    const loaded = services.load.load(loops, ui);
    await settle();
    expect(state().engine).toEqual({ status: "building", ...progress });
    built();
    expect(await loaded).toBe(true);
    expect(engine().calls[0]).toEqual([
      "open",
      ["auto", "http://page.test/", { module: "training/ab.js", bytes: 1 }, null],
    ]);
  });
});

describe("a stored run", () => {
  const inspect = (): void => store.dispatch({ type: "view", change: { page: "inspect" }, source: "ui" });
  /** Another page of the same browser, with an engine. */
  const reopen = async (): Promise<void> => {
    services.close();
    store = createStore(emptyState());
    services = createServices(
      store,
      surroundings((events) => new FakeEngine(events)),
      offers,
      keeping(),
    );
    await services.session.start("auto", "ui");
    inspect();
    await settle();
  };
  const trainSteps = async (count: number): Promise<void> => {
    inspect();
    await services.load.load(loops, ui);
    for (let step = 0; step < count; step += 1) await services.train.step("ui");
    await services.savedRuns.now();
  };

  it("is offered by the next page, and continues with its curves, epochs and snapshots", async () => {
    await trainSteps(3);
    const { loss, metric, lastStep } = run();
    await reopen();
    expect(state().keptRuns).toMatchObject([{ dataset: "loops", history: { stepsDone: 3 } }]);
    expect(state().offering).toBe(true);
    const stored = await runs.get(state().keptRuns[0]!.id);
    expect(await services.savedRuns.continue(state().keptRuns[0]!.id, "ui")).toBe(true);
    expect(run()).toMatchObject({
      stepsDone: 3,
      loss,
      metric,
      lastStep,
      phase: "paused",
      snapshots: stored!.weights.map((one) => one.epoch),
    });
    expect(state().data?.summary.name).toBe("loops");
    // The run in use is not offered.
    expect(state()).toMatchObject({ keptRuns: [], offering: false });
    await services.train.step("ui");
    await settle();
    expect(run().stepsDone).toBe(4);
    await vi.waitFor(async () => expect((await runs.list())[0]!.history.stepsDone).toBe(4));
    expect(await runs.list()).toHaveLength(1);
  });

  it("is stored without delay when it ends", async () => {
    await trainSteps(1);
    const { train } = engine().answers;
    engine().answers.train = (...asked) => {
      const answer = train(...asked);
      const finished = engine().step >= 6;
      return { ...answer, report: { ...answer.report, finished } };
    };
    await services.train.begin("ui");
    await vi.waitFor(() => expect(run().phase).toBe("finished"));
    const stored = async () => expect((await runs.list())[0]!.history.stepsDone).toBe(run().stepsDone);
    // A growing run is stored every 2 s.
    await vi.waitFor(stored, { timeout: 1500 });
  });

  it("continues after a crash and on another device", async () => {
    await trainSteps(2);
    const before = run();
    engine().events.crash("lost");
    await services.restart("cpu", "ui");
    expect(run()).toMatchObject({ held: true, stepsDone: 2, loss: before.loss });
    await services.train.step("ui");
    await services.restart("gpu", "ui");
    expect(run()).toMatchObject({ held: true, stepsDone: 3 });
    expect(await runs.list()).toHaveLength(1);
  });

  it("stays available after another data set replaces it", async () => {
    await trainSteps(2);
    await services.load.load(fileNamed("own.zip"), ui);
    await settle();
    expect(state().keptRuns).toMatchObject([{ dataset: "loops" }]);
    expect(await services.savedRuns.continue(state().keptRuns[0]!.id, "ui")).toBe(true);
    expect(run().stepsDone).toBe(2);
    await services.savedRuns.forget(state().keptRuns[0]?.id ?? "");
    expect(await runs.list()).toHaveLength(1);
  });

  it("is not offered while another tab uses it, and never comes from a lesson", async () => {
    await trainSteps(2);
    const [kept] = await runs.list();
    otherTabs.add(kept!.id);
    await reopen();
    expect(state().keptRuns).toEqual([]);
    store.dispatch({ type: "view", change: { page: "learn" }, source: "ui" });
    await services.load.load(loops, ui);
    store.dispatch({ type: "view", change: { page: "learn" }, source: "ui" });
    await services.train.step("ui");
    await settle();
    expect(await runs.list()).toHaveLength(1);
  });

  it("keeps a run with a note, and the last twelve of the others", async () => {
    await trainSteps(1);
    await services.savedRuns.labelInUse({ name: "", note: "before the change" }, "ui");
    const [noted] = await runs.list();
    expect(noted).toMatchObject({ note: "before the change" });
    for (let seed = 1; seed <= 14; seed += 1) {
      await services.train.reset({ seed }, "ui");
      await trainSteps(1);
    }
    const kept = await runs.list();
    expect(kept).toHaveLength(13);
    expect(kept.map(({ id }) => id)).toContain(noted!.id);
  });

  it("continues without storage in the browser, with one notice", async () => {
    runs = { ...runs, put: () => Promise.reject(new Error("The quota has been exceeded.")) };
    await reopen();
    await trainSteps(1);
    await services.train.step("ui");
    await settle();
    expect(state().notices).toMatchObject([
      { kind: "info", detail: expect.stringContaining("quota") as string },
    ]);
    // Within the page, nothing is lost either.
    await services.load.load(fileNamed("own.zip"), ui);
    await services.savedRuns.list();
    expect(state().keptRuns).toMatchObject([{ history: { stepsDone: 2 } }]);
  });

  it("can continue after its last epoch", async () => {
    await trainSteps(1);
    engine().answers.train = () => ({
      report: { steps: [], epochs: [{ ...epoch, epoch: 10 }], finished: true, stopped: null },
      milliseconds: 1,
      snapshots: null,
      weights: null,
      rival: null,
    });
    await services.train.step("ui");
    expect(run().phase).toBe("finished");
    expect(await services.train.further(5, "ui")).toBe(true);
    expect(run()).toMatchObject({ phase: "paused", summary: { config: { epochs: 15 } } });
    expect(waitingSettings(state())).toEqual([]);
  });
});

describe("the inspecting engine", () => {
  const asking = (urgent = true, signal = new AbortController().signal) => ({ urgent, signal });
  const inspecting = (): FakeEngine => engines[1]!;

  it("has data set and weights of the run in use, and follows them", async () => {
    await services.load.load(loops, ui);
    await services.train.step("ui");
    const result = await services.analysis.ask("explain", [2], asking());
    expect(result).toMatchObject({ run: run().id, epoch: null, step: 1, answer: { scores: null } });
    const names = inspecting().calls.map(([name]) => name);
    expect(names).toEqual(["open", "loadAlone", "continueRun", "explain"]);
    // The module that the first engine compiled.
    const [, , , compiled] = inspecting().calls[0]![1] as Calls["open"]["args"];
    expect(compiled).toMatchObject({ module: "training/ab.js" });
    expect(compiled!.wasm).toBeInstanceOf(WebAssembly.Module);
    expect(inspecting().calls.at(-1)![1]).toEqual([2, { epoch: null, filter: 0 }]);
    // The same weights are not transferred twice, others are.
    await services.analysis.ask("scores", [null], asking());
    expect(inspecting().count("continueRun")).toBe(1);
    await services.train.step("ui");
    await services.analysis.ask("scores", [null], asking());
    expect(inspecting().count("continueRun")).toBe(2);
    expect(inspecting().count("loadAlone")).toBe(1);
    // The engine in use only had to return its weights.
    expect(engines[0]!.count("explain")).toBe(0);
  });

  it("uses the weights of the epoch in view", async () => {
    await services.load.load(loops, ui);
    engine().answers.train = () => ({
      report: { steps: [], epochs: [{ ...epoch, epoch: 4 }], finished: false, stopped: null },
      milliseconds: 1,
      snapshots: Uint32Array.of(0, 2, 4),
      weights: null,
      rival: null,
    });
    await services.train.step("ui");
    store.dispatch({ type: "view", change: { epoch: 3 }, source: "ui" });
    const result = await services.analysis.ask("associations", [[["degree"]]], asking());
    expect(result?.epoch).toBe(2);
    expect(inspecting().calls.slice(-2)).toMatchObject([
      ["takeWeights", [{ epoch: 2 }]],
      ["associations", [[["degree"]], { epoch: 2, filter: 0 }]],
    ]);
    // Without space for more epochs, the engine starts over.
    inspecting().answers.takeWeights = ({ epoch }) => Uint32Array.of(epoch);
    store.dispatch({ type: "view", change: { epoch: 0 }, source: "ui" });
    await services.analysis.ask("scores", [null], asking());
    expect(inspecting().count("continueRun")).toBe(2);
  });

  it("asks for the filter in view, and the answer says which one it is of", async () => {
    engine().filters = 3;
    await services.load.load(loops, ui);
    store.dispatch({ type: "show", subject: { type: "graph", index: 0 }, source: "ui" });
    // The last one if there are fewer.
    for (const [requested, filter] of [
      [1, 1],
      [9, 2],
      [0, 0],
    ] as const) {
      store.dispatch({ type: "view", change: { filterInView: requested }, source: "ui" });
      await vi.waitFor(() => expect(state().inspection?.filter).toBe(filter));
      expect(engines[0]!.calls.at(-1)).toEqual(["evaluate", [0, { epoch: null, filter }]]);
      const result = await services.analysis.ask("inspectTogether", [Uint32Array.of(0)], asking());
      expect(result?.filter).toBe(filter);
      expect(inspecting().calls.at(-1)![1]).toEqual([Uint32Array.of(0), { epoch: null, filter }]);
    }
    // The run in the second engine is the same: a filter is no reason to transfer it again.
    expect(inspecting().count("continueRun")).toBe(1);
  });

  it("shows a graph of the user with the filter in view", async () => {
    engine().filters = 2;
    await services.load.load(loops, ui);
    change({ type: "own-graph", graph: { title: "mine", vertices: 2, edges: [0, 1], filters: [] } });
    change({ type: "filter", filter: "learned" });
    await vi.waitFor(() => expect(state().asked?.filter).toBe(0));
    store.dispatch({ type: "view", change: { filterInView: 1 }, source: "ui" });
    await vi.waitFor(() => expect(state().asked?.filter).toBe(1));
  });

  it("evaluates a stored run once for comparisons, and other epochs of the run in use", async () => {
    store.dispatch({ type: "view", change: { page: "inspect" }, source: "ui" });
    await services.load.load(loops, ui);
    for (let step = 0; step < 2; step += 1) await services.train.step("ui");
    await services.savedRuns.now();
    await services.train.reset({ seed: 1 }, "ui");
    await vi.waitFor(() => expect(state().keptRuns).toHaveLength(1));
    const { id } = state().keptRuns[0]!;
    const pair = [
      { type: "kept", id },
      { type: "epoch", epoch: 0 },
    ] as const;
    const compare = () => services.analysis.ask("compare", ["test", pair], { ...asking(), beside: pair });
    expect(await compare()).toMatchObject({
      run: run().id,
      answer: { predictedByOther: Float64Array.of(1) },
    });
    expect(inspecting().calls.slice(-3)).toMatchObject([
      ["takeWeights", [{ epoch: 0 }]],
      // As stored.
      ["hear", [id, Uint8Array.of(2), 0]],
      ["compare", ["test", pair, { epoch: null, filter: 0 }]],
    ]);
    await compare();
    expect(inspecting().count("hear")).toBe(1);
    // Another data set has no such run.
    await services.load.load({ ...loops, seed: 1 }, ui);
    await compare();
    expect(inspecting().count("hear")).toBe(2);
    await services.savedRuns.forget(id);
    await expect(compare()).rejects.toThrow("not kept any more");
  });

  it("ranks questions by urgency, and omits cancelled questions", async () => {
    await services.load.load(loops, ui);
    const abort = new AbortController();
    const ask = (graph: number, signal?: AbortSignal) =>
      services.analysis.ask("explain", [graph], asking(true, signal));
    const answers = await Promise.all([
      services.analysis.ask("associations", [[["degree"]]], asking(false)),
      services.analysis.ask("scores", [null], asking()),
      services.analysis.ask("inspectMany", [[1, 2]], asking()),
      ask(0),
      ask(2, abort.signal),
      Promise.resolve(abort.abort()),
    ]);
    expect(answers.map((answer) => answer && true)).toEqual([true, true, true, true, null, undefined]);
    expect(inspecting().count("explain")).toBe(1);
    expect(inspecting().ranks.toSorted()).toEqual([1, 2, 3, 4]);
  });

  it("receives a question again after it was dropped", async () => {
    await services.load.load(loops, ui);
    await services.analysis.ask("explain", [0], asking());
    let dropped = 0;
    inspecting().answers.scores = () => {
      dropped += 1;
      if (dropped < 3) throw new Dropped();
      return Float64Array.of(1, 0);
    };
    const result = await services.analysis.ask("scores", [null], asking());
    expect(result?.answer).toEqual(Float64Array.of(1, 0));
    expect(dropped).toBe(3);
  });

  it("receives the weights of an epoch from training, and requests none", async () => {
    await services.load.load(loops, ui);
    engine().answers.train = () => ({
      report: { steps: [], epochs: [{ ...epoch, epoch: 4 }], finished: false, stopped: null },
      milliseconds: 1,
      snapshots: Uint32Array.of(0, 2, 4),
      weights: { epoch: 4, numbers: Float32Array.of(7) },
      rival: null,
    });
    await services.train.step("ui");
    store.dispatch({ type: "view", change: { epoch: 4 }, source: "ui" });
    await services.analysis.ask("explain", [0], asking());
    expect(inspecting().calls).toContainEqual(["takeWeights", [{ epoch: 4, numbers: Float32Array.of(7) }]]);
    expect(engines[0]!.count("weights")).toBe(0);
  });

  it("during training, uses one epoch for questions about all graphs, and the last epoch for one graph", async () => {
    await services.load.load(loops, ui);
    let ended = 0;
    engine().answers.train = (steps) => {
      ended += 1;
      return {
        report: {
          steps: [{ step: ended * steps, epoch: ended, loss: 0.5, metric: 0.5, learningRate: 0.01 }],
          epochs: [{ ...epoch, epoch: ended }],
          finished: false,
          stopped: null,
        },
        milliseconds: 120,
        snapshots: Uint32Array.from({ length: ended + 1 }, (_, one) => one),
        weights: { epoch: ended, numbers: Float32Array.of(ended) },
        rival: null,
      };
    };
    void services.train.begin("ui");
    await vi.waitFor(() => expect(ended).toBeGreaterThan(2));
    const scores = await services.analysis.ask("scores", [null], asking());
    const one = await services.analysis.ask("explain", [0], asking());
    const found = await services.analysis.ask("associations", [[["degree"]]], asking());
    expect(found!.epoch).toBe(scores!.epoch);
    expect(one!.epoch).toBeGreaterThan(scores!.epoch!);
    // A repeated question returns them.
    const again = await services.analysis.ask("scores", [null], asking());
    expect(again!.epoch).toBeGreaterThan(scores!.epoch!);
    store.dispatch({ type: "pause", source: "ui" });
  });

  it("returns no answer about a replaced run", async () => {
    await services.load.load(loops, ui);
    const before = run().id;
    // The run is replaced while the second engine starts, before it has the weights.
    const [result] = await Promise.all([
      services.analysis.ask("scores", [null], asking()),
      services.train.reset({ seed: 1 }, "ui"),
    ]);
    expect(run().id).not.toBe(before);
    expect(result).toBeNull();
    expect(inspecting().count("scores")).toBe(0);
    expect(await services.analysis.ask("scores", [null], asking())).toMatchObject({
      run: run().id,
      step: 0,
    });
  });

  it("lists the quantities of the vertices even if another run replaces the run in use", async () => {
    await services.load.load(loops, ui);
    const before = run().id;
    const [names] = await Promise.all([
      services.analysis.about("quantities", [false], asking()),
      services.train.reset({ seed: 1 }, "ui"),
    ]);
    expect(run().id).not.toBe(before);
    expect(names).toEqual(["degree"]);
  });

  it("starts with the next question after a failed start", async () => {
    services.close();
    engines = [];
    const second = (events: ClientEvents): FakeEngine => {
      const made = new FakeEngine(events);
      if (engines.length === 1) {
        made.answers.open = () => {
          throw new Error("the module did not arrive");
        };
      }
      return made;
    };
    services = createServices(store, surroundings(second), offers, keeping());
    await services.load.load(loops, ui);
    await expect(services.analysis.ask("scores", [null], asking())).rejects.toThrow("did not arrive");
    expect(inspecting().closed).toBe(true);
    expect(await services.analysis.ask("scores", [null], asking())).toMatchObject({ run: run().id });
    expect(engines).toHaveLength(3);
  });

  it("restarts with the next question after a crash, while training continues", async () => {
    await services.load.load(loops, ui);
    await services.analysis.ask("scores", [null], asking());
    inspecting().events.crash("out of memory");
    inspecting().closed = true;
    const result = await services.analysis.ask("scores", [null], asking());
    expect(result?.answer).toEqual(Float64Array.of(1, 0));
    expect(engines).toHaveLength(3);
    expect(state().engine.status).toBe("ready");
    // Without a run there is no question.
    services.close();
  });
});

describe("the faster device", () => {
  /** Duration of a step in milliseconds, and additional duration `first` of the first step. */
  interface Pace {
    perStep: number;
    readonly first?: number;
  }
  const never: Pace = { perStep: Infinity };
  const endless = new Promise<never>(() => undefined);

  /** An engine with these durations. */
  class TimedEngine extends FakeEngine {
    device: "cpu" | "gpu" = "cpu";
    /** Time of the end of its first step, and of its closing. */
    warm: number | null = null;
    ended: number | null = null;
    readonly #paces: { cpu: Pace; gpu: Pace };
    #end: (error: Error) => void = () => undefined;
    readonly #gone = new Promise<never>((_, reject) => (this.#end = reject));

    constructor(events: ClientEvents, paces: { cpu: Pace; gpu: Pace }, adapter: string | null) {
      super(events);
      this.#paces = paces;
      this.#gone.catch(() => undefined);
      const { open, train } = this.answers;
      const slowly = (steps: number): unknown => this.#slowly(train(steps));
      this.answers.train = slowly as typeof train;
      this.answers.open = (backend, ...rest) => {
        this.device = backend === "gpu" ? "gpu" : "cpu";
        const opened = open(backend, ...rest);
        return { ...opened, device: { ...opened.device, gpuOffered: adapter } };
      };
    }

    async #slowly(answer: Calls["train"]["answer"]): Promise<Calls["train"]["answer"]> {
      const { perStep, first = 0 } = this.#paces[this.device];
      const milliseconds = perStep * answer.report.steps.length + (this.warm === null ? first : 0);
      await Promise.race([this.#gone, milliseconds < Infinity ? settle(milliseconds) : endless]);
      this.warm ??= performance.now();
      return { ...answer, milliseconds };
    }

    override close(): void {
      super.close();
      this.ended = performance.now();
      this.#end(new EngineCrash("closed"));
    }
  }

  let timed: TimedEngine[];

  /** A page on a computer with these devices, with a data set whose run has this number of epochs of two steps. */
  async function computer(
    paces: { cpu: Pace; gpu: Pace },
    { epochs = 100_000, adapter = "A GPU" as string | null, backend = "auto" as Backend } = {},
  ): Promise<void> {
    services.close();
    timed = [];
    engines = timed;
    services = createServices(
      store,
      surroundings((events) => new TimedEngine(events, paces, adapter)),
      offers,
      keeping(),
    );
    await services.session.start(backend, "ui");
    await services.load.load(loops, { source: "ui", settings: { epochs } });
  }
  const opened = () => engines.map(({ calls }) => calls.find(([name]) => name === "open")![1][0]);
  const onGpu = () => {
    const { engine } = state();
    return engine.status === "ready" ? engine.device.gpu : null;
  };
  const paces = () => raceInUse(state())?.paces ?? null;
  const decided = () => vi.waitFor(() => expect(paces()).not.toBeNull(), { timeout: 60_000 });
  const started = async (): Promise<void> => {
    await services.train.begin("ui");
    await vi.waitFor(() => expect(run().stepsDone).toBeGreaterThan(0));
  };

  beforeEach(() => {
    const stored = new Map<string, string>();
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
    });
    vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 1 });
    store.dispatch({ type: "view", change: { page: "inspect" }, source: "ui" });
  });
  afterEach(() => {
    services.close();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("is the CPU if the GPU is slower, and the race leaves the run unchanged", async () => {
    await computer({ cpu: { perStep: 3 }, gpu: { perStep: 8, first: 700 } });
    const [own] = engines;
    await services.train.begin("ui");
    expect(run().phase).toBe("running");
    expect(run().stepsDone).toBe(0);
    await decided();
    expect(opened()).toEqual(["auto", "gpu"]);
    expect(paces()!.cpu).toBeCloseTo(1000 / 3);
    expect(paces()!.gpu).toBeCloseTo(1000 / 8);
    await vi.waitFor(() => expect(timed[1]!.closed).toBe(true));
    expect(onGpu()).toBe(false);
    expect(own!.count("configure")).toBe(0);
    expect(own!.count("load")).toBe(1);
    expect(run().phase).toBe("running");
    expect(timed[1]!.ended! - timed[1]!.warm!).toBeLessThanOrEqual(RACE_MS + 100);
  });

  it("is the GPU if the GPU is faster, and the run continues there", async () => {
    await computer({ cpu: { perStep: 9 }, gpu: { perStep: 1, first: 2000 } });
    await started();
    await decided();
    await vi.waitFor(() => expect(onGpu()).toBe(true));
    await vi.waitFor(() => expect(run().phase).toBe("running"));
    const [from] = timed[1]!.calls.find(([name]) => name === "continueRun")![1] as [Uint8Array];
    expect(from).toEqual(Uint8Array.of(engines[0]!.step));
    expect(state().backend).toBe("auto");
    expect(opened()).toEqual(["auto", "gpu"]);
    expect(timed.map(({ closed }) => closed)).toEqual([true, false]);
    expect(paces()!.gpu).toBeCloseTo(1000);
    const before = run().stepsDone;
    await vi.waitFor(() => expect(run().stepsDone).toBeGreaterThan(before));
  });

  it("is the GPU from the next run if the current run ends soon", async () => {
    await computer({ cpu: { perStep: 9 }, gpu: { perStep: 1 } }, { epochs: 100 });
    await started();
    await decided();
    await settle(100);
    expect(onGpu()).toBe(false);
    await services.train.reset({ seed: 9 }, "ui");
    await started();
    expect(onGpu()).toBe(true);
    expect(opened()).toEqual(["auto", "gpu", "gpu"]);
  });

  it("is remembered for the adapter, the model and the size of batches", async () => {
    await computer({ cpu: { perStep: 3 }, gpu: { perStep: 8 } });
    await started();
    await decided();
    pause();
    const before = engines.length;
    await services.train.reset({ seed: 9 }, "ui");
    await started();
    pause();
    expect(engines).toHaveLength(before);
    await services.train.reset({ model: "sum" }, "ui");
    await started();
    await decided();
    expect(opened().slice(before)).toEqual(["gpu"]);
  });

  it("is the CPU, without a race and with a reason, for steps of several submissions", async () => {
    await computer({ cpu: { perStep: 9 }, gpu: { perStep: 1 } });
    await services.train.reset({ model: "deep-sets" }, "ui");
    await started();
    await settle(100);
    expect(opened()).toEqual(["auto"]);
    expect(onGpu()).toBe(false);
    expect(raceInUse(state())?.problem).toContain("one operation after the other");
    // It does not stay on the GPU either, which was faster for another run.
    pause();
    await services.train.reset({ model: "gfl", seed: 9 }, "ui");
    await started();
    await decided();
    await vi.waitFor(() => expect(onGpu()).toBe(true));
    pause();
    await services.train.reset({ model: "deep-sets" }, "ui");
    await started();
    expect(onGpu()).toBe(false);
    expect(opened()).toEqual(["auto", "gpu", "cpu"]);
  });

  it("is the CPU if the GPU never answers, and the run does not wait for it", async () => {
    await computer({ cpu: { perStep: 3 }, gpu: never });
    await started();
    const before = run().stepsDone;
    await settle(2000);
    expect(run().stepsDone).toBeGreaterThan(before + 100);
    await vi.advanceTimersByTimeAsync(START_TIMEOUT_MS);
    await decided();
    expect(paces()!.gpu).toBe(0);
    expect(paces()!.cpu).toBeCloseTo(1000 / 3);
    expect(onGpu()).toBe(false);
    expect(timed[1]!.closed).toBe(true);
    // It is not measured again either.
    pause();
    await services.train.reset({ seed: 9 }, "ui");
    await started();
    expect(engines).toHaveLength(2);
  }, 20_000);

  it("is the CPU if a step of the GPU takes longer than the race", async () => {
    await computer({ cpu: { perStep: 3 }, gpu: { perStep: 5000 } });
    await started();
    await vi.advanceTimersByTimeAsync(5000);
    await decided();
    expect(paces()!.gpu).toBeCloseTo(0.2);
    expect(timed[1]!.ended! - timed[1]!.warm!).toBeLessThanOrEqual(RACE_MS + 100);
    expect(run().phase).toBe("running");
  }, 20_000);

  it("needs no race without a hardware GPU or after a choice of the user", async () => {
    await computer({ cpu: { perStep: 9 }, gpu: { perStep: 1 } }, { adapter: null });
    await started();
    expect(opened()).toEqual(["auto"]);
    await computer({ cpu: { perStep: 9 }, gpu: { perStep: 1 } }, { backend: "cpu" });
    await started();
    expect(opened()).toEqual(["cpu"]);
    await computer({ cpu: { perStep: 1 }, gpu: { perStep: 9 } }, { backend: "gpu" });
    await started();
    expect(opened()).toEqual(["gpu"]);
  });

  it("is the choice of the user, which ends the race", async () => {
    await computer({ cpu: { perStep: 3 }, gpu: { perStep: 8, first: 5000 } });
    await started();
    await vi.waitFor(() => expect(timed[1]?.count("train")).toBe(1));
    await services.restart("cpu", "ui");
    expect(timed[1]!.closed).toBe(true);
    expect(state().race).toBeNull();
    expect(opened()).toEqual(["auto", "gpu", "cpu"]);
  });

  it("can replace a device that no longer answers", async () => {
    const gpu: Pace = { perStep: 3 };
    await computer({ cpu: { perStep: 3 }, gpu }, { backend: "gpu" });
    await started();
    gpu.perStep = Infinity;
    await settle(300);
    const { stepsDone } = run();
    expect(stepsDone).toBeGreaterThan(0);
    const restarted = services.restart("cpu", "ui");
    await vi.advanceTimersByTimeAsync(6000);
    await restarted;
    expect(onGpu()).toBe(false);
    expect(timed[0]!.closed).toBe(true);
    await services.train.begin("ui");
    await vi.waitFor(() => expect(run().stepsDone).toBeGreaterThan(stepsDone));
  });

  it("evaluates the graph in view on a GPU five times a second, and at the last step", async () => {
    await computer({ cpu: { perStep: 3 }, gpu: { perStep: 3 } }, { backend: "gpu" });
    await started();
    const evaluations = () => timed[0]!.count("evaluate");
    const before = [evaluations(), performance.now()] as const;
    await settle(2000);
    const seconds = (performance.now() - before[1]) / 1000;
    expect(evaluations() - before[0]).toBeLessThanOrEqual(5 * seconds + 1);
    expect(evaluations() - before[0]).toBeGreaterThan(3);
    pause();
    await vi.waitFor(() => expect(state().inspection?.step).toBe(run().stepsDone));
  });

  it("is the CPU if the GPU does not start, with a reason", async () => {
    await computer({ cpu: { perStep: 9 }, gpu: { perStep: 1 } });
    const { another } = services.session;
    services.session.another = (on, gone) =>
      on === "gpu" ? Promise.reject(new Error("no device")) : another.call(services.session, on, gone);
    await started();
    await vi.waitFor(() => expect(raceInUse(state())?.problem).toBe("no device"));
    expect(onGpu()).toBe(false);
  });
});

describe("the trained run of a site", () => {
  const file = { name: "Trained example", url: "example.sublevel", bytes: 0, session: true };
  const first = { name: "loops", seed: 0 };
  const view = (page: PageId): void => store.dispatch({ type: "view", change: { page }, source: "ui" });
  /** Loading code on demand takes time in the first test. */
  const WAIT = { timeout: 5000 };
  const opens = (name: string): Promise<void> =>
    vi.waitFor(() => expect(state().data?.summary.name).toBe(name), WAIT);
  /** A page of a site with a run after 6 steps of seed 5. */
  const onSite = async (page: PageId, change: (state: State) => State = (same) => same): Promise<void> => {
    services.close();
    const blank = emptyState();
    store = createStore(change({ ...blank, serverFiles: [file], view: { ...blank.view, page } }));
    services = createServices(
      store,
      surroundings((events) => new FakeEngine(events)),
      { offered: Promise.resolve(), first },
      keeping(),
    );
    await services.session.start("auto", "ui");
    await vi.waitFor(() => expect(state().run ?? errors()[0]).toBeTruthy(), WAIT);
  };
  const asLinked = (settings: State["document"]["settings"]) => (state: State) => ({
    ...state,
    wanted: { name: file.name, seed: 0 },
    document: { ...state.document, settings },
  });

  beforeEach(() => {
    const session = packSession({
      data: { type: "generator", id: "drawn", seed: 0 },
      checkpoint: Uint8Array.of(6),
      weights: [0, 1, 3].map((epoch) => ({ epoch, numbers: Float32Array.of(epoch) })),
      history: {
        stepsDone: 6,
        lastStep: null,
        loss: EMPTY_CURVE,
        metric: EMPTY_CURVE,
        epochs: [],
        stopped: null,
      },
      own: null,
      link: "v=1&page=inspect&data=drawn&graph=3&seed=5",
    });
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(session)));
  });
  afterEach(() => vi.unstubAllGlobals());

  it("opens where nobody asks for data, with its graph and all its epochs", async () => {
    await onSite("inspect");
    expect(state()).toMatchObject({
      wanted: { name: file.name },
      data: { summary: { name: "drawn" }, source: { type: "server", file } },
      document: { subject: { type: "graph", index: 2 } },
      run: { phase: "paused", stepsDone: 6, snapshots: [0, 1, 3] },
      inspection: { index: 2 },
      view: { page: "inspect", dataTab: "graphs" },
      notices: [],
    });
    expect(await runs.list()).toEqual([]);
  });

  it("does not appear on the learning page, and replaces the untouched data set beyond it", async () => {
    await onSite("learn");
    expect(state()).toMatchObject({ data: { summary: { name: "loops" } }, run: { stepsDone: 0 } });
    view("inspect");
    await opens("drawn");
    expect(run().stepsDone).toBe(6);
    view("learn");
    await settle(60);
    expect(state().data?.summary.name).toBe("drawn");
  });

  it("leaves a graph of the user, a trained run and a chosen data set alone", async () => {
    const own = { title: "mine", vertices: 2, edges: [0, 1], filters: [] };
    await onSite("inspect", (blank) => ({
      ...blank,
      document: { ...blank.document, subject: { type: "own", graph: own } },
    }));
    expect(state()).toMatchObject({ document: { subject: { type: "own" } }, run: { stepsDone: 6 } });
    await onSite("learn");
    await services.train.step("ui");
    view("inspect");
    await settle(60);
    expect(state()).toMatchObject({ data: { summary: { name: "loops" } }, run: { stepsDone: 1 } });
    await onSite("learn");
    await services.load.load({ ...loops, id: "chosen" }, ui);
    view("model");
    await settle(60);
    expect(state().data?.summary.name).toBe("chosen");
  });

  it("leaves for a data set that a link asks for", async () => {
    await onSite("inspect");
    store.dispatch({ type: "wanted", wanted: first, source: "link" });
    await opens("loops");
    expect(run().stepsDone).toBe(0);
  });

  it("opens by a link with its settings, at the epoch of the link", async () => {
    await onSite("model", (blank) => ({
      ...asLinked({ seed: 5 })(blank),
      view: { ...blank.view, page: "model", epoch: 1 },
    }));
    expect(state()).toMatchObject({ run: { stepsDone: 6 }, view: { epoch: 1 } });
  });

  it("does not pretend to be a run with other settings", async () => {
    await onSite("model", asLinked({ seed: 6 }));
    expect(state()).toMatchObject({ data: { summary: { name: "drawn" } }, run: { stepsDone: 0 } });
  });

  it("is stored by the browser once it is trained further, and then the visitor's own run has priority", async () => {
    await onSite("inspect");
    await services.train.step("ui");
    await vi.waitFor(async () => expect(await runs.list()).toHaveLength(1));
    expect((await runs.list())[0]?.history.stepsDone).toBe(7);
    await onSite("inspect");
    expect(state()).toMatchObject({ data: { summary: { name: "loops" } }, run: { stepsDone: 0 } });
  });

  it("is refused in one sentence if its file is cut off, and there is something else to train on", async () => {
    vi.stubGlobal("fetch", () => Promise.resolve(new Response("PK")));
    await onSite("inspect");
    expect(errors()).toMatchObject([
      { title: "Trained example was not loaded", detail: expect.stringContaining("damaged") as string },
    ]);
    await opens("loops");
    expect(run().stepsDone).toBe(0);
    // It is not tried again.
    view("learn");
    view("inspect");
    await settle(60);
    expect(errors()).toHaveLength(1);
  });

  it("does not come between the user and another data set if it fails", async () => {
    let fail: (error: Error) => void = () => undefined;
    vi.stubGlobal("fetch", () => new Promise((_, reject) => (fail = reject)));
    const opened = onSite("inspect");
    await settle(30);
    const chosen = services.load.load({ ...loops, id: "chosen" }, ui);
    fail(new Error("The network is gone."));
    expect(await chosen).toBe(true);
    await opened;
    await settle(60);
    expect(state().data?.summary.name).toBe("chosen");
  });

  it("leaves a new run on its data set if the engine refuses its weights", async () => {
    await onSite("learn");
    engine().answers.continueRun = () => {
      throw new Error("These weights are of another data set.");
    };
    view("inspect");
    await opens("drawn");
    expect(state()).toMatchObject({ data: { summary: { name: "drawn" } }, run: { stepsDone: 0 } });
    expect(errors()).toMatchObject([{ title: "The trained run was not opened" }]);
    // Page and engine are on the same data set.
    expect(engine().data).toBe("drawn");
  });

  it("is there again after a restart of the engine, but not in place of a new run with its settings", async () => {
    await onSite("inspect");
    await services.restart("auto", "ui");
    expect(state()).toMatchObject({ data: { summary: { name: "drawn" } }, run: { stepsDone: 6 } });
    await services.train.reset({}, "ui");
    expect(run().stepsDone).toBe(0);
    await services.restart("auto", "ui");
    expect(state()).toMatchObject({ data: { summary: { name: "drawn" } }, run: { stepsDone: 0 } });
  });
});
