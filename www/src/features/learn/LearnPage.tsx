import type { JSX } from "preact";
import { useSlice } from "../../app/context";
import { StagePanel } from "./StagePanel";
import { TrainStrip } from "./TrainStrip";
import { Welcome } from "./Welcome";

/** One card, and one graph with its walk and its bars. */
export function LearnPage(): JSX.Element {
  const trains = useSlice(({ view, displayed }) => view.tool === "train" || displayed.type === "graph");
  return (
    <main class="learn">
      <div class="learn-card">
        <Welcome />
      </div>
      <div class="learn-stage">
        <StagePanel />
        {trains && <TrainStrip />}
      </div>
    </main>
  );
}
