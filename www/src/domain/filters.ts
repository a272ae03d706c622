// The filters that a graph has by its structure, from the crate's table, and by the positions of its vertices.

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

/** The filter of an example or the user's graph by the height of its vertices in a direction, in whole degrees. */
export function heightFilter(degrees: number): string {
  return `height:${((Math.round(degrees) % 360) + 360) % 360}`;
}

/** The direction of a height filter, in degrees from 0 to 359; null: another filter. */
export function heightAngle(filter: string | null): number | null {
  const degrees = Number(/^height:(\d{1,3})$/.exec(filter ?? "")?.[1] ?? NaN);
  return degrees < 360 ? degrees : null;
}
