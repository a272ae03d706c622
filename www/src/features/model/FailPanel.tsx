import type { JSX } from "preact";

export function FailPanel(): JSX.Element {
  return (
    <section class="model-panel" aria-label="Where does it fail?">
      <h2 class="model-title">Where does it fail?</h2>
    </section>
  );
}
