import { expect, it } from "vitest";
import { onSameSplit } from "../domain/settings/settings";
import type { Settings } from "../domain/settings/settings";
import { reduce } from "./reduce";
import { waitingSettings, wantedSettings } from "./selectors";
import type { State } from "./state";
import { emptyState, inspectionOf, loadedData, runSummary } from "./testing";

const loaded = reduce(emptyState(), {
  type: "data-loaded",
  data: { source: { type: "generator", id: "loops", seed: 0 }, ...loadedData("loops") },
  run: runSummary(),
  show: inspectionOf(0),
  source: "engine",
});
const change = (state: State, settings: Partial<Settings>): State =>
  reduce(state, { type: "settings", change: settings, source: "ui" });

it("another seed waits for the next run, and its split stays that of the run", () => {
  const run = wantedSettings(loaded)!;
  const other = change(loaded, onSameSplit(run, run.seed + 7));
  expect(waitingSettings(other)).toEqual(["seed"]);
  expect(wantedSettings(other)).toMatchObject({ seed: run.seed + 7, splitSeed: run.seed });
  const back = change(other, onSameSplit(wantedSettings(other)!, run.seed));
  expect(waitingSettings(back)).toEqual([]);
  const split = change(other, { splitSeed: run.seed + 1 });
  expect(waitingSettings(split)).toEqual(["seed", "splitSeed"]);
});
