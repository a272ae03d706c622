import { expect, it } from "vitest";
import { lettersFor } from "../../../domain/graph/graph";
import { path } from "../../../testing";
import { describePairs } from "./describePairs";

it("lists the components that end, those that never end, and the number of loops", () => {
  const graph = { ...path(5), names: lettersFor(5)! };
  const pairs = {
    finite: [
      { birthVertex: 2, deathVertex: 1 },
      { birthVertex: 4, deathVertex: 3 },
    ],
    endless: [0],
    loops: [3, 3],
  };
  const filter = Float32Array.of(1, 3, 2, 4, 1.5);
  expect(describePairs(pairs, graph, filter)).toBe(
    "Done. Persistence pairs: (c, b) and (e, d). Components that never end: a. 2 loops are born.",
  );
  expect(describePairs({ finite: [], endless: [], loops: [] }, graph, filter)).toBe(
    "Done. No component ends.",
  );
  expect(describePairs(pairs, graph, Float32Array.of(1, 2, 2, 4, 1.5))).toBe(
    "Done. Persistence pairs: (e, d). Pairs of length zero: (c, b). Components that never end: a. 2 loops are born.",
  );
});
