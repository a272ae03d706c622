import type { JSX } from "preact";
import { filtersOf } from "../../domain/settings/filters";
import { setFilter } from "../../services/inspection/filterInView";
import { useApp, useSlice } from "../context";

/** Selects the filter in view: a channel of the run log, or one of several filters of the model. */
export function FilterChoice(): JSX.Element | null {
  const { store, services } = useApp();
  const summary = useSlice(({ run }) => run?.summary ?? null);
  const filters = summary && filtersOf(summary);
  if (!filters) return null;
  return (
    <label class="field">
      <span class="field-label">{filters.noun}</span>
      <select
        value={filters.chosen}
        onChange={({ currentTarget }) =>
          void setFilter(store, services.session, Number(currentTarget.value), "ui")
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
