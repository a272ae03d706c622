// Texts and numbers of the comparison for made-up runs.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EMPTY_CURVE } from "../../../domain/training/curve";
import { settingsOf } from "../../../domain/settings/settings";
import type { ComparedRuns } from "../../../protocol";
import type { KeptRun } from "../../../store/state";
import { datasetSummary, emptyState, graphRows, runSummary } from "../../../store/testing";
import { reduce } from "../../../store/reduce";
import type { State } from "../../../store/state";
import { allOf, candidatesOf, comparedText, differing, pairOf } from "./candidates";
import type { Candidate } from "./candidates";
import { differenceOf, rangeOfBoth } from "./GraphPair";
import { evolutionWords, pointOf, sampledEpochs } from "./evolution";
import type { EpochPoint } from "./evolution";
import {
  agreementWords,
  formatSeconds,
  formatTau,
  splitWords,
  BINS,
  binOf,
  chosenRows,
  countsOf,
  meanOf,
  rangeOfBin,
  rightCounts,
  rowsOf,
  signOf,
} from "./words";

const SOURCE = { type: "generator", id: "loops", seed: 0 } as const;

function kept(id: string, change: Partial<KeptRun> = {}, config: object = {}): KeptRun {
  const summary = { ...runSummary(), config: { ...runSummary().config, ...config } };
  const history = {
    ...{ stepsDone: 8, lastStep: null, loss: EMPTY_CURVE, metric: EMPTY_CURVE, epochs: [], stopped: null },
    seconds: 2,
  };
  return { id, saved: 0, source: SOURCE, dataset: "loops", summary, history, ...change };
}

/** A run on loops after four steps, with two steps per epoch. */
function stateWith(...keptRuns: readonly KeptRun[]): State {
  const data = {
    ...{ source: SOURCE, summary: datasetSummary("loops"), rows: graphRows() },
    ...{ withoutShippedFolds: null, foldFiles: null },
  };
  const loaded = reduce(emptyState(), {
    ...{ type: "data-loaded", data, run: runSummary(), show: null, source: "ui" },
  });
  const run = { ...loaded.run!, stepsDone: 4, seconds: 1.5, snapshots: [0, 1, 2] };
  return { ...loaded, run, keptRuns };
}

function compared(change: Partial<ComparedRuns> = {}): ComparedRuns {
  return {
    graphs: Uint32Array.of(0, 1, 2),
    own: [3, 3],
    predicted: Float64Array.of(0, 0, 0),
    predictedByOther: Float64Array.of(0, 1, 1),
    metrics: new Float64Array(12),
    agreement: {
      taus: Float64Array.of(0.5, NaN, -0.25),
      constant: [0, 1, 0],
      monotone: [0.25, 0.75],
    },
    ...change,
  };
}

describe("the runs that can be compared", () => {
  it("are the run in view, its epochs, and runs stored for the same data set; others state the reason for exclusion", () => {
    const state = stateWith(
      kept("a", {}, { seed: 7 }),
      kept("b", { dataset: "MUTAG" }),
      kept("c", { source: { ...SOURCE, seed: 3 } }),
    );
    const candidates = candidatesOf(state, 120_000)!;
    expect(allOf(candidates).map(({ title }) => title)).toEqual([
      "Run in view, after epoch 2",
      "Epoch 0, untrained",
      "Epoch 1",
      "Epoch 2",
      "Seed 7, after epoch 4, 2 minutes ago",
      "MUTAG: another data set",
      "loops: generated with seed 3, not 0",
    ]);
    expect(candidates.kept.map(({ refused }) => refused === null)).toEqual([true, false, false]);
    expect(candidates.view).toMatchObject({ steps: 4, seconds: 1.5 });
    // Training time is known for the first and the last epoch only.
    expect(candidates.epochs.map(({ seconds }) => seconds)).toEqual([0, null, 1.5]);
    const earlier = candidatesOf({ ...state, view: { ...state.view, epoch: 1 } }, 0)!;
    expect(earlier.view).toMatchObject({ steps: 2, title: "Run in view, after epoch 1" });
  });

  it("come in pairs: the requested candidate, else a stored run, else another epoch, else none", () => {
    const keys = (state: State, wanted: readonly [string, string | null]) =>
      pairOf(candidatesOf(state, 0)!, wanted).map((one) => one?.key ?? null);
    const state = stateWith(kept("b", { dataset: "MUTAG" }), kept("a"));
    expect(keys(state, ["view", null])).toEqual(["view", "kept a"]);
    expect(keys(state, ["kept a", "epoch 1"])).toEqual(["kept a", "epoch 1"]);
    expect(keys(state, ["kept gone", "kept b"])).toEqual(["view", "kept a"]);
    expect(keys(stateWith(), ["view", null])).toEqual(["view", "epoch 0"]);
    const fresh = stateWith();
    const run = { ...fresh.run!, stepsDone: 0, snapshots: [0] };
    expect(keys({ ...fresh, run }, ["view", null])).toEqual(["view", null]);
  });

  it("differ in settings that at least one of the two models uses", () => {
    const of = (config: object) =>
      settingsOf({ ...runSummary(), config: { ...runSummary().config, ...config } });
    expect(differing(of({}), of({ seed: 1, hats: 5 }))).toEqual(expect.arrayContaining(["seed", "hats"]));
    expect(differing(of({ model: "sum" }), of({ model: "sum", hats: 5 }))).toEqual([]);
    expect(differing(of({ model: "sum", hats: 5 }), of({}))).toEqual(
      expect.arrayContaining(["model", "hats"]),
    );
    // The next seed on the same folds, and one with other folds.
    expect(differing(of({ seed: 0 }), of({ seed: 1, splitSeed: 0 }))).toEqual(["seed"]);
    expect(differing(of({ seed: 0 }), of({ seed: 0, splitSeed: 3 }))).toEqual(["splitSeed"]);
    expect(comparedText("splitSeed", of({ seed: 4 }))).toBe("4");
  });
});

