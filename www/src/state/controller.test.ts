import { beforeEach, describe, expect, it, vi } from "vitest";
import { EngineCrash } from "../worker/client";
import type { Client, ClientEvents } from "../worker/client";
import type { CallName, Calls } from "../worker/messages";
import { Controller } from "./controller";
import { createStore } from "./store";
import type { Store } from "./store";
import { datasetSummary, emptyState, graphRows, runSummary } from "./testing";
import { withGraphFilter } from "./updates";

type Answers = { [Name in CallName]: (...args: Calls[Name]["args"]) => Calls[Name]["answer"] };

/** An engine that answers at once; tests replace single answers. */
class FakeEngine implements Client {
  calls: [CallName, readonly unknown[]][] = [];
  closed = false;
  step = 0;
  config = runSummary().config;
  answers: Answers = {
    open: (backend) => ({
      device: { gpu: backend === "gpu", name: "fake", software: false, reason: "It is a test." },
      generators: [{ id: "loops", title: "Loops", description: "" }],
    }),
    load: (name) => ({ summary: datasetSummary(name), rows: graphRows() }),
    generate: (id) => ({ summary: datasetSummary(id), rows: graphRows() }),
    configure: (config) => {
      this.step = 0;
      this.config = { ...runSummary().config, ...config };
      return { ...runSummary(), config: this.config };
    },
    saveWeights: () => Uint8Array.of(this.step),
    loadWeights: ([epochs = 0]) => {
      this.step = 2 * epochs;
      this.config = { ...runSummary().config, seed: 8 };
      return { ...runSummary(), config: this.config, epochsDone: epochs, stepsDone: this.step };
    },
    rows: () => graphRows(),
    setLearningRate: () => null,
    train: (steps) => {
      const reports = Array.from({ length: steps }, () => ({
        step: ++this.step,
        epoch: 1,
        loss: 0.5,
        accuracy: 0.5,
        learningRate: 0.01,
      }));
      return { steps: reports, epochs: [], finished: false, stopped: null };
    },
    inspect: () => ({ vertices: 2, edges: Uint32Array.of(0, 1), class: 0, ...this.#evaluation() }),
    evaluate: () => this.#evaluation(),
    predict: (_, count) => new Uint32Array(count),
  };
  readonly events: ClientEvents;

  constructor(events: ClientEvents) {
    this.events = events;
  }

  async call<Name extends CallName>(name: Name, args: Calls[Name]["args"]): Promise<Calls[Name]["answer"]> {
    this.calls.push([name, args]);
    await new Promise((resolve) => setTimeout(resolve));
    if (this.closed) throw new EngineCrash("closed");
    return this.answers[name](...args);
  }

  close(): void {
    this.closed = true;
  }

  count(name: CallName): number {
    return this.calls.filter(([called]) => called === name).length;
  }

  #evaluation() {
    return { filter: Float32Array.of(this.step, 0), bars: new Uint32Array(), logits: Float32Array.of(1, 0) };
  }
}

const loops = { type: "generator", id: "loops", seed: 0 } as const;
let store: Store;
let controller: Controller;
let engines: FakeEngine[];
const engine = (): FakeEngine => engines.at(-1)!;
const state = () => store.state.value;

beforeEach(async () => {
  store = createStore(emptyState());
  engines = [];
  controller = new Controller(
    store,
    (events) => {
      engines.push(new FakeEngine(events));
      return engine();
    },
    "http://page.test/",
  );
  await controller.start("auto");
});

describe("loading", () => {
  it("gives a data set, a model and its first graph", async () => {
    expect(await controller.load(loops)).toBe(true);
    expect(state()).toMatchObject({
      data: { summary: { name: "loops" } },
      run: { phase: "ready" },
      loading: null,
      view: { shown: { subject: { type: "graph", index: 0 } } },
    });
  });

  it("keeps the last data set, its run and its training where the new one is refused", async () => {
    await controller.load(loops);
    controller.train();
    await vi.waitFor(() => expect(state().run?.steps.length).toBeGreaterThan(3));
    engine().answers.load = () => {
      throw new Error("bad.zip has no file that ends in _A.txt");
    };
    expect(await controller.load({ type: "file", name: "bad.zip", blob: new Blob(["x"]) })).toBe(false);
    expect(state().data?.summary.name).toBe("loops");
    expect(state().run?.phase).toBe("running");
    expect(state().notices.at(-1)).toMatchObject({
      title: "bad.zip was not loaded",
      detail: "bad.zip has no file that ends in _A.txt. loops stays in use.",
    });
    controller.pause();
  });

  it("refuses a file of 2 GB before it reads it", async () => {
    await controller.load(loops);
    const blob = new Blob();
    Object.defineProperty(blob, "size", { value: 2 ** 31 });
    Object.defineProperty(blob, "arrayBuffer", { value: () => Promise.reject(new Error("was read")) });
    expect(await controller.load({ type: "file", name: "huge.zip", blob })).toBe(false);
    expect(state().data?.summary.name).toBe("loops");
    expect(state().notices.at(-1)?.detail).toContain("huge.zip has 2.0 GB");
  });

  it("keeps page and engine on the same data set when one file follows another too soon", async () => {
    const [first, second] = await Promise.all([
      controller.load({ ...loops, id: "first" }),
      controller.load({ ...loops, id: "second" }),
    ]);
    expect([first, second]).toEqual([false, true]);
    expect(
      engine()
        .calls.filter(([name]) => name === "generate")
        .map(([, [id]]) => id),
    ).toEqual(["second"]);
    expect(state().data?.summary.name).toBe("second");
  });

  it("takes the features that a data set offers, and keeps the seed", async () => {
    await controller.load(loops);
    await controller.change({ features: "uninformative", seed: 9 });
    engine().answers.generate = () => ({
      summary: { ...datasetSummary("labelled"), features: ["label"] },
      rows: graphRows(),
    });
    await controller.load({ ...loops, id: "labelled" });
    expect(state().run?.summary.config).toMatchObject({ features: "label", seed: 9 });
  });
});

describe("training", () => {
  beforeEach(() => controller.load(loops));

  it("goes on until it is paused, then asks for nothing more", async () => {
    controller.train();
    await vi.waitFor(() => expect(state().run?.steps.length).toBeGreaterThan(5));
    controller.pause();
    expect(state().run?.phase).toBe("paused");
    await new Promise((resolve) => setTimeout(resolve, 30));
    const asked = engine().count("train");
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(engine().count("train")).toBe(asked);
  });

  it("recolours the graph in view", async () => {
    await controller.step();
    expect(state().run?.steps).toHaveLength(1);
    expect(state().view.shown.filtration.filter[0]).toBe(1);
  });

  it("stops by itself when the loss is not a number, and says so", async () => {
    engine().answers.train = () => ({
      steps: [],
      epochs: [],
      finished: false,
      stopped: "The loss is not a number.",
    });
    controller.train();
    await vi.waitFor(() => expect(state().run?.phase).toBe("stopped"));
    expect(state().notices.at(-1)).toMatchObject({
      title: "Training stopped",
      detail: "The loss is not a number.",
    });
    expect(engine().count("train")).toBe(1);
  });

  it("pauses with a notice where a step fails", async () => {
    engine().answers.train = () => {
      throw new Error("No memory is left for a batch of 32 graphs.");
    };
    controller.train();
    await vi.waitFor(() => expect(state().run?.phase).toBe("paused"));
    expect(state().notices.at(-1)?.detail).toBe("No memory is left for a batch of 32 graphs.");
  });

  it("classifies every graph after a pause, and after each epoch while the wrong ones are listed", async () => {
    controller.train();
    controller.pause();
    await vi.waitFor(() => expect(state().run?.predictions?.classes).toEqual(Uint32Array.of(0, 0, 0, 0)));
    store.update(withGraphFilter({ wrongOnly: true }));
    const train = engine().answers.train;
    const epoch = { epoch: 1, trainLoss: 1, trainAccuracy: 1, testAccuracy: 1 };
    engine().answers.train = (steps) => ({ ...train(steps), epochs: [epoch] });
    const asked = engine().count("predict");
    controller.train();
    await vi.waitFor(() => expect(engine().count("predict")).toBeGreaterThan(asked + 2));
    controller.pause();
  });

  it("changes the learning rate without a new model", async () => {
    const models = engine().count("configure");
    await controller.step();
    await controller.change({ learningRate: 0.1 });
    expect(engine().calls.some(([name, [rate]]) => name === "setLearningRate" && rate === 0.1)).toBe(true);
    expect(engine().count("configure")).toBe(models);
    expect(state().run?.summary.config.learningRate).toBe(0.1);
  });

  it("uses other settings at once before the first step, and with the next run after it", async () => {
    await controller.change({ seed: 3 });
    expect(state().run?.summary.config.seed).toBe(3);
    await controller.step();
    await controller.change({ seed: 4 });
    expect(state().run?.summary.config.seed).toBe(3);
    expect(state().draft).toEqual({ seed: 4 });
    await controller.reset();
    expect(state()).toMatchObject({ draft: {}, run: { steps: [], summary: { config: { seed: 4 } } } });
  });

  it("drops an answer that belongs to an earlier run", async () => {
    controller.train();
    await vi.waitFor(() => expect(engine().count("train")).toBeGreaterThan(0));
    await controller.reset();
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(state().run?.steps).toEqual([]);
  });
});

describe("weights", () => {
  const file = (epochs: number) => new Blob([Uint8Array.of(epochs)]);
  beforeEach(() => controller.load(loops));

  it("are saved under the name of the data set and the epoch", async () => {
    engine().answers.generate = () => ({ summary: datasetSummary("Loops & more"), rows: graphRows() });
    await controller.load(loops);
    expect((await controller.saveWeights())?.name).toBe("sublevel-Loops-more-epoch-0.safetensors");
    const train = engine().answers.train;
    const epoch = { epoch: 3, trainLoss: 1, trainAccuracy: 1, testAccuracy: 1 };
    engine().answers.train = (steps) => ({ ...train(steps), epochs: [epoch] });
    await controller.step();
    expect(await controller.saveWeights()).toEqual({
      name: "sublevel-Loops-more-epoch-3.safetensors",
      bytes: Uint8Array.of(1),
    });
  });

  it("bring back their settings and epoch, and the run goes on from there", async () => {
    await controller.step();
    await controller.change({ seed: 5 });
    expect(await controller.loadWeights("w.safetensors", file(4))).toBe(true);
    expect(state()).toMatchObject({
      draft: {},
      run: { phase: "ready", steps: [], epochs: [], summary: { epochsDone: 4, config: { seed: 8 } } },
    });
    expect(state().notices.at(-1)).toMatchObject({ kind: "info", title: "w.safetensors was loaded" });
    expect((await controller.saveWeights())?.name).toBe("sublevel-loops-epoch-4.safetensors");
    await controller.change({ seed: 6 });
    expect(state().draft).toEqual({ seed: 6 });
    await controller.step();
    expect(state().run?.steps.map(({ step }) => step)).toEqual([9]);
  });

  it("of a finished run are finished", async () => {
    await controller.loadWeights("w.safetensors", file(10));
    controller.train();
    expect(state().run?.phase).toBe("finished");
  });

  it("pause the run that they take the place of", async () => {
    controller.train();
    await vi.waitFor(() => expect(state().run?.steps.length).toBeGreaterThan(3));
    await controller.loadWeights("w.safetensors", file(1));
    const asked = engine().count("train");
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(engine().count("train")).toBe(asked);
    expect(state().run).toMatchObject({ phase: "ready", steps: [] });
  });

  it("that are refused leave the run and its training as they are", async () => {
    controller.train();
    await vi.waitFor(() => expect(state().run?.steps.length).toBeGreaterThan(3));
    const before = state().run?.summary;
    engine().answers.loadWeights = () => {
      throw new Error("expected the data set “moons”");
    };
    expect(await controller.loadWeights("w.safetensors", file(1))).toBe(false);
    expect(state().run).toMatchObject({ phase: "running", summary: before });
    expect(state().run?.steps.map(({ step }) => step)).toEqual(state().run?.steps.map((_, i) => i + 1));
    expect(state().notices.at(-1)).toMatchObject({
      kind: "error",
      title: "w.safetensors was not loaded",
      detail: "expected the data set “moons”",
    });
    controller.pause();
  });

  it("give way to a new run that was asked for after them", async () => {
    const asked = engine().calls.length;
    const loaded = controller.loadWeights("w.safetensors", file(4));
    while (engine().calls.length === asked) await Promise.resolve();
    expect(await controller.reset({ seed: 1 })).toBe(true);
    expect(await loaded).toBe(false);
    expect(state().run?.summary).toMatchObject({ epochsDone: 0, config: { seed: 1 } });
  });
});

describe("a dead engine", () => {
  it("leaves data and curves, and a restart brings the data set and the settings back", async () => {
    await controller.load(loops);
    await controller.change({ seed: 5 });
    await controller.step();
    await controller.inspect(2);
    engine().events.crash("Out of memory.");
    expect(state().engine).toEqual({ status: "crashed", message: "Out of memory." });
    expect(state().run?.steps).toHaveLength(1);

    await controller.start("cpu");
    expect(engines).toHaveLength(2);
    expect(engines[0]?.closed).toBe(true);
    expect(state()).toMatchObject({
      backend: "cpu",
      engine: { status: "ready" },
      data: { summary: { name: "loops" } },
      run: { steps: [], summary: { config: { seed: 5 } } },
      view: { shown: { subject: { index: 2 } } },
    });
  });

  it("says why it could not start", async () => {
    controller = new Controller(
      store,
      (events) => {
        const made = new FakeEngine(events);
        made.answers.open = () => {
          throw new Error("This browser has no WebGPU adapter.");
        };
        return made;
      },
      "http://page.test/",
    );
    await controller.start("gpu");
    expect(state().engine).toEqual({ status: "crashed", message: "This browser has no WebGPU adapter." });
  });
});
