import type { JSX } from "preact";

export function LearnedPanel(): JSX.Element {
  return (
    <section class="model-panel" aria-label="What did it learn?">
      <h2 class="model-title">What did it learn?</h2>
    </section>
  );
}
