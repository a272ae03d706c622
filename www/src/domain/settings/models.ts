// The models of the paper by name, and what they have to show.

import type { ModelKind } from "../../protocol";

const NAMES: Readonly<Record<ModelKind, string>> = {
  gfl: "GFL",
  "ph-only": "PH-only",
  sum: "SUM",
  "sort-pool": "Sort pooling",
  "deep-sets": "Deep Sets",
};

export function modelName(model: ModelKind): string {
  return NAMES[model];
}

/** Does it look at a filter, its own or a fixed one? The others have no barcode. */
export function hasFilter(model: ModelKind): boolean {
  return model === "gfl" || model === "ph-only";
}

/** Why there is nothing to colour and no barcode. */
export function withoutFilter(model: ModelKind): string {
  return `${modelName(model)} learns no filter, so there is no filtration and no barcode.`;
}