describe("the agreement", () => {
  it("is binned into ranges that contain their values", () => {
    fc.assert(
      fc.property(fc.double({ min: -1, max: 1, noNaN: true }), (tau) => {
        const [low, high] = rangeOfBin(binOf(tau));
        expect(tau).toBeGreaterThanOrEqual(low - 1e-8);
        expect(tau).toBeLessThan(high === 1 ? 1.1 : high);
      }),
    );
    expect([-1, 0, 0.3, 1].map(binOf)).toEqual([0, BINS / 2, 13, BINS - 1]);
    const taus = Float64Array.of(1, NaN, 1, -1);
    expect(countsOf(taus)).toEqual([1, ...new Array<number>(BINS - 2).fill(0), 2]);
    expect(meanOf(taus)).toBeCloseTo(1 / 3);
    expect(meanOf(Float64Array.of(NaN))).toBeNull();
  });

  it("lists graphs by disagreement relative to the mean agreement, and graphs without an order last", () => {
    const rows = rowsOf(compared(), graphRows());
    const order = (mean: number) =>
      chosenRows(rows, { type: "tau", bin: null }, mean).map(({ index }) => index);
    expect(order(0.1)).toEqual([2, 0, 1]);
    expect(order(-0.1)).toEqual([0, 2, 1]);
    expect(chosenRows(rows, { type: "tau", bin: binOf(0.5) }, 0)).toMatchObject([{ index: 0 }]);
  });

  it("counts who is right", () => {
    const rows = rowsOf(compared(), graphRows());
    const counts = rightCounts(rows);
    expect(counts.both + counts.a + counts.b + counts.none).toBe(3);
    for (const [which, a, b] of [
      ["both", true, true],
      ["a", true, false],
      ["b", false, true],
      ["none", false, false],
    ] as const) {
      const chosen = chosenRows(rows, { type: "right", a, b }, null);
      expect(chosen).toHaveLength(counts[which]);
      for (const { truth, predicted } of chosen)
        expect([predicted[0] === truth, predicted[1] === truth]).toEqual([a, b]);
    }
  });

  it("is described with its sign, and reports constant and untrained filters", () => {
    const [a] = allOf(candidatesOf(stateWith(), 0)!) as [Candidate];
    const untrained = { ...a, steps: 0 };
    const words = (change: Partial<ComparedRuns>, b = a) => agreementWords(compared(change), [a, b], "test");
    const few = compared().agreement!;
    expect(words({})).toBe(
      "The mean of τ over 2 test graphs is 0.13. This is too few graphs to say how the filters agree: 20 are needed. 1 graph has no τ: a filter is constant there (1 of B).",
    );
    const taus = Float64Array.from({ length: 20 }, (_, graph) => (graph < 10 ? 0.5 : -0.25));
    const agreement = { ...few, taus };
    expect(words({ agreement })).toBe(
      "The mean of τ over 20 test graphs is 0.13; on 10 of them it is negative: there, more pairs of vertices are in opposite order than in the same order. A function of f of A that never rises (a decreasing map is monotone too) explains at most 75.0 % of the variance of f of B. 1 graph has no τ: a filter is constant there (1 of B).",
    );
    expect(words({ agreement: { ...agreement, taus: taus.fill(-1), monotone: null } })).toMatch(
      /is −1\.00: B reverses the order of A more often than not\. f of B is constant\./,
    );
    expect(words({ agreement: { ...agreement, taus: Float64Array.of(NaN) } }, untrained)).toBe(
      "The weights of B are untrained. At least one filter is constant on each of these graphs: there is no order to compare.",
    );
    expect(words({ graphs: new Uint32Array() })).toMatch(/^No test graph of one run is a test graph/);
    const sum = { ...a, summary: { ...a.summary, config: { ...a.summary.config, model: "sum" as const } } };
    expect(words({ agreement: null }, sum)).toMatch(/^SUM learns no filter/);
    expect(splitWords(compared(), "test")).toBe("");
    expect(splitWords(compared({ own: [5, 4] }), "test")).toMatch(
      /5 test graphs of A and 4 of B, both have 3/,
    );
  });

  it("formats numbers with a sign", () => {
    expect([0.125, -0.5, -0.001, 1].map(formatTau)).toEqual(["0.13", "−0.50", "0.00", "1.00"]);
    expect([null, 0, 12.4, 59.6, 60, 3725].map(formatSeconds)).toEqual([
      ..."time not known|0.0 s|12 s|1 min 0 s|1 min 0 s|62 min 5 s".split("|"),
    ]);
  });
});

