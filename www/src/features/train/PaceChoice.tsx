import type { JSX } from "preact";
import { useAct, useSlice } from "../context";
import { PACES } from "../../store/choices";

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
