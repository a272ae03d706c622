import type { JSX } from "preact";

/** What the marks of the picture mean. */
export function LevelKey({ others, lines }: { others: string; lines: boolean }): JSX.Element {
  return (
    <p class="level-key">
      {lines ? (
        <span>Marks: mean of f over the training graphs; the table has the {others}.</span>
      ) : (
        <>
          <span class="key-mean">mean, training graphs</span>
          <span class="key-held">mean, {others}</span>
          <span class="key-band">middle 80 % of all vertices; wide: many</span>
        </>
      )}
    </p>
  );
}
