import type { JSX } from "preact";
import { useOwnId, useAct, useSlice } from "./context";
import { FIT_TITLE } from "../plots/shared/axis";

export interface SwitchChoice<T extends string> {
  readonly id: T;
  readonly title: string;
}

interface SwitchProps<T extends string> {
  readonly legend: string;
  readonly choices: readonly SwitchChoice<T>[];
  /** null: none of them. */
  readonly chosen: T | null;
  readonly onChoose: (id: T) => void;
  /** Beside `switch`. */
  readonly class?: string;
}

/** One of a few. */
export function Switch<T extends string>(props: SwitchProps<T>): JSX.Element {
  const { legend, choices, chosen, onChoose } = props;
  const name = useOwnId();
  return (
    <fieldset class={props.class ? `switch ${props.class}` : "switch"}>
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
