import type { JSX } from "preact";
import { HOW_TO_READ } from "./howToRead";

/** How every plot is read. */
export function Readings(): JSX.Element {
  return (
    <dl class="readings">
      {Object.values(HOW_TO_READ).map(({ title, text }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
