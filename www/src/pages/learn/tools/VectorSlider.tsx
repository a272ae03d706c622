import type { JSX } from "preact";
import { useOwnId } from "../../../ui/context";
import { describeParameter } from "./vectorParameters";
import type { Parameter } from "./vectorParameters";

interface VectorSliderProps {
  readonly parameter: Parameter;
  /** The name of the vector. */
  readonly of: string;
  readonly value: number;
  /** The length of the range of f. */
  readonly span: number;
  readonly onValue: (value: number) => void;
}

/** A parameter of a vector. */
export function VectorSlider({ parameter, of, value, span, onValue }: VectorSliderProps): JSX.Element {
  const id = useOwnId();
  const { title, min, max, step } = parameter;
  const text = describeParameter(parameter, value, span);
  return (
    <div class="vector-slider">
      <label for={id}>
        {title}
        <span class="visually-hidden"> of the {of}</span>
      </label>
      <output for={id} class="number">
        {text}
      </output>
      <input
        id={id}
        type="range"
        {...{ min, max, step, value }}
        aria-valuetext={text}
        onInput={({ currentTarget }) => onValue(currentTarget.valueAsNumber)}
      />
    </div>
  );
}
