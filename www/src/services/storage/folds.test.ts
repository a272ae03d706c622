import { beforeEach, expect, it, vi } from "vitest";
import { DEFAULTS } from "../../domain/settings/settings";
import type { RunFile } from "../../domain/training/folds";
import { keepFolds, keptFolds, textsIn } from "./folds";

let room = Infinity;
beforeEach(() => {
  room = Infinity;
  const stored: Record<string, string> = {};
  Object.defineProperties(stored, {
    getItem: { value: (key: string) => stored[key] ?? null },
    setItem: {
      value(key: string, value: string) {
        if (value.length > room) throw new Error("full");
        stored[key] = value;
      },
    },
    removeItem: { value: (key: string) => Reflect.deleteProperty(stored, key) },
  });
  vi.stubGlobal("localStorage", stored);
});

const run = (seed: number, folds = 1, data = "MUTAG"): RunFile =>
  ({
    data,
    fingerprint: "f",
    splits: DEFAULTS.splits,
    seed,
    config: { ...DEFAULTS, seed },
    folds: new Array(folds).fill({}),
  }) as never;
const kept = (data = "MUTAG"): readonly (readonly [number, number])[] =>
  textsIn(keptFolds(data) ?? "[]").map((text) => {
    const { seed, folds } = JSON.parse(text) as RunFile;
    return [seed, folds.length];
  });

it("runs that the user has not opened stay beside new ones, and a run with more folds replaces itself", () => {
  expect(keepFolds([run(1), run(2)])).toBe(true);
  expect(keepFolds([run(3)])).toBe(true);
  expect(keepFolds([run(3, 2)])).toBe(true);
  expect(kept()).toEqual([
    [1, 1],
    [2, 1],
    [3, 2],
  ]);
});

it("a damaged list and a lack of space leave room for new runs", () => {
  localStorage.setItem("sublevel-folds-MUTAG", "{");
  expect(keepFolds([run(1)])).toBe(true);
  room = JSON.stringify([run(1)]).length;
  expect(keepFolds([run(2)])).toBe(true);
  expect(kept()).toEqual([[2, 1]]);
  room = 0;
  expect(keepFolds([run(4)])).toBe(false);
});
