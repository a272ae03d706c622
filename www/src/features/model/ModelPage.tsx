import type { JSX } from "preact";
import { useSlice } from "../../app/context";
import { TrainPanel } from "../train/TrainPanel";
import { FailPanel } from "./FailPanel";
import { LearnedPanel } from "./LearnedPanel";
import { WhyPanel } from "./WhyPanel";

/** Three questions to a model: where it fails, what its filter has learned, and why it says what it says of a graph. */
export function ModelPage(): JSX.Element {
  const run = useSlice((state) => state.run !== null);
  const loading = useSlice((state) => state.loading?.name ?? null);
  return (
    <main class="model-page">
      {run ? (
        <>
          <FailPanel />
          <LearnedPanel />
          <WhyPanel />
        </>
      ) : (
        <p class="model-empty">
          {loading === null
            ? "Choose a data set above and train a model: here you then ask where it fails, what its filter has learned, and which bars decide."
            : `${loading} is on its way …`}
        </p>
      )}
      <div class="model-train">
        <TrainPanel />
      </div>
    </main>
  );
}
