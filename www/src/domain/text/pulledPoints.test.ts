import { expect, it } from "vitest";
import type { Bar } from "../graph/graph";
import { describePulledPoints } from "./pulled";

const loop = {
  kind: "h1Extended",
  birth: 0.25,
  death: 0.5,
  simplices: { birth: [0, 3], death: [0, 1, 2] },
} as unknown as Bar;
const graph = {};

it("names the simplex at the dragged end of a bar", () => {
  expect(describePulledPoints({ points: [3, 0], end: "birth" }, [loop], graph, "points")).toMatch(
    /^The edge .+–.+ begins this bar at t = 0\.25\./,
  );
  expect(describePulledPoints({ points: [0, 1, 2], end: "death" }, [loop], graph, "points")).toMatch(
    /^The triangle .+ ends this bar at t = 0\.5\./,
  );
});

it("reports that the pairs changed", () => {
  expect(describePulledPoints({ points: [0, 3], end: "death" }, [loop], graph, "points")).toMatch(
    /ends no bar now/,
  );
  expect(describePulledPoints({ points: [0, 2], end: "birth" }, [], graph, "points")).toMatch(
    /begins no bar now/,
  );
});
