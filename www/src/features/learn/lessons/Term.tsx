import type { JSX } from "preact";
import { definitionOf } from "../../../domain/text/glossary";
import { Popover } from "../../shell/Popover";

/** A term; opens its definition, if the glossary has one. */
export function Term({ term }: { readonly term: string }): JSX.Element {
  const definition = definitionOf(term);
  if (definition === null) return <dfn>{term}</dfn>;
  return (
    <Popover button={term} buttonClass="lesson-term">
      <span class="popover-text">{definition}</span>
    </Popover>
  );
}
