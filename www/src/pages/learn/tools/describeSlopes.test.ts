import { expect, it } from "vitest";
import { describeDescentStep, describeSharedWeight, describeSlopes } from "./describeSlopes";
import type { Bar } from "../../../domain/graph/graph";

it("says the sum of a step, and that a kink made it wrong", () => {
  const step = { rate: 0.25, squares: 4 };
  expect(describeDescentStep(3.5, step, 2.5)).toBe(
    "Each value moved by −0.25 × its slope. The loss: 3.5 − 0.25 × 4 = 2.5.",
  );
  expect(describeDescentStep(3.5, step, 2.75)).toBe(
    "The slopes predict 3.5 − 0.25 × 4 = 2.5, but the loss is 2.75: the step went past a kink.",
  );
});

it("adds the slopes of all vertices up at the one weight that they share", () => {
  expect(describeSharedWeight([1, 3, 2, 4, 1.5], [0, 1, -1, 1, -1])).toContain(
    "its slope is 3 + 4 − 2 − 1.5 = 3.5:",
  );
  expect(describeSharedWeight([1, 2], [0, 0])).toBeNull();
  expect(
    describeSharedWeight(
      Array.from({ length: 7 }, () => 1),
      Array.from({ length: 7 }, () => 1),
    ),
  ).toBeNull();
});

const graph = { vertices: 3, edges: Uint32Array.of(0, 1, 1, 2), names: ["a", "b", "c"] };
const bar = (more: Partial<Bar>): Bar => ({
  id: "h0:sub:2",
  kind: "h0",
  direction: "sub",
  birth: 1,
  death: 2,
  birthVertex: 2,
  deathVertex: 1,
  multiplicity: 1,
  ...more,
});
const birth = [
  { vertex: 0, share: 0.5 },
  { vertex: 2, share: 0.5 },
];
const death = [{ vertex: 1, share: 1 }];

it("names the endpoint with the positive slope: the greater value, in both directions", () => {
  expect(describeSlopes({ bar: bar({}), birth, death }, graph)).toBe(
    "The loss grows with its death (b) and falls with its birth (½ a and ½ c).",
  );
  const above = bar({ id: "h0:super:0", direction: "super", birth: 2, death: 1 });
  expect(describeSlopes({ bar: above, birth, death }, graph)).toBe(
    "The loss grows with its birth (½ a and ½ c) and falls with its death (b).",
  );
});
