import type { JSX } from "preact";
import { lazily } from "../../shell/lazily";
import { readMarks, unbroken } from "./marks";

// With the glossary, after the text of the card.
const Term = lazily(
  () => import("./Term").then((module) => module.Term),
  ({ term }: { readonly term: string }) => <dfn>{term}</dfn>,
);

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
