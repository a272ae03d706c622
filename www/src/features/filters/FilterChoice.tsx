import type { JSX } from "preact";
import { filterIndex, filtersOf } from "../../domain/settings/filters";
import { useAct, useSlice } from "../context";

/** Selects the filter in view: a channel of the run log, or one of several filters of the model. */
export function FilterChoice(): JSX.Element | null {
  const act = useAct();
  const summary = useSlice(({ run }) => run?.summary ?? null);
  const requested = useSlice(({ view }) => view.filterInView);
  const filters = summary && filtersOf(summary);
  if (!filters) return null;
  return (
    <label class="field">
      <span class="field-label">{filters.noun}</span>
      <select
        value={filterIndex(filters, requested)}
        onChange={({ currentTarget }) =>
          act({ type: "view", change: { filterInView: Number(currentTarget.value) } })
        }
      >
        {filters.names.map((name, index) => (
          <option key={name} value={index}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
