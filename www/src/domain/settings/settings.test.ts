import fc from "fast-check";
import { expect, it } from "vitest";
import {
  areSame,
  SHIPPED_FOLDS,
  carried,
  CHOICES,
  DEFAULTS,
  defaultsOn,
  fitted,
  hasUse,
  onSameSplit,
  SETTING_NAMES,
  settingsOf,
} from "./settings";
import type { Offered, Settings } from "./settings";

const offered: Offered = {
  features: ["degree+label", "degree", "label", "uninformative"],
  edgeFeatures: ["none", "label"],
  fixedFilters: ["degree", "core", "closeness", "heat-kernel", "attribute:label", "attribute:attribute1"],
  shippedFolds: true,
  namesSplit: false,
};
const settings: fc.Arbitrary<Settings> = fc.record<Settings>({
  model: fc.constantFrom(...CHOICES.model),
  layers: fc.integer({ min: 1, max: 5 }),
  features: fc.constantFrom(...CHOICES.features),
  edges: fc.constantFrom(...CHOICES.edges),
  topologyLayer: fc.constantFrom(...CHOICES.topologyLayer),
  fixedFilter: fc.constantFrom("degree", "core", "attribute:label", "attribute:1", "attribute:nothing"),
  epochs: fc.integer({ min: 1, max: 1000 }),
  batchSize: fc.integer({ min: 2, max: 100 }),
  learningRate: fc.constantFrom(0.1, 0.01),
  weightDecay: fc.constantFrom(0, 1e-5),
  halveAt: fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 3 }),
  width: fc.integer({ min: 1, max: 64 }),
  splitSeed: fc.option(fc.nat(1000)),
  dropout: fc.constantFrom(null, 0, 0.5),
  hats: fc.integer({ min: 1, max: 100 }),
  hat: fc.constantFrom(...CHOICES.hat),
  barWeight: fc.constantFrom(...CHOICES.barWeight),
  readout: fc.constantFrom(...CHOICES.readout),
  extended: fc.boolean(),
  filters: fc.integer({ min: 1, max: 64 }),
  edgeFilter: fc.constantFrom(...CHOICES.edgeFilter),
  ties: fc.constantFrom(...CHOICES.ties),
  seed: fc.nat(),
  splits: fc.constantFrom(...CHOICES.splits),
  folds: fc.integer({ min: 1, max: 20 }),
  fold: fc.integer({ min: 1, max: 100 }),
  validation: fc.boolean(),
});

it("fits settings to model and data set: removes only the settings that the engine would reject", () => {
  fc.assert(
    fc.property(settings, (wanted) => {
      const made = fitted(wanted, offered);
      for (const name of SETTING_NAMES.filter((one) => !hasUse(wanted.model, one))) {
        expect(made[name]).toEqual(defaultsOn(offered)[name]);
      }
      expect(offered.features).toContain(made.features);
      expect(offered.edgeFeatures).toContain(made.edges);
      expect(made.fold).toBeLessThanOrEqual(made.folds);
      expect(fitted(made, offered)).toEqual(made);
      const kept = [
        "model",
        "epochs",
        "batchSize",
        "halveAt",
        "width",
        "dropout",
        "seed",
        "validation",
      ] as const;
      for (const name of kept.filter((one) => hasUse(wanted.model, one)))
        expect(made[name]).toEqual(wanted[name]);
    }),
  );
});

it("keeps the settings that a model and a data set support", () => {
  const wanted: Settings = {
    ...DEFAULTS,
    features: "label",
    edges: "label",
    hat: "line",
    ties: "mean",
    extended: true,
    fold: 7,
  };
  expect(areSame(fitted(wanted, offered), wanted)).toBe(true);
  const fixed: Settings = {
    ...DEFAULTS,
    model: "ph-only",
    fixedFilter: "attribute:1",
    features: "degree+label",
  };
  expect(areSame(fitted(fixed, offered), fixed)).toBe(true);
});

it("uses shipped folds only if they exist, and then all ten", () => {
  const wanted: Settings = { ...DEFAULTS, splits: "icml2020", folds: 3, fold: 9 };
  expect(fitted(wanted, offered)).toMatchObject({ splits: "icml2020", folds: SHIPPED_FOLDS.folds, fold: 9 });
  expect(fitted(wanted, { ...offered, shippedFolds: false })).toMatchObject({
    splits: "seed",
    folds: 3,
    fold: 3,
  });
});

it("shows single-precision values of the engine as they were typed", () => {
  const config = { ...DEFAULTS, dropout: Math.fround(0.2) };
  expect(settingsOf({ config, splits: "seed" }).dropout).toBe(0.2);
});

it("carries over the settings that mean the same on another data set", () => {
  expect(carried({ ...DEFAULTS, model: "sum", seed: 3, fold: 4 })).toMatchObject({ model: "sum", seed: 3 });
  for (const name of ["features", "edges", "fixedFilter", "fold", "folds", "splits"]) {
    expect(carried(DEFAULTS)).not.toHaveProperty(name);
  }
});

it("gives another seed the split of a run", () => {
  const seven = { ...DEFAULTS, seed: 7 };
  const eight = { ...seven, ...onSameSplit(seven, 8) };
  expect(eight).toMatchObject({ seed: 8, splitSeed: 7 });
  expect(onSameSplit(eight, 9)).toEqual({ seed: 9, splitSeed: 7 });
  // The first seed again.
  expect(onSameSplit(eight, 7)).toEqual({ seed: 7, splitSeed: null });
  // Fixed folds do not depend on a seed.
  expect(onSameSplit({ ...seven, splits: "icml2020" }, 8)).toEqual({ seed: 8, splitSeed: null });
  expect(fitted({ ...seven, splits: "icml2020", splitSeed: 3 }, offered).splitSeed).toBeNull();
});
