import type { JSX } from "preact";
import { useSlice } from "../context";
import { describeBuilding, sentence } from "../../domain/text/format";

/** The remaining steps before training can start, while the server builds its engine. Graphs can be explored meanwhile. */
export function EngineProgress(): JSX.Element | null {
  const engine = useSlice((state) => state.engine);
  switch (engine.status) {
    case "building":
      return (
        <div class="engine-progress" role="status">
          <p>{describeBuilding(engine)}</p>
          <progress aria-label="Training engine build" max={Math.max(1, engine.of)} value={engine.done} />
          <p class="hint">
            You can explore graphs during the build. The engine is built once; later visits start immediately.
          </p>
        </div>
      );
    case "failed":
      return (
        <div class="engine-progress engine-failed" role="status">
          <p>
            <b>The training engine could not be built.</b> {sentence(engine.message)}
          </p>
          <p>
            After fixing this, type <code>{engine.command}</code>; this page then continues automatically.
          </p>
        </div>
      );
    default:
      return null;
  }
}
