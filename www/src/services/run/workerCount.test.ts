import { expect, test } from "vitest";
import { workerCount } from "./crossValidation";

test("there is an engine for each core, at most one for each fold", () => {
  expect(workerCount(10, 1000, { cores: 4, memory: 8 })).toBe(4);
  expect(workerCount(3, 1000, { cores: 8, memory: 8 })).toBe(3);
  expect(workerCount(10, 1000, { cores: 1, memory: 8 })).toBe(1);
});

test("all engines take at most half of the memory, and there is always one", () => {
  expect(workerCount(10, 1000, { cores: 64, memory: 2 })).toBe(3);
  expect(workerCount(10, 1000, { cores: 64, memory: null })).toBe(7);
  expect(workerCount(10, 5_000_000, { cores: 64, memory: 8 })).toBe(5);
  expect(workerCount(10, 500_000_000, { cores: 64, memory: 8 })).toBe(1);
});
