import type { JSX } from "preact";
import { useAct, useApp, useShown, useSlice } from "../../ui/context";
import { thresholdAt } from "../../domain/persistence/filtration";
import type { Directions, Placement } from "../../store/choices";
import { ExportMenu } from "./editor/ExportMenu";
import { SavePicture } from "../../ui/picture/SavePicture";
import { FixedFilterChoice } from "../../ui/filters/FixedFilterChoice";
import { useWalk } from "../../ui/useWalk";
import { Popover } from "../../ui/Popover";
import { Switch } from "../../ui/Switch";
import type { SwitchChoice } from "../../ui/Switch";
import { SubjectChoice } from "./SubjectChoice";
import { ToolChoice } from "./ToolChoice";
import { FilledSwitch } from "./tools/FilledSwitch";

/** The graph in view, and how it is shown. */
export function StageTools(): JSX.Element {
  return (
    <div class="stage-tools">
      <SubjectChoice />
      <DirectionChoice />
      <Popover button="View" buttonClass="button">
        <ViewOptions />
      </Popover>
      <ToolChoice stage="values" />
      <ExportMenu />
      <SavePicture name="stage" />
    </div>
  );
}

function ViewOptions(): JSX.Element {
  const act = useAct();
  const stretch = useSlice(({ view }) => view.stretch);
  const extended = useShown().extended;
  return (
    <div class="stage-view">
      <FixedFilterChoice />
      <Placements />
      <label class="check">
        <input
          type="checkbox"
          checked={stretch}
          onChange={({ currentTarget }) => act({ type: "view", change: { stretch: currentTarget.checked } })}
        />
        Stretch the colours to the range of f
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={extended}
          onChange={({ currentTarget }) => act({ type: "view", change: { extended: currentTarget.checked } })}
        />
        Extended persistence: every bar ends
      </label>
      {extended && (
        <p class="popover-text">
          An <b>ordinary</b> pair begins and ends in the first pass. An <b>extended</b> pair ends on the way
          back, so a loop can die at a value before its birth. A <b>relative</b> pair begins and ends on the
          way back: these are the finite bars of the other direction.
        </p>
      )}
      <FilledSwitch />
    </div>
  );
}

const DIRECTIONS: readonly SwitchChoice<Directions>[] = [
  { id: "sub", title: "Sublevel" },
  { id: "super", title: "Superlevel" },
  { id: "both", title: "Both" },
];

function DirectionChoice(): JSX.Element {
  const { topology } = useApp();
  const act = useAct();
  const { graph, filtration } = useShown();
  const { position } = useWalk();
  const choose = (directions: Directions): void => {
    act({ type: "view", change: { directions } });
    if (!filtration || position >= 0) return;
    // K⁰ is now at the other end.
    const walk = topology.walk(graph, filtration, directions === "super" ? "super" : "sub");
    act({ type: "view", change: { threshold: thresholdAt(walk, -1) } });
  };
  return (
    <Switch
      legend="Filtration"
      choices={DIRECTIONS}
      chosen={useSlice(({ view }) => view.directions)}
      onChoose={choose}
    />
  );
}

const PLACEMENTS: readonly SwitchChoice<Placement>[] = [
  { id: "value", title: "Vertices at x = f" },
  { id: "free", title: "Free layout" },
];

function Placements(): JSX.Element {
  const act = useAct();
  return (
    <Switch
      legend="Layout"
      choices={PLACEMENTS}
      chosen={useSlice(({ view }) => view.placement)}
      onChoose={(placement) => act({ type: "view", change: { placement } })}
    />
  );
}
