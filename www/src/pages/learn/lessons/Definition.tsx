import type { JSX } from "preact";
import { definitionOf } from "../../../domain/text/glossary";

export function Definition({ term }: { term: string }): JSX.Element {
  return <span class="popover-text">{definitionOf(term)}</span>;
}
