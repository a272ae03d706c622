import type { JSX } from "preact";

export function WhyPanel(): JSX.Element {
  return (
    <section class="model-panel" aria-label="Why?">
      <h2 class="model-title">Why?</h2>
    </section>
  );
}
