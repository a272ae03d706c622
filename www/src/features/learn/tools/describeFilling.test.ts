import { expect, it } from "vitest";
import { describeFilling } from "./describeFilling";

it("says what filling the triangles does to the loops here", () => {
  const loops = [{ birth: 4, death: 5 }];
  expect(describeFilling({ open: 0, filled: 0 }, [], false)).toBe("β₁ = 0 here: there is no loop.");
  expect(describeFilling({ open: 4, filled: 0 }, loops, false)).toBe(
    "β₁ = 4 here: a graph has nothing that could fill a loop.",
  );
  expect(describeFilling({ open: 4, filled: 0 }, loops, true)).toBe(
    "β₁ falls from 4 to 0 here. Filled later than closed: 1 bar (4.00, 5.00).",
  );
  expect(describeFilling({ open: 2, filled: 2 }, [], true)).toBe(
    "β₁ stays 2 here; no loop lasts until a triangle fills it.",
  );
});
