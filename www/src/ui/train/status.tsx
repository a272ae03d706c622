import { Fragment } from "preact";
import type { JSX } from "preact";
import { useSlice, useAct } from "../context";
import { describeBuilding, sentence, formatCount } from "../../domain/text/format";
import { PACES } from "../../store/choices";
import { describeRun } from "../../domain/settings/settingWords";

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

/**
 * Progress of a run as text. The number has space for the digits of the last epoch, so that the text after it does not move.
 */
export function EpochOf({ epoch, epochs }: { epoch: number; epochs: number | null }): JSX.Element {
  return (
    <Fragment>
      Epoch{" "}
      <b class="number epoch-number" style={{ minWidth: `${String(epochs ?? epoch).length}ch` }}>
        {epoch}
      </b>{" "}
      of <span class="number">{epochs ?? "–"}</span>
    </Fragment>
  );
}

/** From a step a second, which can be watched, to as many as there can be. */
export function PaceChoice(): JSX.Element {
  const act = useAct();
  const pace = useSlice(({ view }) => view.pace);
  return (
    <select
      aria-label="Pace of training"
      value={String(pace)}
      onChange={({ currentTarget }) =>
        act({
          type: "view",
          change: { pace: PACES.find((one) => String(one) === currentTarget.value) ?? null },
        })
      }
    >
      {PACES.map((one) => (
        <option key={one} value={String(one)}>
          {one === null ? "full speed" : one === 1 ? "1 step a second" : `${one} steps a second`}
        </option>
      ))}
    </select>
  );
}

/** The configuration of the run in view, independent of the settings of the next run. */
export function RunInView({ named = false }: { readonly named?: boolean }): JSX.Element | null {
  const summary = useSlice(({ run }) => run?.summary);
  if (!summary && named) return null;
  const text =
    !summary || summary.logged
      ? ""
      : `${describeRun(summary)}; ${formatCount(summary.parameters)} parameters`;
  // Its line stays reserved.
  return (
    <p class="model" title={text}>
      {named && "Current run: "}
      {text}
    </p>
  );
}
