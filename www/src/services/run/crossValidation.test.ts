import { beforeEach, expect, test, vi } from "vitest";
import { DEFAULTS } from "../../domain/settings/settings";
import { EngineCrash } from "../../engine/client";
import { emptyState, loadedData, runSummary } from "../../store/testing";
import { createStore } from "../../store/store";
import type { Store } from "../../store/store";
import { CrossValidation } from "./crossValidation";
import { BEGUN, FoldEngine, FOLDS } from "./foldTesting";
import type { Load } from "../data/load";
import type { Session } from "../engine/session";
import type { Weights } from "./weights";

let store: Store;
/** The opened engines. */
let engines: FoldEngine[];
let before: FoldEngine["before"];
let service: CrossValidation;
let taken: (readonly [name: string, bytes: readonly number[]])[];

beforeEach(() => {
  vi.stubGlobal("navigator", { hardwareConcurrency: 2 });
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
  engines = [];
  taken = [];
  before = () => undefined;
  const session = {
    another: () => {
      const engine = new FoldEngine();
      engine.before = (fold, answer) => before(fold, answer);
      engines.push(engine);
      return Promise.resolve({ client: engine.client });
    },
  } as unknown as Session;
  const load = { into: () => Promise.resolve() } as unknown as Load;
  const weights = {
    take: (name: string, bytes: Uint8Array) => {
      taken.push([name, [...bytes]]);
      return Promise.resolve(true);
    },
  } as unknown as Weights;
  service = new CrossValidation(store, session, load, weights);
});

const finished = (): readonly number[] => store.state.peek().folds?.file?.folds.map(({ fold }) => fold) ?? [];

test("trains all folds of the settings in view in one engine for each core, and closes the engines", async () => {
  const run = store.state.peek().run;
  await service.start();
  expect(store.state.peek().folds).toMatchObject({ name: null, training: null, models: [1, 2, 3] });
  expect(finished()).toEqual([1, 2, 3]);
  expect(engines).toHaveLength(2);
  for (const engine of engines) {
    expect(engine.settings).toMatchObject({ folds: FOLDS, seed: 5, splits: DEFAULTS.splits });
    expect(engine.closed).toBe(true);
  }
  expect(store.state.peek().run).toBe(run);
});

test("opens the model of a finished fold, also twice", async () => {
  await service.start();
  expect(await service.open(2, "ui")).toBe(true);
  expect(await service.open(2, "ui")).toBe(true);
  expect(taken).toEqual([
    ["The model of fold 2", [2]],
    ["The model of fold 2", [2]],
  ]);
  expect(await service.open(7, "ui")).toBe(false);
});

test("keeps finished folds and their models after a cancellation", async () => {
  before = (fold) => {
    if (fold === 3) service.cancel();
  };
  await service.start();
  const { folds } = store.state.peek();
  expect(folds?.training).toBeNull();
  expect(finished()).not.toContain(3);
  expect(finished()).not.toEqual([]);
  expect(folds?.models).toEqual(finished());
  expect(engines.every(({ closed }) => closed)).toBe(true);
});

test("keeps the finished folds or the previous file after a failure", async () => {
  const file = { ...BEGUN, data: "before" };
  store.dispatch({
    type: "folds",
    folds: { file, name: "RUN.json", training: null, models: [] },
    source: "ui",
  });
  before = () => {
    throw new Error("no memory");
  };
  await service.start();
  expect(store.state.peek().folds?.name).toBe("RUN.json");
  expect(store.state.peek().notices.at(-1)?.detail).toBe("no memory.");
  before = (fold) => {
    if (fold === 3) throw new Error("no memory");
  };
  await service.start();
  const { folds, notices } = store.state.peek();
  expect(folds?.training).toBeNull();
  expect(finished()).not.toEqual([]);
  expect(folds?.models).toEqual(finished());
  expect(notices.at(-1)?.detail).toBe("no memory. The folds that are finished stay.");
  expect(engines.every(({ closed }) => closed)).toBe(true);
});

test("after the crash of one engine, the other one trains all folds", async () => {
  let crashed = false;
  before = (fold) => {
    if (fold !== 2 || crashed) return;
    crashed = true;
    throw new EngineCrash("The engine ran out of memory.");
  };
  await service.start();
  expect(finished()).toEqual([1, 2, 3]);
  expect(store.state.peek().notices.map(({ title }) => title)).not.toContain("Cross-validation stopped");
});
