import type { JSX } from "preact";
import { useOwnId } from "../../../app/context";

interface SwitchProps {
  readonly label: string;
  readonly options: readonly string[];
  readonly chosen: number;
  readonly onChoose: (option: number) => void;
}

/** Which of several graphs is looked at. */
export function Switch({ label, options, chosen, onChoose }: SwitchProps): JSX.Element {
  const name = useOwnId();
  return (
    <div class="switch lesson-switch" role="radiogroup" aria-label={label}>
      {options.map((option, i) => (
        <label key={option}>
          <input type="radio" name={name} checked={i === chosen} onChange={() => onChoose(i)} />
          <span>{option}</span>
        </label>
      ))}
    </div>
  );
}
