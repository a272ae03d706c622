// The filters that every graph has by its structure, from the crate's table.

import type { TrainingConfig } from "../protocol";
import { entryOf } from "./settings/settings";

export type StructureFilter = Exclude<TrainingConfig["fixedFilter"], `attribute:${string}`>;

/** Their ids and labels, in the order of forms. */
export const STRUCTURE_FILTERS = entryOf("fixedFilter").choices as readonly {
  readonly id: StructureFilter;
  readonly label: string;
}[];

/** The filter with this id, if any. */
export function structureFilter(id: string | null): StructureFilter | undefined {
  return STRUCTURE_FILTERS.find((filter) => filter.id === id)?.id;
}
