// The models of the paper by name, and their properties.

import type { ModelKind, TrainingConfig, RunSummary } from "../../protocol";
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
function learnsEdgeFilters({ topologyLayer }: Pick<TrainingConfig, "topologyLayer">): boolean {
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

// The filters of a run that has several: channels of a run log, or filters that the model learns.

interface RunFilters {
  /** The word for one of them. */
  readonly noun: "Channel" | "Filter";
  readonly names: readonly string[];
}

/** The filters of a run log, or of a model with several filters; null for other models. */
export function runFilters(summary: RunSummary): RunFilters | null {
  const { logged, filters } = summary;
  if (logged) return { noun: "Channel", names: logged.channels };
  // A run that an older version stored does not have the number.
  if (!(filters > 1)) return null;
  const names = Array.from({ length: filters }, (_, index) => {
    const { layer, number } = placeOf(summary, index);
    return layer === null ? `Filter ${number}` : `Layer ${layer}, filter ${number}`;
  });
  return { noun: "Filter", names };
}

/**
 * The number of a filter of a model, of `each`, and its layer, both from 1. RePHINE and SpectRe learn the same number of filters after
 * every layer; the filters of other models belong to no layer.
 */
function placeOf(
  { config, filters }: Pick<RunSummary, "config" | "filters">,
  filter: number,
): {
  readonly layer: number | null;
  readonly number: number;
  readonly each: number;
} {
  const { layers } = config;
  if (!learnsEdgeFilters(config) || layers < 2 || filters % layers !== 0)
    return { layer: null, number: filter + 1, each: filters };
  const each = filters / layers;
  return { layer: Math.floor(filter / each) + 1, number: (filter % each) + 1, each };
}

/** Whether a filter has a value for every edge, as the learned filters of RePHINE and SpectRe and some channels of run logs. */
export function isEdgeFilter(
  { config, logged }: Pick<RunSummary, "config" | "logged">,
  filter: number,
): boolean {
  return logged ? filter >= logged.vertexChannels : learnsEdgeFilters(config);
}

/** The names of the filters with a value for every edge. */
export function edgeFilters(summary: RunSummary): readonly string[] {
  const names = runFilters(summary)?.names ?? [];
  if (summary.logged) return names.slice(summary.logged.vertexChannels);
  return learnsEdgeFilters(summary.config) ? names : [];
}

/** Whether a filter has a value for every vertex. A model without bars has no filter. */
export function isVertexFilter(summary: Pick<RunSummary, "config" | "logged">, filter: number): boolean {
  return hasFilter(summary.config) && !isEdgeFilter(summary, filter);
}

/** The index of the filter that is shown for a requested one: the last one if the run has fewer. */
export function filterIndex({ filters }: Pick<RunSummary, "filters">, requested: number): number {
  return filters > 1 ? Math.min(requested, filters - 1) : 0;
}

/** A filter in files: "2 of 3", "2 of 8 of layer 1", or the name of a channel; null: the run has no other one. */
export function filterWords(summary: RunSummary, filter: number): string | null {
  if (summary.logged) return summary.logged.channels[filter] ?? null;
  if (!(summary.filters > 1)) return null;
  const { layer, number, each } = placeOf(summary, filter);
  return `${number} of ${each}${layer === null ? "" : ` of layer ${layer}`}`;
}

/** A filter in headings and titles: "filter 2 of 3", or "channel f"; null as in `filterWords`. */
export function filterLabel(summary: RunSummary, filter: number): string | null {
  const words = filterWords(summary, filter);
  return words && `${summary.logged ? "channel" : "filter"} ${words}`;
}
