import type { JSX } from "preact";
import { useAct, useSlice } from "../../app/context";
import { filtersOf } from "../../store/shown";

const NAMES: Readonly<Record<string, string>> = {
  values: "own values",
  degree: "degree",
  core: "core number",
  closeness: "closeness",
  "heat-kernel": "heat kernel",
};

function nameOf(filter: string): string {
  return NAMES[filter] ?? filter.replace("attribute:", "");
}

/** The filter of an example or an own graph: no training is needed. */
export function FilterChoice(): JSX.Element | null {
  const act = useAct();
  const subject = useSlice(({ displayed }) => displayed);
  const wanted = useSlice(({ document }) => document.filter);
  if (subject.type === "graph") return null;
  const filters = filtersOf(subject);
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
            {nameOf(name)}
          </option>
        ))}
      </select>
    </label>
  );
}
