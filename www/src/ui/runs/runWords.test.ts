import { expect, it } from "vitest";
import type { KeptRun } from "../../store/state";
import { runSummary } from "../../store/testing";
import { DEFAULTS } from "../../domain/settings/settings";
import { describeStored, shortly } from "./RunList";

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
