import type { JSX } from "preact";

interface CountProps {
  readonly name: string;
  readonly index: string;
  readonly title: string;
  readonly value: number;
}

/** A Betti number. */
export function Count({ name, index, title, value }: CountProps): JSX.Element {
  return (
    <div title={title}>
      <dt aria-label={title}>
        {name}
        <sub>{index}</sub>
      </dt>
      <dd>{value}</dd>
    </div>
  );
}
