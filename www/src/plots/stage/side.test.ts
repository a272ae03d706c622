import { expect, it } from "vitest";
import { EMPTY_WALK } from "../../domain/persistence/filtration";
import type { Direction } from "../../domain/graph/graph";
import { mirrorOf } from "./rows";
import type { Side } from "./rows";

const walk = (direction: Direction, values: readonly number[]) => ({
  ...EMPTY_WALK,
  direction,
  values: Float32Array.from(values),
});
const above = walk("super", [4, 3, 1.5]);
const side = (position: number, threshold: number | null): Side => ({
  walk: walk("sub", [1.5, 3, 4]),
  position,
  threshold,
  rows: [],
});

it("has taken as many steps from above as the walk from below", () => {
  expect(mirrorOf(side(0, 1.5), above, [])).toMatchObject({ position: 0, threshold: 4 });
  expect(mirrorOf(side(1, 3), above, [])).toMatchObject({ position: 1, threshold: 3 });
});

it("starts and ends together with it", () => {
  expect(mirrorOf(side(2, null), above, [])).toMatchObject({ threshold: null });
  expect(mirrorOf(side(-1, 1), above, []).threshold).toBeGreaterThan(4);
});
