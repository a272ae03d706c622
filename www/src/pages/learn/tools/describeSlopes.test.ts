import { expect, it } from "vitest";
import { describeDescentStep } from "./describeSlopes";

it("says the sum of a step, and that a kink made it wrong", () => {
  const step = { rate: 0.25, squares: 4 };
  expect(describeDescentStep(3.5, step, 2.5)).toBe(
    "Each value moved by −0.25 × its slope. The loss: 3.5 − 0.25 × 4 = 2.5.",
  );
  expect(describeDescentStep(3.5, step, 2.75)).toBe(
    "The slopes predict 3.5 − 0.25 × 4 = 2.5, but the loss is 2.75: the step went past a kink.",
  );
});