it("the mean of τ over few graphs has no colour", () => {
  expect(signOf({ mean: 0.5, graphs: 20 })).toBe("positive");
  expect(signOf({ mean: -0.5, graphs: 20 })).toBe("negative");
  expect(signOf({ mean: 0.5, graphs: 19 })).toBeNull();
  expect(signOf({ mean: null, graphs: 0 })).toBeNull();
});

it("the difference of two filters has colours as far below 0 as above", () => {
  const { values, domain } = differenceOf(Float32Array.of(0.5, 0.25), Float32Array.of(0.25, 0.75));
  expect([...values]).toEqual([0.25, -0.5]);
  expect(domain).toEqual([-0.5, 0.5]);
  // Equal filters have a difference of 0 within a symmetric domain.
  expect(differenceOf(Float32Array.of(0.5), Float32Array.of(0.5)).domain).toEqual([-0.01, 0.01]);
  expect(rangeOfBoth(Float32Array.of(0.5, 0.25), Float32Array.of(0.125))).toEqual([0.125, 0.5]);
  expect(rangeOfBoth(Float32Array.of(0.5), Float32Array.of(0.5))).toEqual([0, 1]);
});

describe("the evolution over the epochs", () => {
  const at = (epoch: number, tau: number | null): EpochPoint => ({
    ...{ epoch, tau, graphs: tau === null ? 0 : 7, metric: 0.5, explained: null },
  });

  it("evaluates the first and the last epoch, and others in ascending order", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(500), { minLength: 1 }),
        fc.integer({ min: 2, max: 30 }),
        (list, max) => {
          const epochs = list.toSorted((a, b) => a - b);
          const sampled = sampledEpochs(epochs, max);
          expect(sampled.length).toBe(Math.min(max, epochs.length));
          expect([sampled[0], sampled.at(-1)]).toEqual([epochs[0], epochs.at(-1)]);
          expect([...new Set(sampled)].toSorted((a, b) => a - b)).toEqual(sampled);
          expect(sampled.every((epoch) => epochs.includes(epoch))).toBe(true);
        },
      ),
    );
  });

  it("takes τ from all graphs, and the metric from the test graphs of the first epoch", () => {
    const metrics = Float64Array.of(0, 0, 0, 0, 3, 4, 0, 0, 0, 0, 1, 4);
    expect(pointOf(5, compared({ metrics }), null)).toEqual({
      ...{ epoch: 5, tau: 0.125, graphs: 2, metric: 0.75, explained: null },
    });
    expect(pointOf(5, compared({ agreement: null }), null)).toMatchObject({ tau: null, metric: null });
  });

  it("names the first epoch from which τ stays at least 0.95, if there is one before the last", () => {
    fc.assert(
      fc.property(
        fc.array(fc.option(fc.double({ min: -1, max: 1, noNaN: true })), { maxLength: 12 }),
        (taus) => {
          const points = [...taus.map((tau, epoch) => at(epoch, tau)), at(taus.length, 1)];
          const text = evolutionWords(points);
          if (points.length === 1) {
            expect(text).toBe("");
            return;
          }
          const close = (from: number): boolean =>
            points.slice(from).every(({ tau }) => tau !== null && tau >= 0.95);
          const from = points.findIndex((_, index) => close(index));
          if (from === 0) expect(text).toContain("at least 0.95 at every evaluated epoch.");
          else if (from < points.length - 1) expect(text).toContain(`from epoch ${from} on.`);
          else expect(text).toContain(`At epoch ${points.length - 2}, the one before the last, it is`);
        },
      ),
    );
    expect(evolutionWords([at(0, null), at(9, null)])).toContain("τ is undefined");
    expect(evolutionWords([at(0, -0.5), at(4, 0.96), at(9, 1)])).toBe(
      "At epoch 0, the mean of τ to epoch 9 is −0.50 over 7 graphs. It is at least 0.95 at every evaluated epoch from epoch 4 on.",
    );
  });
});
