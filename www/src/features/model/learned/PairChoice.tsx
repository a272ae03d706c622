import type { JSX } from "preact";
import { nameOfQuantity } from "./quantities";

interface PairChoiceProps {
  readonly first: string;
  readonly ids: readonly string[];
  readonly second: string | null;
  readonly onChoose: (second: string | null) => void;
}

/** A second quantity beside the one that is chosen. */
export function PairChoice({ first, ids, second, onChoose }: PairChoiceProps): JSX.Element {
  return (
    <label class="pair-choice">
      <span>
        f against <b>{nameOfQuantity(first)}</b>, together with
      </span>
      <select
        aria-label="Second quantity"
        value={second ?? ""}
        onChange={({ currentTarget }) => onChoose(currentTarget.value || null)}
      >
        <option value="">nothing else</option>
        {ids
          .filter((id) => id !== first)
          .map((id) => (
            <option key={id} value={id}>
              {nameOfQuantity(id)}
            </option>
          ))}
      </select>
    </label>
  );
}
