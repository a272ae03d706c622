// The filters of a run that has several: channels of a run log, or filters that the model learns.

import type { RunSummary } from "../../protocol";
import { hasFilter, learnsEdgeFilters } from "./models";

export interface RunFilters {
  /** The word for one of them. */
  readonly noun: "Channel" | "Filter";
  readonly names: readonly string[];
  /** Index of the one in view. */
  readonly chosen: number;
}

/** The filters of a run log, or of a model with several filters; null for other models. */
export function filtersOf({ logged, filters, filter }: RunSummary): RunFilters | null {
  if (logged) return { noun: "Channel", names: logged.channels, chosen: logged.channel };
  // A run that an older version stored does not have the number.
  if (!(filters > 1)) return null;
  const names = Array.from({ length: filters }, (_, index) => `Filter ${index + 1}`);
  return { noun: "Filter", names, chosen: filter };
}

/** Whether the filter in view has a value for every edge, as the learned filters of RePHINE and SpectRe and some channels of run logs. */
export function isEdgeFilter({ config, logged }: Pick<RunSummary, "config" | "logged">): boolean {
  return logged ? logged.channel >= logged.vertexChannels : learnsEdgeFilters(config);
}

/** The names of the filters with a value for every edge. */
export function edgeFilters(summary: RunSummary): readonly string[] {
  const names = filtersOf(summary)?.names ?? [];
  if (summary.logged) return names.slice(summary.logged.vertexChannels);
  return learnsEdgeFilters(summary.config) ? names : [];
}

/** Whether the filter in view has a value for every vertex. A model without bars has no filter. */
export function hasVertexFilter(summary: Pick<RunSummary, "config" | "logged">): boolean {
  return hasFilter(summary.config) && !isEdgeFilter(summary);
}

/** The index of the filter that is shown for a requested one: the last one if the run has fewer. */
export function filterIndex({ names }: RunFilters, requested: number): number {
  return Math.min(requested, names.length - 1);
}

/** The filter in view of a model with several, "2 of 3"; null for other runs. */
export function filterInView({ logged, filters, filter }: RunSummary): string | null {
  return !logged && filters > 1 ? `${filter + 1} of ${filters}` : null;
}
