// The models of the paper by name, and their properties.

import type { ModelKind } from "../../protocol";
import { entryOf } from "./settings";

export function modelName(model: ModelKind): string {
  return entryOf("model").choices!.find(({ id }) => id === model)!.label;
}

/** Does the model read a filter, learned or fixed? Other models have no barcode. */
export function hasFilter(model: ModelKind): boolean {
  return model === "gfl" || model === "ph-only";
}

/** The reason why there is no colouring and no barcode. */
export function withoutFilter(model: ModelKind): string {
  return `${modelName(model)} learns no filter, so there is no filtration and no barcode.`;
}
