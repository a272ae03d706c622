import { expect, it } from "vitest";
import { hasFilter, withoutFilter } from "./models";

it("names the models that learn no filter", () => {
  expect((["gfl", "ph-only", "sum", "sort-pool", "deep-sets"] as const).filter(hasFilter)).toEqual([
    "gfl",
    "ph-only",
  ]);
  expect(withoutFilter("sort-pool")).toBe(
    "Sort pooling learns no filter, so there is no filtration and no barcode.",
  );
});
