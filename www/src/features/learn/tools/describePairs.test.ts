import { expect, it } from "vitest";
import { lettersFor } from "../../../domain/graph/names";
import { path } from "../../../testing";
import { describePairs } from "./describePairs";

it("says which components end, which never do, and how many loops closed", () => {
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
    "Done: components end, that of c with b and e with d. What began with a never ends. 2 loops closed.",
  );
  expect(describePairs({ finite: [], endless: [], loops: [] }, graph, filter)).toBe(
    "Done: no component ends.",
  );
  expect(describePairs(pairs, graph, Float32Array.of(1, 2, 2, 4, 1.5))).toBe(
    "Done: components end, that of e with d; with length zero, that of c with b. What began with a never ends. 2 loops closed.",
  );
});
