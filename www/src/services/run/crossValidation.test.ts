import { beforeEach, expect, test } from "vitest";
import type { RunFile } from "../../domain/training/folds";
import { DEFAULTS } from "../../domain/settings/settings";
import type { CallName, Calls } from "../../engine/calls";
import type { Client } from "../../engine/client";
import { emptyState, loadedData, runSummary } from "../../store/testing";
import { createStore } from "../../store/store";
import type { Store } from "../../store/store";
import { CrossValidation } from "./crossValidation";
import type { Load } from "../data/load";
import type { Session } from "../engine/session";

const FOLDS = 3;
const BEGUN: RunFile = {
  data: "four",
  fingerprint: "0123456789abcdef",
  config: { ...runSummary().config, folds: FOLDS },
  seed: 0,
  splits: "seed",
  device: "CPU",
  versions: { sublevel: "0.1.0" },
  classes: ["a", "b"],
  folds: [],
  mean_test_accuracy: 0,
  std_test_accuracy: 0,
  unfinished: [1, 2, 3].map((fold) => ({ fold, split: String(fold), epochs: [], checkpoint: null })),
};

/** An engine that takes two answers for a fold. */
class Engine {
  asked: CallName[] = [];
  settings: unknown = null;
  closed = 0;
  trained = 0;
  /** Called before an answer. */
  before: () => void = () => undefined;
  readonly client = {
    call: (name: CallName, args: readonly unknown[]) => {
      this.asked.push(name);
      return Promise.resolve().then(() => this.answer(name, args));
    },
    close: () => (this.closed += 1),
  } as unknown as Client;

  answer(name: CallName, [first]: readonly unknown[]): Calls["beginFolds" | "trainFolds"]["answer"] {
    if (name === "beginFolds") this.settings = first;
    if (name !== "trainFolds") return this.file();
    this.trained += 1;
    this.before();
    const finished = Math.floor(this.trained / 2);
    const fold = finished === FOLDS ? null : finished + 1;
    const share = this.trained / 2 / FOLDS;
    return { progress: { fold, folds: FOLDS, finished, epoch: 0, epochs: 1, share }, milliseconds: 100 };
  }

  file(): RunFile {
    const finished = Math.floor(this.trained / 2);
    const folds = BEGUN.unfinished.slice(0, finished).map(({ fold, split }) => ({
      ...{ fold, split, test_accuracy: 1, epochs: [], confusion: [], predictions: [] },
    }));
    return { ...BEGUN, folds, unfinished: BEGUN.unfinished.slice(finished) };
  }
}

let store: Store;
let engine: Engine;
let service: CrossValidation;

beforeEach(() => {
  const source = { type: "generator", id: "loops", seed: 0 } as const;
  store = createStore(emptyState());
  const run = { ...runSummary(), config: { ...runSummary().config, folds: 2 } };
  store.dispatch({
    type: "data-loaded",
    data: { source, ...loadedData("four") },
    run,
    show: null,
    source: "engine",
  });
  store.dispatch({ type: "settings", change: { folds: FOLDS, seed: 5 }, source: "ui" });
  engine = new Engine();
  const session = { another: () => Promise.resolve({ client: engine.client }) } as unknown as Session;
  const load = { into: () => Promise.resolve() } as unknown as Load;
  service = new CrossValidation(store, session, load);
});

test("trains all folds of the settings in view, and closes the engine", async () => {
  const run = store.state.peek().run;
  await service.start();
  const { folds } = store.state.peek();
  expect(folds).toMatchObject({ name: null, training: null });
  expect(folds?.file?.folds.map(({ fold }) => fold)).toEqual([1, 2, 3]);
  expect(engine.settings).toMatchObject({ folds: FOLDS, seed: 5, splits: DEFAULTS.splits });
  expect(engine.closed).toBe(1);
  expect(store.state.peek().run).toBe(run);
});

test("keeps finished folds after a cancellation", async () => {
  engine.before = () => {
    if (engine.trained === 3) service.cancel();
  };
  await service.start();
  const { folds } = store.state.peek();
  expect(folds?.training).toBeNull();
  expect(folds?.file?.folds.map(({ fold }) => fold)).toEqual([1]);
  expect(folds?.file?.unfinished.map(({ fold }) => fold)).toEqual([2, 3]);
  expect(engine.closed).toBe(1);
});

test("keeps the finished folds or the previous file after a failure", async () => {
  const file = { ...BEGUN, data: "before" };
  store.dispatch({ type: "folds", folds: { file, name: "RUN.json", training: null }, source: "ui" });
  engine.before = () => {
    if (engine.trained === 1) throw new Error("no memory");
  };
  await service.start();
  expect(store.state.peek().folds?.name).toBe("RUN.json");
  expect(store.state.peek().notices.at(-1)?.detail).toBe("no memory.");
  engine.before = () => {
    if (engine.trained === 5) throw new Error("no memory");
  };
  await service.start();
  const { folds, notices } = store.state.peek();
  expect(folds?.training).toBeNull();
  expect(folds?.file?.folds.map(({ fold }) => fold)).toEqual([1, 2]);
  expect(notices.at(-1)?.detail).toBe("no memory. The folds that are finished stay.");
  expect(engine.closed).toBe(2);
});
