import { expect, it } from "vitest";
import { runSummary } from "../../store/testing";
import { CARRIED_SETTINGS, DEFAULTS } from "./settings";
import type { Settings } from "./settings";
import { chosenText, describeRun, differencesText, foldText } from "./settingWords";

const described = ({ splits = "seed", ...config }: Partial<Settings>): string =>
  describeRun({ ...runSummary(), splits, config: { ...DEFAULTS, ...config } });

it("describes a run by its main settings", () => {
  expect(described({ features: "degree+label" })).toBe("GFL, 1 layer, degree+label, seed 0, fold 1 of 10");
  expect(described({ layers: 2, extended: true })).toContain("GFL, 2 layers, degree, extended barcode, ");
  expect(described({ model: "ph-only", fixedFilter: "attribute:attribute1" })).toBe(
    "PH-only, filter: attribute 1, seed 0, fold 1 of 10",
  );
  expect(described({ model: "sum", features: "uninformative" })).toBe(
    "SUM, 1 layer, no features, no filter, seed 0, fold 1 of 10",
  );
  expect(described({ model: "deep-sets" })).toBe("Deep Sets, degree, no filter, seed 0, fold 1 of 10");
});

it("lists the other settings only if they differ from the defaults", () => {
  expect(described({ batchSize: 8, halveAt: [], weightDecay: 0, validation: false })).toBe(
    "GFL, 1 layer, degree, decay 0, rate never halved, batches of 8, no validation set, seed 0, fold 1 of 10",
  );
  expect(described({ hat: "gaussian", ties: "mean", edges: "label", dropout: 0.5 })).toContain(
    "edge labels, ties share the gradient, gaussian coordinate functions, dropout 0.5",
  );
  expect(described({ model: "sum", topologyLayer: "persistence", hats: 6 })).toBe(
    "SUM, 1 layer, degree, topology layer, seed 0, fold 1 of 10",
  );
  expect(described({ splits: "icml2020", fold: 3 })).toContain(
    "fold 3 of 10 of the paper’s code, scikit-learn 0.20",
  );
  expect(described({ splits: "files", fold: 2, folds: 4 })).toContain("fold 2 of 4 from files");
});

it("names the fold of a run, if there are several", () => {
  const config = { ...DEFAULTS, fold: 3 };
  expect(foldText({ splits: "seed", config })).toBe("Fold 3 of 10");
  expect(foldText({ splits: "data", config })).toBeNull();
});

it("lists differences with old and new values", () => {
  const after: Settings = { ...DEFAULTS, model: "sum", halveAt: [], seed: 7, extended: true };
  expect(differencesText(["extended", "halveAt", "model", "seed"], DEFAULTS, after)).toBe(
    "model GFL → SUM, extended persistence off → on, halve the learning rate at 20, 40, 60, 80 → never, seed 0 → 7",
  );
  expect(differencesText([], DEFAULTS, after)).toBe("");
});

it("lists the settings that were carried over and are not the defaults", () => {
  expect(chosenText(DEFAULTS, DEFAULTS, CARRIED_SETTINGS)).toBe("");
  expect(chosenText({ ...DEFAULTS, model: "ph-only", seed: 7, fold: 3 }, DEFAULTS, CARRIED_SETTINGS)).toBe(
    "model PH-only, seed 7",
  );
});
