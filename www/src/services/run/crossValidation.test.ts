import { beforeEach, expect, test, vi } from "vitest";
import { DEFAULTS } from "../../domain/settings/settings";
import type { Settings } from "../../domain/settings/settings";
import { rowsOf } from "../../domain/training/experiment";
import { EngineCrash } from "../../engine/client";
import { emptyState, loadedData, runSummary } from "../../store/testing";
import { wantedSettings } from "../../store/selectors";
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

const present = (): Settings => wantedSettings(store.state.peek())!;
const begun = (): readonly number[] => engines.flatMap((engine) => engine.begun);
/** Plans these settings besides the present ones. */
function plan(seeds: number, ...changes: readonly Partial<Settings>[]): void {
  const planned = [present(), ...changes.map((change) => ({ ...present(), ...change }))];
  store.dispatch({ type: "experiment", change: { planned, seeds }, source: "ui" });
}

test("trains all settings and seeds in the same engines, on one split", async () => {
  plan(2, { model: "ph-only" });
  const places: unknown[] = [];
  before = () => void places.push(store.state.peek().folds?.training?.place?.run);
  await service.start();
  const { experiment, folds } = store.state.peek();
  expect(experiment.runs.map(({ file }) => [file.config.model, file.seed, file.config.splitSeed])).toEqual([
    ["gfl", 5, 5],
    ["gfl", 6, 5],
    ["ph-only", 5, 5],
    ["ph-only", 6, 5],
  ]);
  expect(
    experiment.runs.every(({ file, models }) => file.folds.length === FOLDS && models.length === FOLDS),
  ).toBe(true);
  expect(folds?.training).toBeNull();
  expect(engines).toHaveLength(2);
  expect(engines.every(({ closed }) => closed)).toBe(true);
  expect(begun()).toHaveLength(4 * FOLDS);
  expect(new Set(places)).toEqual(new Set([1, 2, 3, 4]));
  expect(await service.open(2, "ui")).toBe(true);
});

test("does not train results twice, also if the setting has more seeds", async () => {
  await service.start();
  expect(begun()).toHaveLength(FOLDS);
  await service.start();
  expect(begun()).toHaveLength(FOLDS);
  plan(2, { model: "sum" });
  await service.start();
  expect(begun()).toHaveLength(4 * FOLDS);
  const rows = rowsOf(store.state.peek().experiment, store.state.peek().data!.summary, present());
  expect(rows.map(({ finished, cells }) => [finished, cells])).toEqual([
    [2 * FOLDS, 2 * FOLDS],
    [2 * FOLDS, 2 * FOLDS],
  ]);
});

test("resumes after a cancellation, with the folds of an opened file, too", async () => {
  before = (fold) => {
    if (fold === 3) service.cancel();
  };
  await service.start();
  const done = finished().length;
  expect(done).toBeLessThan(FOLDS);
  before = () => undefined;
  const earlier = begun().length;
  await service.start();
  expect(finished()).toEqual([1, 2, 3]);
  expect(begun()).toHaveLength(earlier + FOLDS - done);

  const { file } = store.state.peek().experiment.runs[0]!;
  const part = { ...file, folds: file.folds.slice(0, 2), unfinished: BEGUN.unfinished.slice(2) };
  store.dispatch({ type: "experiment", change: { runs: [] }, source: "ui" });
  expect(store.state.peek().folds).toBeNull();
  const folds = { file: part, name: "RUN.json", training: null, models: [] };
  store.dispatch({ type: "folds", folds, source: "ui" });
  await service.start();
  expect(begun()).toHaveLength(earlier + FOLDS - done + 1);
  expect(store.state.peek().folds).toMatchObject({ name: null, models: [3] });
  expect(finished()).toEqual([1, 2, 3]);
});

test("a cancellation ends all runs", async () => {
  plan(1, { model: "ph-only" });
  before = () => service.cancel();
  await service.start();
  const { experiment, folds } = store.state.peek();
  expect(experiment.runs).toHaveLength(1);
  expect(folds?.training).toBeNull();
});
