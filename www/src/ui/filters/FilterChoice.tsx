import type { JSX } from "preact";
import { runFilters } from "../../domain/settings/models";
import { filterInView } from "../../store/selectors";
import { useAct, useSlice } from "../context";

/**
 * Selects the filter in view: a channel of the run log, or one of several filters of the model. `brief`: without a visible label, where
 * space is short.
 */
export function FilterChoice({ brief = false }: { readonly brief?: boolean }): JSX.Element | null {
  const act = useAct();
  const summary = useSlice(({ run }) => run?.summary ?? null);
  const chosen = useSlice(filterInView);
  const filters = summary && runFilters(summary);
  if (!filters) return null;
  return (
    <label class="field">
      <span class={brief ? "visually-hidden" : "field-label"}>{filters.noun}</span>
      <select
        value={chosen}
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
