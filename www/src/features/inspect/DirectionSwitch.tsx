import type { JSX } from "preact";
import { useAct, useSlice } from "../context";
import type { Directions } from "../../store/choices";
import { Switch } from "../shell/Switch";
import type { SwitchChoice } from "../shell/Switch";

const CHOICES: readonly SwitchChoice<Directions>[] = [
  { id: "sub", title: "Sublevel" },
  { id: "super", title: "Superlevel" },
  { id: "both", title: "Both" },
];

/** The filtration of the bars and the diagram. */
export function DirectionSwitch(): JSX.Element {
  const act = useAct();
  return (
    <Switch
      legend="Filtration"
      choices={CHOICES}
      chosen={useSlice(({ view }) => view.directions)}
      onChoose={(directions) => act({ type: "view", change: { directions } })}
    />
  );
}
