import { expect, it } from "vitest";
import { ANSWER_MILLISECONDS, nextPace } from "./foldWorkers";

it("converges to the target duration of an answer", () => {
  let steps = 1;
  for (let i = 0; i < 20; i++) steps = nextPace(steps, steps * 10);
  expect(steps).toBe(ANSWER_MILLISECONDS / 10);
});

it("grows gradually, shrinks immediately and is at least 1", () => {
  expect(nextPace(4, 1)).toBe(8);
  expect(nextPace(100, 12_000)).toBe(1);
  expect(nextPace(1, 5_000)).toBe(1);
});
