import { expect, test } from "vitest";
import { runSummary } from "../../store/testing";
import { settingsOf } from "../settings/settings";
import type { Settings } from "../settings/settings";
import { cellsOf, comparedFiles, knownRun, NO_EXPERIMENT, rowsOf, runKey, withKnown } from "./experiment";
import type { KnownRun, RunFile } from "./folds";

const PRESENT: Settings = { ...settingsOf(runSummary()), splits: "seed", seed: 3, splitSeed: null, folds: 2 };
const DATA = { name: "four", fingerprint: "f" };

/** A run with some finished folds. */
function runOf(settings: Settings, folds: readonly number[], change: Partial<KnownRun> = {}): KnownRun {
  const { splits, ...config } = settings;
  const file = {
    ...{
      data: "four",
      fingerprint: "f",
      config,
      splits,
      seed: config.seed,
      classes: ["a", "b"],
      unfinished: [],
    },
    folds: folds.map((fold) => ({ fold, split: "s", test_accuracy: 0.5, epochs: [] })),
  } as unknown as RunFile;
  return { file, name: null, models: [], ...change };
}

test("several seeds have the split of the first", () => {
  expect(cellsOf(PRESENT, 1)).toEqual([{ ...PRESENT, fold: 1 }]);
  const seeds = cellsOf({ ...PRESENT, fold: 2 }, 3);
  expect(seeds.map(({ seed, splitSeed, fold }) => [seed, splitSeed, fold])).toEqual([
    [3, 3, 1],
    [4, 3, 1],
    [5, 3, 1],
  ]);
  expect(cellsOf({ ...PRESENT, splitSeed: 7 }, 2).map(({ splitSeed }) => splitSeed)).toEqual([7, 7]);
  expect(cellsOf({ ...PRESENT, splits: "icml2020" }, 2).map(({ splitSeed }) => splitSeed)).toEqual([
    null,
    null,
  ]);
});

test("a known run has the same graphs, settings, seed and split", () => {
  const own = runOf(PRESENT, [1]);
  const find = (change: Partial<Settings>, runs = [own]): KnownRun | null =>
    knownRun(runs, "f", { ...PRESENT, ...change });
  expect(find({})).toBe(own);
  // The seed of its split is only written out, and the fold is the one in view.
  expect(find({ splitSeed: 3, fold: 2 })).toBe(own);
  for (const change of [
    { seed: 4 },
    { splitSeed: 4 },
    { epochs: 7 },
    { model: "sum" },
    { splits: "icml2020" },
  ] as const)
    expect(find(change)).toBeNull();
  expect(knownRun([own], "g", PRESENT)).toBeNull();
  // The folds of a class with few graphs are fewer than requested.
  const fewer = runOf({ ...PRESENT, folds: 2 }, [1], { asked: runKey({ ...PRESENT, folds: 10 }) });
  expect(find({ folds: 10 }, [fewer])).toBe(fewer);
  // Files of folds have no name in settings.
  const files = { ...PRESENT, splits: "files" } as const;
  expect(knownRun([runOf(files, [1], { name: "RUN.json" })], "f", files)).toBeNull();
  // The run of this page comes before an opened file.
  const opened = runOf(PRESENT, [1, 2], { name: "RUN.json" });
  expect(find({}, [opened])).toBe(opened);
  expect(find({}, [opened, own])).toBe(own);
});

