// The models of the paper by name, and their properties.

import type { ModelKind, TrainingConfig } from "../../protocol";
import { entryOf } from "./settings";

export function modelName(model: ModelKind): string {
  return entryOf("model").choices!.find(({ id }) => id === model)!.label;
}

/** Does the classifier read the bars of a filter, learned or fixed? */
export function readsBarcodes(model: ModelKind): boolean {
  return model === "gfl" || model === "ph-only";
}

/** Does the model have a filter, of the readout or of a topology layer? Other models have no barcode. */
export function hasFilter({
  model,
  topologyLayer,
}: Pick<TrainingConfig, "model" | "topologyLayer">): boolean {
  // A run that an older version stored does not have the setting.
  return readsBarcodes(model) || (topologyLayer ?? "none") !== "none";
}

/** Does the model learn filters with a value for every edge? */
export function learnsEdgeFilters({ topologyLayer }: Pick<TrainingConfig, "topologyLayer">): boolean {
  return topologyLayer === "rephine" || topologyLayer === "spectre";
}

/** The settings of the models that the PyTorch program (`services/export/pytorch.ts`) computes. */
export const IN_PYTORCH = {
  model: "gfl",
  edges: "none",
  hat: "rational",
  barWeight: "none",
  extended: false,
  filters: 1,
  readout: "gfl",
  edgeFilter: "max",
} as const satisfies Partial<TrainingConfig>;

/** Does the PyTorch program compute this model? */
export function hasPyTorchProgram(config: TrainingConfig): boolean {
  return (Object.keys(IN_PYTORCH) as (keyof typeof IN_PYTORCH)[]).every(
    (key) => config[key] === IN_PYTORCH[key],
  );
}

/** The reason why the bars have no contributions to the scores. */
export function withoutContributions(config: TrainingConfig): string {
  if (!hasFilter(config)) return `${withoutFilter(config.model)} No bars contribute.`;
  const read = learnsEdgeFilters(config)
    ? "a perceptron over the bars of all filters together"
    : "the vertices of a graph, pooled to one vector with the loops of the topology layer";
  return `The classifier reads ${read}. The contribution of a single bar is therefore unknown.`;
}

/** The reason why there is no colouring and no barcode. */
export function withoutFilter(model: ModelKind): string {
  return `${modelName(model)} learns no filter, so there is no filtration and no barcode.`;
}
