import type { JSX } from "preact";
import { definitionOf } from "../../../domain/text/glossary";
import { Popover } from "../../shell/Popover";
import { readMarks, unbroken } from "./marks";

/** The text of a card; a term opens its definition. */
export function MarkedText({ text }: { text: string }): JSX.Element {
  return (
    <p class="lesson-text">
      {readMarks(unbroken(text)).map((part, i) => {
        if (part.mark === "plain") return part.text;
        return part.mark === "bold" ? <b key={i}>{part.text}</b> : <Term key={i} term={part.text} />;
      })}
    </p>
  );
}

function Term({ term }: { term: string }): JSX.Element {
  const definition = definitionOf(term);
  if (definition === null) return <dfn>{term}</dfn>;
  return (
    <Popover button={term} buttonClass="lesson-term">
      <span class="popover-text">{definition}</span>
    </Popover>
  );
}
