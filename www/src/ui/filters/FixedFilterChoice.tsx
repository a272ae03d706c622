import type { JSX } from "preact";
import { FEATURES } from "../../domain/graph/subject";
import { useAct, useShown, useSlice } from "../context";
import { heightAngle, heightFilter, STRUCTURE_FILTERS } from "../../domain/filters";
import { hasVerticesInView } from "../../store/selectors";
import { filtersOf } from "../../store/shown";
import { LEARNED } from "../../store/state";

const NAMES: Readonly<Record<string, string>> = {
  values: "own values",
  ...Object.fromEntries(STRUCTURE_FILTERS.map(({ id, label }) => [id, label])),
  [LEARNED]: "the run’s f",
};

export function fixedFilterName(filter: string): string {
  const angle = heightAngle(filter);
  if (angle !== null) return `height at ${angle}°`;
  return NAMES[filter] ?? filter.replace("attribute:", "");
}

/**
 * The filter of an example or the user's graph: its own filter, one of its structure, or the learned filter of the run in
 * use.
 */
export function FixedFilterChoice(): JSX.Element | null {
  const act = useAct();
  const subject = useSlice(({ displayed }) => displayed);
  const wanted = useSlice(({ document }) => document.filter);
  const asks = useSlice((state) => state.run?.held === true && hasVerticesInView(state));
  if (FEATURES[subject.type].isInDataset) return null;
  const angle = useShown().angle;
  const filters = [
    ...filtersOf(subject),
    ...(angle === null ? [] : [heightFilter(angle)]),
    ...(asks || wanted === LEARNED ? [LEARNED] : []),
  ];
  return (
    <label class="filter-choice">
      Filter{" "}
      <select
        aria-label="Filter"
        value={filters.find((name) => name === wanted) ?? filters[0]}
        onChange={({ currentTarget }) => act({ type: "filter", filter: currentTarget.value })}
      >
        {filters.map((name) => (
          <option key={name} value={name}>
            {fixedFilterName(name)}
          </option>
        ))}
      </select>
    </label>
  );
}
