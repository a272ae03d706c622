import { expect, it } from "vitest";
import { lettersFor } from "../../../domain/names";
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
  expect(describePairs(pairs, graph)).toBe(
    "Done: components end, that of c with b and e with d. What began with a never ends. 2 loops closed.",
  );
  expect(describePairs({ finite: [], endless: [], loops: [] }, graph)).toBe("Done: no component ends.");
});
