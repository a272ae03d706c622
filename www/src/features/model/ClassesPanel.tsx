import type { JSX } from "preact";

const TITLE = "How do the classes differ?";

export function ClassesPanel(): JSX.Element {
  return (
    <section class="model-panel classes" aria-label={TITLE}>
      <h2 class="model-title">{TITLE}</h2>
    </section>
  );
}
