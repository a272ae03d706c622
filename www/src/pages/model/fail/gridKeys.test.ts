import { expect, test } from "vitest";
import { gridTarget } from "./Gallery";

test("arrow keys go from cell to cell, and not beyond the last row that is not full", () => {
  const go = (key: string, at: number): number | null => gridTarget(key, at, 3, 8);
  expect(go("ArrowRight", 2)).toBe(3);
  expect(go("ArrowLeft", 0)).toBeNull();
  expect(go("ArrowDown", 4)).toBe(7);
  expect(go("ArrowDown", 5)).toBeNull();
  expect(go("ArrowUp", 4)).toBe(1);
  expect(go("ArrowUp", 1)).toBeNull();
  expect(go("Home", 5)).toBe(0);
  expect(go("End", 0)).toBe(7);
  expect(go("a", 3)).toBeNull();
});
