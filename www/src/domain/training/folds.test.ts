import { expect, it } from "vitest";
import { DEFAULT_CONFIG } from "../settings/settings";
import { runFileIn } from "./folds";

it("a run file keeps the order of its keys, by which it is recognized, and gets the omitted parts", () => {
  const text = '{"data":"MUTAG","fingerprint":"0dd087b1ac9f5e81","config":{"epochs":3},"seed":0,"folds":[]}';
  const file = runFileIn(text);
  expect(Object.keys(file)).toEqual(["data", "fingerprint", "config", "seed", "folds", "unfinished"]);
  expect(file.config).toEqual({ ...DEFAULT_CONFIG, epochs: 3 });
  expect(file.unfinished).toEqual([]);
  const left = { fold: 2, split: "c652fbc7befc92b7", epochs: [], checkpoint: null };
  expect(runFileIn(JSON.stringify({ ...file, unfinished: [left] })).unfinished).toEqual([left]);
});
