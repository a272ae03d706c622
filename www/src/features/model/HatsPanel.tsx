import type { JSX } from "preact";

const TITLE = "What does the readout look at?";

export function HatsPanel(): JSX.Element {
  return (
    <section class="model-panel hats" aria-label={TITLE}>
      <h2 class="model-title">{TITLE}</h2>
    </section>
  );
}
