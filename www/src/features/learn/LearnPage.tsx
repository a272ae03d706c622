import type { JSX } from "preact";
import { StagePanel } from "./StagePanel";
import { Welcome } from "./Welcome";

/** One card, and one graph with its walk and its bars. */
export function LearnPage(): JSX.Element {
  return (
    <main class="learn">
      <div class="learn-card">
        <Welcome />
      </div>
      <div class="learn-stage">
        <StagePanel />
      </div>
    </main>
  );
}
