import { beforeEach, expect, it } from "vitest";
import { datasetSummary, graphRows, runSummary } from "../store/testing";
import type { Features, TrainingConfig } from "../protocol";
import { InUse } from "./inUse";
import type { ComparedPair, ModelView } from "./calls";
import type { Session } from "./module";
import { questions } from "./questions";
import type { Sliced } from "./schedule";

/** The first filter with the current weights. */
const NOW: ModelView = { epoch: null, filter: 0 };

/** A session that records its open data sets and runs. */
class FakeSession {
  readonly open = new Map<number, "dataset" | "run">();
  features: Features[] = ["degree", "uninformative"];
  refused: string | null = null;
  readonly evaluated: (readonly [run: number, epoch: number | undefined])[] = [];
  freed = 0;
  slices = 0;
  #next = 0;

  openDataset(paths: readonly string[]) {
    return this.#dataset(paths[0]!);
  }
  generateDataset(generator: string) {
    return this.#dataset(generator);
  }
  closeDataset(id: number) {
    this.#end(id, "dataset");
    return new Uint32Array();
  }
  withoutShippedFolds() {
    return "the folds icml2020 are of other data sets";
  }
  graphRows() {
    return graphRows();
  }
  graphOf() {
    return {
      vertices: 2,
      edges: Uint32Array.of(0, 1),
      class: 0,
      labels: Uint32Array.of(1, 0),
      labelNames: ["C", "N"],
      attributes: new Float32Array(),
    };
  }
  createRun(_: number, config: Partial<TrainingConfig>) {
    if (this.refused !== null) return Promise.reject(new Error(this.refused));
    return Promise.resolve(this.#run({ ...runSummary(), config: { ...runSummary().config, ...config } }));
  }
  resumeRun() {
    return Promise.resolve(this.#run({ ...runSummary(), epochsDone: 4 }));
  }
  curvesOf() {
    return { steps: new Float32Array(), epochs: [] };
  }
  closeRun(id: number) {
    this.#end(id, "run");
  }
  trainRun(run: number) {
    if (this.open.get(run) !== "run") return Promise.reject(new Error(`there is no run ${run}`));
    return Promise.resolve({ steps: [], epochs: [], finished: false, stopped: null });
  }
  inspectAt(run: number) {
    if (this.open.get(run) !== "run") return Promise.reject(new Error(`there is no run ${run}`));
    return Promise.resolve({
      filter: Float32Array.of(run, 0),
      bars: new Uint32Array(),
      extendedLoops: null,
      edgeFilter: null,
      extendedComponents: null,
      readout: new Float32Array(),
      logits: Float64Array.of(1, 0),
      hats: null,
    });
  }

  outputsOf(run: number, epoch?: number) {
    if (this.open.get(run) !== "run") return Promise.reject(new Error(`there is no run ${run}`));
    this.evaluated.push([run, epoch]);
    const outputs = {
      of: run,
      epoch,
      free: () => (this.freed += 1),
      compare: (other: unknown) => [outputs, other],
    };
    return Promise.resolve(outputs);
  }
  /** Two slices. */
  inspectMore() {
    this.slices += 1;
    return Promise.resolve(this.slices % 2);
  }

  #dataset(name: string) {
    this.open.set(++this.#next, "dataset");
    return { id: this.#next, summary: { ...datasetSummary(name), features: this.features } };
  }
  #run(summary: ReturnType<typeof runSummary>) {
    this.open.set(++this.#next, "run");
    return { id: this.#next, summary };
  }
  #end(id: number, kind: "dataset" | "run") {
    if (this.open.get(id) !== kind) throw new Error(`there is no ${kind} ${id}`);
    this.open.delete(id);
  }
}

let session: FakeSession;
let inUse: InUse;
beforeEach(() => {
  session = new FakeSession();
  inUse = new InUse(session as unknown as Session);
});

it("opens a data set with a run and the requested graph, or the last graph", async () => {
  const loaded = await inUse.load([{ path: "TOY_A.txt", bytes: new Uint8Array() }], { seed: 4 }, 99);
  expect(loaded).toMatchObject({ summary: { name: "TOY_A.txt" }, run: { config: { seed: 4 } } });
  expect(loaded.shown).toMatchObject({ index: 3, vertices: 2 });
  expect((await inUse.load({ generator: "loops", seed: 0 }, {}, null)).shown).toBeNull();
});

it("replaces unavailable features by the default of the data set", async () => {
  expect(
    (await inUse.load({ generator: "loops", seed: 0 }, { features: "uninformative" }, 0)).run.config.features,
  ).toBe("uninformative");
  session.features = ["degree+label", "uninformative"];
  expect(
    (await inUse.load({ generator: "loops", seed: 0 }, { features: "degree" }, 0)).run.config.features,
  ).toBe("degree+label");
});

it("keeps data set and run if the next ones are rejected, and closes the rejected ones", async () => {
  await inUse.load({ generator: "loops", seed: 0 }, {}, 0);
  const { dataset, run } = inUse;
  const before = new Map(session.open);
  session.refused = "one has one graph of the class b";
  await expect(inUse.load({ generator: "one", seed: 0 }, {}, 0)).rejects.toThrow("one graph of the class");
  await expect(inUse.configure({}, [], false)).rejects.toThrow();
  expect([inUse.dataset, inUse.run]).toEqual([dataset, run]);
  expect(session.open).toEqual(before);
  expect((await inUse.evaluate(0, NOW)).filter[0]).toBe(run);
});

it("opens a data set without a run, for any settings, and resumes a given run", async () => {
  await inUse.load({ generator: "loops", seed: 0 }, {}, 0);
  session.refused = "a run on files with one fold cannot be made from a seed";
  inUse.loadAlone([{ path: "TOY_A.txt", bytes: new Uint8Array() }]);
  expect([...session.open.values()]).toContain("dataset");
  expect(() => inUse.run).toThrow("There is no run");
  await inUse.resume(new Uint8Array(), false);
  expect((await inUse.evaluate(0, NOW)).filter[0]).toBe(inUse.run);
  inUse.loadAlone({ generator: "loops", seed: 1 });
  expect(() => inUse.run).toThrow("There is no run");
});

it("closes unused data sets and runs", async () => {
  await inUse.load({ generator: "loops", seed: 0 }, {}, 0);
  await inUse.configure({ seed: 1 }, [], false);
  await inUse.resume(new Uint8Array(), false);
  expect([...session.open.values()].sort()).toEqual(["dataset", "run"]);
  expect(session.open.get(inUse.run)).toBe("run");
});

it("trains a second run beside the run in use, and closes both together", async () => {
  await inUse.load({ generator: "loops", seed: 0 }, {}, 0);
  await inUse.setRival({ model: "sum" }, []);
  const runs = (): number => [...session.open.values()].filter((kind) => kind === "run").length;
  expect(runs()).toBe(2);
  expect((await inUse.train(3)).rival).not.toBe(null);
  await inUse.configure({ seed: 1 }, [], false);
  expect(runs()).toBe(1);
  expect((await inUse.train(3)).rival).toBe(null);
  await inUse.setRival({ model: "sum" }, []);
  await inUse.setRival(null, []);
  expect(runs()).toBe(1);
});

it("keeps the previous run on request, and restores it", async () => {
  await inUse.load({ generator: "loops", seed: 0 }, {}, 0);
  const first = inUse.run;
  expect(() => inUse.swap()).toThrow("no run before");
  await inUse.configure({ seed: 1 }, [], true);
  // A run that has not begun is not worth keeping, so the kept one stays.
  await inUse.configure({ seed: 2 }, [], false);
  const last = inUse.run;
  expect([...session.open.keys()].filter((id) => session.open.get(id) === "run")).toEqual([first, last]);
  inUse.swap();
  expect(inUse.run).toBe(first);
  inUse.swap();
  expect(inUse.run).toBe(last);
  await inUse.configure({ seed: 3 }, [], true);
  expect(session.open.has(first)).toBe(false);
  await inUse.load({ generator: "loops", seed: 1 }, {}, 0);
  expect(() => inUse.swap()).toThrow("no run before");
});

/** All slices, one after the other. */
async function answerOf<T>(sliced: Sliced<T>): Promise<T> {
  for (;;) {
    const { done, value } = await sliced.next();
    if (done) return value;
  }
}

function comparisonOf(pair: ComparedPair, epoch: number | null, filter = 0): Promise<unknown> {
  return answerOf(questions.compare(inUse, "test", pair, { epoch, filter }));
}

it("errors name the next action if no data set is open", () => {
  expect(() => inUse.dataset).toThrow("load one first");
  expect(() => inUse.run).toThrow("load a data set first");
});

it("evaluates each compared run once, closes stored runs, and frees the results with the data set", async () => {
  await inUse.load({ generator: "loops", seed: 0 }, {}, 0);
  const kept = { type: "kept", id: "a" } as const;
  const view = { type: "view" } as const;
  await expect(comparisonOf([view, kept], null)).rejects.toThrow("choose it again");
  await answerOf(questions.hear(inUse, "a", new Uint8Array(), 0));
  const other = session.evaluated.at(-1)![0];
  expect(session.open.has(other)).toBe(false);
  expect(await comparisonOf([view, kept], null)).toMatchObject([{ of: inUse.run }, { of: other }]);
  expect(await comparisonOf([view, { type: "epoch", epoch: 0 }], 3)).toMatchObject([
    { epoch: 3 },
    { epoch: 0 },
  ]);
  const count = session.evaluated.length;
  await comparisonOf([kept, { type: "epoch", epoch: 3 }], null);
  await comparisonOf([view, view], null);
  expect(session.evaluated).toHaveLength(count);
  // Only the most recently requested weights of the run in use stay.
  for (const epoch of [4, 5, 6]) await comparisonOf([view, view], epoch);
  expect(session.freed).toBe(2);
  await inUse.load({ generator: "one", seed: 0 }, {}, 0);
  expect(session.freed).toBe(session.evaluated.length);
  await expect(comparisonOf([view, kept], null)).rejects.toThrow("choose it again");
});

/** Calls about a run that read no filter. */
const WITHOUT_FILTER = ["weightsAt", "filterAgreementAt", "partOf", "graphOf", "swapMore", "fixedFilterMore"];

it("every question about a run carries its filter to the session, for every filter", async () => {
  await inUse.load({ generator: "loops", seed: 0 }, {}, 0);
  const { run } = inUse;
  const asked: [name: string, args: unknown[]][] = [];
  const answers: Record<string, unknown> = {
    partOf: Uint32Array.of(0),
    inspectMore: 0,
    quantityMore: 0,
    fixedFilterMore: 0,
    graphOf: session.graphOf(),
    explainAt: { graph: await session.inspectAt(run), hats: [], scores: null },
    inspectMany: [await session.inspectAt(run)],
    inspectAt: await session.inspectAt(run),
    swapInAt: new Float64Array(),
  };
  const recording = new Proxy(session, {
    get: (of, name: string) =>
      name in of && !(name in answers)
        ? (of[name as keyof FakeSession] as unknown)
        : (...args: unknown[]) => {
            asked.push([name, args]);
            return answers[name] ?? [];
          },
  });
  Object.assign(inUse, { session: recording });
  const part = "test" as const;
  const asking = (view: ModelView): Promise<unknown>[] => [
    inUse.evaluate(0, view),
    inUse.inspect(0, view),
    inUse.explain(0, view),
    answerOf(questions.inspectMany(inUse, [0], view)),
    answerOf(questions.inspectTogether(inUse, Uint32Array.of(0), view)),
    answerOf(questions.associations(inUse, [["degree"]], view)),
    answerOf(questions.beside(inUse, "degree", [["degree"]], view)),
    answerOf(questions.swapIn(inUse, ["degree"], view)),
    answerOf(questions.classes(inUse, part, false, view)),
    answerOf(
      questions.classDifferences(
        inUse,
        { part, direction: "sublevel", stretched: false, perVertex: true, classes: [0, 1] },
        view,
      ),
    ),
    answerOf(questions.topBars(inUse, part, view)),
    answerOf(questions.importances(inUse, part, view)),
    answerOf(questions.scores(inUse, part, view)),
  ];
  for (const filter of [2, 0, 1]) {
    for (const epoch of [null, 3]) {
      asked.length = 0;
      await Promise.all(asking({ epoch, filter }));
      const about = asked.filter(([name, [of]]) => of === run && !WITHOUT_FILTER.includes(name));
      expect(new Set(about.map(([name]) => name)).size).toBe(13);
      for (const [name, args] of about)
        expect([name, args[1], args[2]]).toEqual([name, epoch ?? undefined, filter]);
    }
  }
});
