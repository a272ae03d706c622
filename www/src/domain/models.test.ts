import { expect, it } from "vitest";
import { runSummary } from "../store/testing";
import { describeModel, hasFilter, withoutFilter } from "./models";

const { config } = runSummary();

it("names every model, and what there is to see of it", () => {
  expect(describeModel(config)).toBe("GFL, 1 layer");
  expect(describeModel({ ...config, extended: true, layers: 2 })).toBe("GFL, 2 layers, extended barcode");
  expect(describeModel({ ...config, model: "ph-only", fixedFilter: "attribute:charge" })).toBe(
    "PH-only, filter: attribute charge",
  );
  expect(describeModel({ ...config, model: "sum" })).toBe("SUM, 1 layer, no filter");
  expect(describeModel({ ...config, model: "deep-sets" })).toBe("Deep Sets, no filter");
});

it("says plainly which models learn no filter", () => {
  expect((["gfl", "ph-only", "sum", "sort-pool", "deep-sets"] as const).filter(hasFilter)).toEqual([
    "gfl",
    "ph-only",
  ]);
  expect(withoutFilter("sort-pool")).toBe(
    "Sort pooling learns no filter, so there is no filtration and no barcode.",
  );
});
