import type { JSX } from "preact";
import { FilterAgreement } from "../filters/FilterAgreement";

/** The channels of a run log, and Kendall's τ-b of each pair. */
export function Channels(): JSX.Element {
  return (
    <section class="model-panel hats" aria-label="Channels">
      <h2 class="model-title">Channels</h2>
      <p class="model-hint">A run log has no weights, and therefore no coordinate functions.</p>
      <FilterAgreement />
    </section>
  );
}
