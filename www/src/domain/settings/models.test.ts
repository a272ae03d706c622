import { expect, it } from "vitest";
import { hasFilter, withoutContributions, withoutFilter } from "./models";
import { CHOICES, DEFAULT_CONFIG } from "./settings";

it("names the models that learn no filter", () => {
  expect(CHOICES.model.filter((model) => hasFilter({ model, topologyLayer: "none" }))).toEqual([
    "gfl",
    "ph-only",
  ]);
  expect(withoutFilter("sort-pool")).toBe(
    "Sort pooling learns no filter, so there is no filtration and no barcode.",
  );
});

it("finds the filters of a topology layer, whose bars have no contributions", () => {
  const sum = { ...DEFAULT_CONFIG, model: "sum" as const };
  for (const topologyLayer of ["persistence", "static", "rephine", "spectre"] as const) {
    expect(hasFilter({ ...sum, topologyLayer })).toBe(true);
    expect(withoutContributions({ ...sum, topologyLayer })).toMatch(
      topologyLayer === "rephine" || topologyLayer === "spectre"
        ? /^The classifier reads a perceptron over the bars/
        : /^The classifier reads the vertices/,
    );
  }
  expect(withoutContributions(sum)).toBe(
    "SUM learns no filter, so there is no filtration and no barcode. No bars contribute.",
  );
});
