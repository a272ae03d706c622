import type { JSX } from "preact";
import { useAct, useApp, useShown, useSlice } from "../../app/context";
import { EXAMPLES } from "../../domain/examples";
import { plural } from "../../domain/text";
import { openFile } from "../data/files";
import { FilterChoice } from "../inspect/FilterChoice";
import type { Direction } from "../../domain/graph";
import type { Placement } from "../../store/state";
import { walkDirection } from "../../store/selectors";

/** Which graph is in view, and how it is looked at. */
export function StageTools(): JSX.Element {
  return (
    <div class="stage-tools">
      <GraphChoice />
      <FilterChoice />
      <Directions />
      <Placements />
    </div>
  );
}

function GraphChoice(): JSX.Element {
  const app = useApp();
  const act = useAct();
  const { subject, graph } = useShown();
  const index = subject.type === "graph" ? subject.index + 1 : null;
  const own =
    subject.type === "own"
      ? subject.graph.title
      : `Graph ${index}, ${plural(graph.vertices, "vertex", "vertices")}`;
  return (
    <select
      class="stage-choice"
      aria-label="Graph"
      value={subject.type === "example" ? subject.id : "own"}
      onChange={({ currentTarget }) => {
        const { value } = currentTarget;
        currentTarget.value = subject.type === "example" ? subject.id : "own";
        if (value === "open") openFile(app);
        else if (value !== "own") act({ type: "show", subject: { type: "example", id: value } });
      }}
    >
      {subject.type !== "example" && <option value="own">{own}</option>}
      {EXAMPLES.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
      <option value="open">Open a file…</option>
    </select>
  );
}

interface Choice<T extends string> {
  readonly id: T;
  readonly title: string;
}

interface SwitchProps<T extends string> {
  readonly name: string;
  readonly choices: readonly Choice<T>[];
  readonly chosen: T;
  readonly onChoose: (choice: T) => void;
}

function Switch<T extends string>({ name, choices, chosen, onChoose }: SwitchProps<T>): JSX.Element {
  const app = useApp();
  return (
    <fieldset class="switch">
      <legend class="visually-hidden">{name}</legend>
      {choices.map(({ id, title }) => (
        <label key={id}>
          <input
            type="radio"
            name={`${app.id}-${name}`}
            checked={chosen === id}
            onChange={() => onChoose(id)}
          />
          <span>{title}</span>
        </label>
      ))}
    </fieldset>
  );
}

const DIRECTIONS: readonly Choice<Direction>[] = [
  { id: "sub", title: "Sublevel" },
  { id: "super", title: "Superlevel" },
];

function Directions(): JSX.Element {
  const act = useAct();
  return (
    <Switch
      name="Filtration"
      choices={DIRECTIONS}
      chosen={useSlice(walkDirection)}
      onChoose={(directions) => act({ type: "directions", directions })}
    />
  );
}

const PLACEMENTS: readonly Choice<Placement>[] = [
  { id: "value", title: "At f" },
  { id: "free", title: "Free" },
];

function Placements(): JSX.Element {
  const act = useAct();
  return (
    <Switch
      name="Layout"
      choices={PLACEMENTS}
      chosen={useSlice(({ view }) => view.placement)}
      onChoose={(placement) => act({ type: "placement", placement })}
    />
  );
}
