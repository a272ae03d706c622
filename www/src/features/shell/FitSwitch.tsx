import type { JSX } from "preact";
import { FIT_TITLE } from "../../plots/shared/axis";
import { useAct, useSlice } from "../context";

/** Whether the axes of f cover only the occurring values. */
export function FitSwitch(): JSX.Element {
  const act = useAct();
  const fit = useSlice(({ view }) => view.fit);
  return (
    <label class="check" title={FIT_TITLE}>
      <input
        type="checkbox"
        checked={fit}
        onChange={({ currentTarget }) => act({ type: "view", change: { fit: currentTarget.checked } })}
      />
      Fit
    </label>
  );
}
