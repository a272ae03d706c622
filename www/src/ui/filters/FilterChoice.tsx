import type { JSX } from "preact";
import { runFilters, filterLabel } from "../../domain/settings/models";
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

/** Names the filter in view after a heading, if the run has several: "filter 2 of 3". */
export function FilterName(): JSX.Element | null {
  const label = useSlice(({ run, view }) => run && filterLabel(run.summary, filterInView({ run, view })));
  return label === null ? null : <span class="filter-name">{label}</span>;
}

/** The reasons why views need values of vertices. */
const REASONS = {
  stage: "The stage shows filters with a value for each vertex.",
  classes: "The curves and densities of the classes are those of a filter with a value for each vertex.",
} as const;

interface EdgeFilterNoteProps {
  readonly view: keyof typeof REASONS;
}

/** The text in place of a view of vertex values, if the filter in view has values of edges. */
export function EdgeFilterNote({ view }: EdgeFilterNoteProps): JSX.Element {
  const name = useSlice(({ run, view }) => {
    const filters = run && runFilters(run.summary);
    if (!filters) return "";
    return `${filters.noun === "Channel" ? "The channel " : ""}${filters.names[filterInView({ run, view })]!}`;
  });
  return (
    <>
      <p class="model-hint">
        {name} is an edge filtration: it has a value for each edge. {REASONS[view]} <i>Inspect</i> shows its
        bars.
      </p>
      <FilterChoice />
    </>
  );
}
