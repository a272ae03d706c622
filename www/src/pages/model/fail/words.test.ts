import { expect, it } from "vitest";
import { hintOf } from "../FailPanel";

it("names the weights of the list and, where they differ, those of its numbers", () => {
  expect(hintOf({ wrong: true, weights: "Epoch 3" }, "Epoch 3", 2)[0]).toBe(
    "Epoch 3, most confident mistakes first.",
  );
  expect(hintOf({ wrong: true, weights: "Untrained" }, "Epoch 12", 2)[0]).toBe(
    "Untrained, most confident mistakes first. Numbers: epoch 12.",
  );
  expect(hintOf({ wrong: false, weights: "Step 5" }, "Step 5", 0)).toEqual(["Step 5: none."]);
});
