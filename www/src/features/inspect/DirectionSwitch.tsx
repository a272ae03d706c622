import type { JSX } from "preact";
import { useAct, useApp, useSlice } from "../../app/context";
import type { Directions } from "../../store/state";

const CHOICES: readonly { id: Directions; title: string }[] = [
  { id: "sub", title: "Sublevel" },
  { id: "super", title: "Superlevel" },
  { id: "both", title: "Both" },
];

/** Which filtration the bars and the diagram show. */
export function DirectionSwitch(): JSX.Element {
  const app = useApp();
  const act = useAct();
  const directions = useSlice(({ view }) => view.directions);
  return (
    <fieldset class="switch">
      <legend class="visually-hidden">Filtration</legend>
      {CHOICES.map(({ id, title }) => (
        <label key={id}>
          <input
            type="radio"
            name={`${app.id}-directions`}
            checked={directions === id}
            onChange={() => act({ type: "directions", directions: id })}
          />
          <span>{title}</span>
        </label>
      ))}
    </fieldset>
  );
}
