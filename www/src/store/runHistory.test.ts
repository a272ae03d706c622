import { expect, it } from "vitest";
import { EMPTY_CURVE } from "../domain/training/curve";
import { DEFAULTS } from "../domain/settings/settings";
import { describeStored, lastRunOf, otherData, shortly, upgraded } from "./runHistory";
import { runSummary } from "./testing";
import type { Data, KeptRun, RunHistory, State } from "./state";

const source = { type: "files", name: "a", files: [] } as const;
const data = { source, summary: { name: "seed 2", fingerprint: "1f" } } as unknown as Data;

function kept(change: Partial<KeptRun>, logged: object | null = null): KeptRun {
  return { source, dataset: "seed 1", summary: { logged }, ...change } as unknown as KeptRun;
}

it("a stored run belongs to a data set of the same graphs, also under another name", () => {
  expect(otherData(kept({ fingerprint: "1f" }), data)).toBeNull();
  expect(otherData(kept({ fingerprint: "2f" }), data)).toBe("another data set");
  expect(otherData(kept({}), data)).toBe("another data set");
  expect(otherData(kept({ dataset: "seed 2" }), data)).toBeNull();
});

it("the last run is no run log, because a run log is read again", () => {
  const state = (runs: readonly KeptRun[]) =>
    ({ run: { stepsDone: 0 }, data, keptRuns: runs, offering: null, loading: null }) as unknown as State;
  const model = kept({ fingerprint: "1f" });
  expect(lastRunOf(state([kept({ fingerprint: "1f" }, {}), model]))).toBe(model);
});

it("the history of an earlier version has the metric under its name of today", () => {
  const others = { stepsDone: 4, lastStep: null, loss: EMPTY_CURVE, stopped: null };
  const old = {
    ...{ ...others, accuracy: EMPTY_CURVE },
    epochs: [{ epoch: 1, trainLoss: 0.5, trainAccuracy: 0.25, testAccuracy: 0.75 }],
  };
  const now = {
    ...{ ...others, metric: EMPTY_CURVE },
    epochs: [{ epoch: 1, trainLoss: 0.5, trainMetric: 0.25, testMetric: 0.75 }],
  };
  expect(upgraded(old as unknown as RunHistory)).toEqual(now);
  expect(upgraded(now)).toBe(now);
});

const summary = { ...runSummary(), config: { ...DEFAULTS, epochs: 50 } };
const history = (epochs: number[]): KeptRun["history"] =>
  ({
    epochs: epochs.map((epoch) => ({ epoch, trainLoss: 1, trainMetric: 0.5, testMetric: 0.741 })),
  }) as unknown as KeptRun["history"];

it("describes a stored run by its settings, its progress and its accuracy", () => {
  const run = { summary, history: history([11, 12]) };
  expect(describeStored(run)).toBe(
    "GFL, 1 layer, degree, seed 0, fold 1 of 10, after epoch 12 of 50, test accuracy 74.1 %",
  );
  expect(shortly(run)).toBe("74.1 %, epoch 12 of 50");
});

it("gives no accuracy before the first epoch ends", () => {
  const run = { summary, history: history([]) };
  expect(describeStored(run)).toBe("GFL, 1 layer, degree, seed 0, fold 1 of 10, after epoch 0 of 50");
  expect(shortly(run)).toBe("epoch 0 of 50");
});
