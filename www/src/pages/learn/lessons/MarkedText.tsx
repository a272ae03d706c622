import type { JSX } from "preact";
import names from "../../../domain/text/glossaryNames.ts?built";
import { lazily } from "../../../ui/lazily";
import { Popover } from "../../../ui/Popover";
import { useMemo } from "preact/hooks";
import { forTouch, readMarks, unbroken } from "./marks";

// Fetched with the first definition.
const Definition = lazily<{ term: string }>(() => import("./Definition").then((module) => module.Definition));

/** The text of a card; a term opens its definition. */
export function MarkedText({ text }: { text: string }): JSX.Element {
  const words = unbroken(useWording(text));
  return (
    <p class="lesson-text">
      {readMarks(words).map((part, i) => {
        if (part.mark === "plain") return part.text;
        return part.mark === "bold" ? <b key={i}>{part.text}</b> : <Term key={i} term={part.text} />;
      })}
    </p>
  );
}

/** A text for the pointer of this device. */
export function useWording(text: string): string {
  const touch = useMemo(() => matchMedia("(pointer: coarse)").matches, []);
  return touch ? forTouch(text) : text;
}

function Term({ term }: { term: string }): JSX.Element {
  if (!names.includes(term)) return <dfn>{term}</dfn>;
  return (
    <Popover button={term} buttonClass="lesson-term" onDemand>
      <Definition term={term} />
    </Popover>
  );
}
