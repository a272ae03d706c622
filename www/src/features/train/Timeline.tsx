import type { JSX } from "preact";
import { useAct, useSlice } from "../../app/context";

/** Back to the weights after any epoch, and forth again to those of now. */
export function Timeline(): JSX.Element {
  const act = useAct();
  const epoch = useSlice(({ view }) => view.epoch);
  const last = useSlice(({ run }) => run?.snapshots.at(-1) ?? 0);
  const held = useSlice(({ run }) => run?.held ?? false);
  const shown = Math.min(epoch ?? last, last);
  return (
    <div class="timeline">
      <label class="timeline-label">
        <span>
          Weights{" "}
          <b class="number">
            {epoch === null ? "of now" : shown === 0 ? "before training" : `after epoch ${shown}`}
          </b>
        </span>
        <input
          type="range"
          aria-label="Epoch whose weights are shown"
          aria-valuetext={epoch === null ? "now" : `epoch ${shown}`}
          min={0}
          max={Math.max(last, 1)}
          step={1}
          value={shown}
          disabled={!held || last === 0}
          onInput={({ currentTarget }) => act({ type: "epoch", epoch: currentTarget.valueAsNumber })}
        />
      </label>
      <button
        type="button"
        class="button quiet"
        disabled={epoch === null}
        onClick={() => act({ type: "epoch", epoch: null })}
      >
        Now
      </button>
    </div>
  );
}
