import type { JSX } from "preact";
import { useSlice } from "../context";
import { runFilters } from "../../domain/settings/models";
import { filterInView } from "../../store/selectors";
import { FilterChoice } from "./FilterChoice";

/** The reasons why views need values of vertices. */
const REASONS = {
  stage: "The stage shows filters with a value for each vertex.",
  quantities: "The quantities explain a filter with a value for each vertex.",
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
