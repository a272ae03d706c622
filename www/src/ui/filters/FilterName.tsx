import type { JSX } from "preact";
import { filterLabel } from "../../domain/settings/models";
import { filterInView } from "../../store/selectors";
import { useSlice } from "../context";

/** Names the filter in view after a heading, if the run has several: "filter 2 of 3". */
export function FilterName(): JSX.Element | null {
  const label = useSlice(({ run, view }) => run && filterLabel(run.summary, filterInView({ run, view })));
  return label === null ? null : <span class="filter-name">{label}</span>;
}
