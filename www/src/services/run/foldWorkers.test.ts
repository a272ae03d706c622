import { beforeEach, describe, expect, it } from "vitest";
import type { FoldsProgress, RunFile } from "../../domain/training/folds";
import { EngineCrash } from "../../engine/client";
import { FoldEngine, FOLDS, withFolds } from "./foldTesting";
import { FoldWorkers } from "./foldWorkers";

let engines: FoldEngine[];
let reports: FoldsProgress[];
/** The reported folds, with their weights and the finished folds of their file. */
let results: (readonly [fold: number, model: readonly number[], finished: readonly number[]])[];

beforeEach(() => {
  engines = [];
  reports = [];
  results = [];
});

const numbers = ({ folds }: RunFile): readonly number[] => folds.map(({ fold }) => fold);

/** Workers on these engines; an engine that is missing does not open. */
const workersOn = (...opened: (FoldEngine | null)[]): FoldWorkers => workersWith(null, ...opened);

/** The same after an earlier run. */
function workersWith(known: RunFile | null, ...opened: (FoldEngine | null)[]): FoldWorkers {
  engines = opened.filter((one) => one !== null);
  let next = 0;
  return new FoldWorkers({
    open: async () => {
      const engine = opened[next++];
      await Promise.resolve();
      if (!engine) throw new Error("no memory for another engine");
      return { client: engine.client, begun: withFolds([]) };
    },
    known,
    count: () => opened.length,
    finished: ({ fold, model, file }) => results.push([fold, [...model], numbers(file)]),
    progress: (_, progress) => reports.push(progress),
  });
}

const begun = (): readonly number[] => engines.flatMap((engine) => engine.begun).sort();

function crash(): never {
  throw new EngineCrash("The engine ran out of memory.");
}

describe("folds in several engines", () => {
  for (const count of [1, 2, 3]) {
    it(`trains every fold once in ${count} engines, and merges their results in order`, async () => {
      const workers = workersOn(...Array.from({ length: count }, () => new FoldEngine()));
      const file = await workers.train();
      expect(file).toEqual(withFolds([1, 2, 3]));
      expect(begun()).toEqual([1, 2, 3]);
      expect(engines.every((engine) => engine.begun.length > 0)).toBe(true);
      expect(results.map(([fold, model]) => [fold, ...model]).sort()).toEqual([
        [1, 1],
        [2, 2],
        [3, 3],
      ]);
      for (const [fold, , finished] of results) expect(finished).toContain(fold);
      expect(reports.at(-1)).toMatchObject({ folds: FOLDS, finished: FOLDS, current: [], share: 1 });
      expect(Math.max(...reports.map(({ current }) => current.length))).toBe(Math.min(count, FOLDS));
      workers.close();
      expect(engines.every(({ closed }) => closed)).toBe(true);
    });
  }

  it("trains the fold of an engine that crashes again in another, and keeps the finished folds of both", async () => {
    const [one, other] = [new FoldEngine(), new FoldEngine()];
    // It has finished a fold, and the other engine has nothing left when it crashes.
    one.before = async (fold) => {
      if (fold === 1) return;
      while (other.finished.length === 0) await Promise.resolve();
      for (let wait = 0; wait < 50; wait += 1) await Promise.resolve();
      crash();
    };
    other.before = async () => {
      while (one.begun.length < 2) await Promise.resolve();
    };
    const file = await workersOn(one, other).train();
    expect(numbers(file)).toEqual([1, 2, 3]);
    expect(one.finished).toEqual([1]);
    expect(one.closed).toBe(true);
    expect(begun()).toEqual([1, 2, 3, 3]);
  });

  it("ends with the error of a fold that crashes two engines", async () => {
    const all = [new FoldEngine(), new FoldEngine(), new FoldEngine()];
    for (const engine of all)
      engine.before = (fold) => {
        if (fold === 2) crash();
      };
    await expect(workersOn(...all).train()).rejects.toThrow("ran out of memory");
    expect(begun().filter((fold) => fold === 2)).toHaveLength(2);
  });

  it("ends with the error of the last engine", async () => {
    const only = new FoldEngine();
    only.before = (fold) => {
      if (fold === 2) crash();
    };
    await expect(workersOn(only).train()).rejects.toThrow("ran out of memory");
    expect(results.map(([fold]) => fold)).toEqual([1]);
  });

  it("ends all engines with the error of a fold", async () => {
    const [one, other] = [new FoldEngine(), new FoldEngine()];
    other.before = () => {
      throw new Error("fold 2: the loss is not finite");
    };
    await expect(workersOn(one, other).train()).rejects.toThrow("the loss is not finite");
    expect(begun()).not.toContain(3);
  });

  it("needs only the first engine", async () => {
    const file = await workersOn(new FoldEngine(), null, null).train();
    expect(numbers(file)).toEqual([1, 2, 3]);
    await expect(workersOn(null, new FoldEngine()).train()).rejects.toThrow("no memory");
  });

  it("stops after the steps in progress, and keeps the finished folds", async () => {
    const [one, other] = [new FoldEngine(), new FoldEngine()];
    const workers = workersOn(one, other);
    one.before = (_, answer) => {
      if (one.begun.length === 2 && answer === 1) workers.stop();
    };
    other.before = async () => {
      while (one.begun.length < 2) await Promise.resolve();
    };
    const file = await workers.train();
    expect(numbers(file)).toContain(1);
    expect(numbers(file)).not.toContain(3);
    expect(file.unfinished.length + file.folds.length).toBe(FOLDS);
  });

  it("trains the folds that an earlier run lacks, or has on another split", async () => {
    const earlier = withFolds([1, 2]);
    const [first, second] = earlier.folds;
    const known = {
      ...earlier,
      device: "GPU",
      folds: [
        { ...first!, test_accuracy: 0.25 },
        { ...second!, split: "x" },
      ],
    };
    const engine = new FoldEngine();
    const workers = workersWith(known, engine);
    const file = await workers.train();
    expect(engine.begun).toEqual([2, 3]);
    expect(file.folds.map(({ fold, test_accuracy }) => [fold, test_accuracy])).toEqual([
      [1, 0.25],
      [2, 1],
      [3, 1],
    ]);
    expect(reports[0]).toMatchObject({ finished: 1, share: 0.5 });
    expect(reports.at(-1)).toMatchObject({ finished: 3, share: 1 });
    // The engine can train the next run.
    expect(workers.release()).toEqual([engine.client]);
    workers.close();
    expect(engine.closed).toBe(false);
  });

  it("trains nothing after a finished run", async () => {
    const engine = new FoldEngine();
    const file = await workersWith(withFolds([1, 2, 3]), engine).train();
    expect(numbers(file)).toEqual([1, 2, 3]);
    expect(engine.begun).toEqual([]);
  });

  it("ends an engine that opens after the end", async () => {
    let open: () => void = () => undefined;
    const late = new FoldEngine();
    const first = new FoldEngine();
    let next = 0;
    const workers = new FoldWorkers({
      open: async () => {
        const engine = next++ === 0 ? first : late;
        if (engine === late) await new Promise<void>((resolve) => (open = resolve));
        return { client: engine.client, begun: withFolds([]) };
      },
      known: null,
      count: () => 2,
      finished: () => undefined,
      progress: () => undefined,
    });
    expect(numbers(await workers.train())).toEqual([1, 2, 3]);
    workers.close();
    open();
    await new Promise((resolve) => setTimeout(resolve));
    expect(late.closed).toBe(true);
    expect(late.begun).toEqual([]);
  });
});
