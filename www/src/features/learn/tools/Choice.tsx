import type { JSX } from "preact";
import { useOwnId } from "../../../app/context";

interface ChoiceProps<T extends string> {
  readonly legend: string;
  readonly choices: readonly { readonly id: T; readonly title: string }[];
  readonly chosen: T;
  readonly onChoose: (id: T) => void;
}

/** One of a few. */
export function Choice<T extends string>({ legend, choices, chosen, onChoose }: ChoiceProps<T>): JSX.Element {
  const name = useOwnId();
  return (
    <fieldset class="switch tool-switch">
      <legend class="visually-hidden">{legend}</legend>
      {choices.map(({ id, title }) => (
        <label key={id}>
          <input type="radio" name={name} checked={chosen === id} onChange={() => onChoose(id)} />
          <span>{title}</span>
        </label>
      ))}
    </fieldset>
  );
}
