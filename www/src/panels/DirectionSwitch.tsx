import type { JSX } from "preact";
import { directions, store } from "../state/app";
import type { Directions } from "../state/state";
import { withDirections } from "../state/updates";

const DIRECTIONS: readonly { id: Directions; title: string }[] = [
  { id: "sub", title: "Sublevel" },
  { id: "super", title: "Superlevel" },
  { id: "both", title: "Both" },
];

/** Which filtration the bars and the diagram show. */
export function DirectionSwitch(): JSX.Element {
  return (
    <fieldset class="switch">
      <legend class="visually-hidden">Filtration</legend>
      {DIRECTIONS.map(({ id, title }) => (
        <label key={id}>
          <input
            type="radio"
            name="directions"
            checked={directions.value === id}
            onChange={() => store.update(withDirections(id))}
          />
          <span>{title}</span>
        </label>
      ))}
    </fieldset>
  );
}
