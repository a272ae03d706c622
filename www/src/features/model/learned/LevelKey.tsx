import type { JSX } from "preact";

/** The key of the picture. */
export function LevelKey({
  others,
  series,
  fixed,
}: {
  others: string;
  series: boolean;
  /** Name of the fixed filter beside f; null: none. */
  fixed: string | null;
}): JSX.Element {
  if (series) return <>Marks: mean of f over the training graphs; the table contains all parts.</>;
  return (
    <>
      <span>Mean of f</span>
      <span class="key-mean">training</span>
      <span class="key-held">{others.replace(/ graphs$/, "")}</span>
      <span class="key-band">80 % of all vertices</span>
      {fixed !== null && <span class="key-fixed">{fixed}, training</span>}
    </>
  );
}