test("rows are the settings to train, then those of other runs", () => {
  const other: Settings = { ...PRESENT, model: "ph-only" };
  const experiment = {
    ...NO_EXPERIMENT,
    seeds: 2,
    runs: [
      runOf(PRESENT, [1, 2]),
      runOf(other, [1], { name: "a.json" }),
      runOf({ ...other, seed: 4 }, [1, 2], { name: "b.json" }),
    ],
  };
  const rows = rowsOf(experiment, DATA, PRESENT);
  expect(
    rows.map(({ planned, files, finished, cells }) => [planned !== null, files, finished, cells]),
  ).toEqual([
    [true, [], 2, 4],
    [false, ["a.json", "b.json"], 3, 4],
  ]);
  expect(rows.map(({ name }) => name)).toEqual(["GFL", "PH-only"]);
  // Other settings of the next run, and the results stay.
  const changed = rowsOf(experiment, DATA, { ...PRESENT, epochs: 9 });
  expect(changed.map(({ name }) => name)).toEqual([
    changed[0]!.description,
    changed[1]!.description,
    "PH-only",
  ]);
  expect(changed.map(({ planned, finished }) => [planned !== null, finished])).toEqual([
    [true, 0],
    [false, 2],
    [false, 3],
  ]);
  const named = { ...experiment, planned: [PRESENT, other], names: { [rows[0]!.key]: "Ours" } };
  expect(rowsOf(named, DATA, null).map(({ name, cells }) => [name, cells])).toEqual([
    ["Ours", 4],
    [expect.stringMatching(/^PH-only/), 4],
    // The other seed has another split.
    [expect.stringMatching(/^PH-only/), 2],
  ]);
  expect(rowsOf(NO_EXPERIMENT, null, null)).toEqual([]);
});

test("seeds of one split that were trained before the settings changed stay in their setting", () => {
  // The field of the seed keeps the split.
  const next: Settings = { ...PRESENT, seed: 5, splitSeed: 3 };
  const experiment = { ...NO_EXPERIMENT, runs: [runOf(PRESENT, [1, 2]), runOf(next, [1])] };
  const rows = rowsOf(experiment, DATA, next);
  expect(rows.map(({ finished, cells, missing }) => [finished, cells, missing])).toEqual([[3, 4, 1]]);
  // Only the folds of the present seed are trained.
  const cancelled = { ...NO_EXPERIMENT, runs: [runOf(PRESENT, [1]), runOf(next, [1, 2])] };
  expect(rowsOf(cancelled, DATA, next).map(({ finished, missing }) => [finished, missing])).toEqual([[3, 0]]);
  expect(comparedFiles(rows).map(({ label, file }) => [label, file.seed, file.config.splitSeed])).toEqual([
    ["GFL", 5, 3],
    ["GFL", 3, 3],
  ]);
  expect(cellsOf({ ...PRESENT, seed: 2 ** 32 - 1 }, 2).map(({ seed }) => seed)).toEqual([2 ** 32 - 1, 0]);
});

test("files of a comparison have names that differ, and seeds of one split are one setting", () => {
  const cells = cellsOf(PRESENT, 2);
  const experiment = {
    ...NO_EXPERIMENT,
    seeds: 2,
    runs: [
      // Trained before there were several seeds.
      runOf(PRESENT, [1, 2]),
      runOf(cells[1]!, [1]),
      runOf({ ...PRESENT, model: "sum" }, [1], { name: "RUN.json" }),
      runOf({ ...PRESENT, model: "sum", seed: 9 }, [1], { name: "RUN.json" }),
      runOf({ ...PRESENT, model: "ph-only" }, [], { name: "begun.json" }),
    ],
  };
  const files = comparedFiles(rowsOf(experiment, DATA, PRESENT));
  expect(files.map(({ name, file }) => [name, file.config.splitSeed])).toEqual([
    [expect.stringMatching(/^GFL.*, seed 3$/), 3],
    [expect.stringMatching(/^GFL.*, seed 4$/), 3],
    // These seeds have splits of their own.
    ["RUN.json", null],
    ["RUN.json (2)", null],
  ]);
  expect(files[0]!.label).toBe(files[1]!.label);
});

test("new results replace those of the same run and file", () => {
  const [first, second] = [runOf(PRESENT, [1]), runOf(PRESENT, [1, 2])];
  expect(withKnown([first], second)).toEqual([second]);
  const opened = { ...second, name: "RUN.json" };
  expect(withKnown([first], opened)).toEqual([first, opened]);
  expect(withKnown([first], runOf({ ...PRESENT, seed: 8 }, []))).toHaveLength(2);
});
