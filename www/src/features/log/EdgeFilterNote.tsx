import type { JSX } from "preact";
import { useSlice } from "../context";
import { FilterChoice } from "../filters/FilterChoice";

/** The reasons why views need values of vertices. */
const REASONS = {
  stage: "The stage shows filters with a value for each vertex.",
  quantities: "The quantities explain a filter with a value for each vertex.",
  classes: "The curves and densities of the classes are those of a filter with a value for each vertex.",
} as const;

interface EdgeFilterNoteProps {
  readonly view: keyof typeof REASONS;
}

/** The text in place of a view of vertex values, if the channel in view has values of edges. */
export function EdgeFilterNote({ view }: EdgeFilterNoteProps): JSX.Element {
  const name = useSlice(({ run }) => run?.summary.logged?.channels[run.summary.logged.channel] ?? "");
  return (
    <>
      <p class="model-hint">
        The channel {name} is an edge filtration: it has a value for each edge. {REASONS[view]} <i>Inspect</i>{" "}
        shows its bars.
      </p>
      <FilterChoice />
    </>
  );
}
