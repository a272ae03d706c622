import { expect, it } from "vitest";
import { describeFilling } from "./describeFilling";

it("reports the effect of filled triangles on the loops", () => {
  const loops = [{ birth: 4, death: 5 }];
  expect(describeFilling({ open: 0, filled: 0 }, [], false)).toBe("β₁ = 0 here: there is no loop.");
  expect(describeFilling({ open: 4, filled: 0 }, loops, false)).toBe(
    "β₁ = 4 here: in a graph, nothing fills a loop.",
  );
  expect(describeFilling({ open: 4, filled: 0 }, loops, true)).toBe(
    "β₁ falls from 4 to 0 here. The loop (4, 5) lasts until it is filled.",
  );
  expect(describeFilling({ open: 2, filled: 2 }, [], true)).toBe("β₁ stays 2 here: no triangle fills them.");
  expect(describeFilling({ open: 4, filled: 1 }, [], true)).toBe(
    "β₁ falls from 4 to 1 here: triangles fill the others at their birth.",
  );
  expect(describeFilling({ open: 4, filled: 0 }, [], true)).toBe(
    "β₁ falls from 4 to 0 here: triangles fill every loop at its birth.",
  );
  expect(describeFilling({ open: 0, filled: 0 }, [], true)).toBe("β₁ stays 0 here.");
  const many = [1, 2, 3, 4].map((birth) => ({ birth, death: 5 }));
  expect(describeFilling({ open: 4, filled: 4 }, many, true)).toBe(
    "β₁ stays 4 here. 4 loops last until they are filled: (1, 5), (2, 5), (3, 5) and more.",
  );
});
