import type { JSX } from "preact";
import { useSlice } from "../../app/context";
import { describeBuilding, sentence } from "../../domain/text/format";

/** What training still waits for, while the server builds its engine. Graphs can be explored meanwhile. */
export function EngineProgress(): JSX.Element | null {
  const engine = useSlice((state) => state.engine);
  switch (engine.status) {
    case "building":
      return (
        <div class="engine-progress" role="status">
          <p>{describeBuilding(engine)}</p>
          <progress
            aria-label="Building of the training engine"
            max={Math.max(1, engine.of)}
            value={engine.done}
          />
          <p class="hint">
            Graphs can be explored meanwhile. It is built once, and starts at once from then on.
          </p>
        </div>
      );
    case "failed":
      return (
        <div class="engine-progress engine-failed" role="status">
          <p>
            <b>The training engine was not built.</b> {sentence(engine.message)}
          </p>
          <p>
            Once that is put right, type <code>{engine.command}</code>; this page goes on by itself.
          </p>
        </div>
      );
    default:
      return null;
  }
}
