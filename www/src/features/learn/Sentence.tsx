import type { JSX } from "preact";

const PAIR = /(\([^()]{1,24}, [^()]{1,24}\))/;

/** A sentence in which no line ends within the two numbers of a bar, as in "(1.5, 4)". */
export function Sentence({ text }: { readonly text: string }): JSX.Element {
  return (
    <>
      {text.split(PAIR).map((part, place) =>
        place % 2 === 0 ? (
          part
        ) : (
          <span key={place} class="pair">
            {part}
          </span>
        ),
      )}
    </>
  );
}
