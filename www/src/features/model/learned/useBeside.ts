// Association of a fixed filter with the quantities, and its agreement with f.

import { useMemo } from "preact/hooks";
import { filterName } from "../../../domain/settings/settingWords";
import type { FilterAssociation, FilterBeside, TrainingConfig } from "../../../protocol";
import { useAnalysis } from "../useAnalysis";

export interface BesideFound {
  readonly name: string;
  /** null: not computed yet. */
  readonly comparison: FilterBeside | null;
  /** The association of the fixed filter with each quantity. */
  readonly found: ReadonlyMap<string, FilterAssociation>;
  readonly error: string | null;
}

/** null: no fixed filter is selected. */
export function useBeside(
  fixed: TrainingConfig["fixedFilter"] | null,
  ids: readonly string[],
): BesideFound | null {
  const { result, error } = useAnalysis(
    "beside",
    fixed === null ? null : [fixed, ids.map((id) => [id])],
    false,
  );
  const found = useMemo(
    () => new Map((result?.answer.associations ?? []).map((answer, place) => [ids[place]!, answer] as const)),
    [result, ids],
  );
  return fixed === null
    ? null
    : { name: filterName(fixed), comparison: result?.answer ?? null, found, error };
}
