import type { JSX } from "preact";
import { useAct, useShown, useSlice } from "../context";
import { DiagramView } from "../../plots/diagram/DiagramView";
import { FitSwitch } from "../shell/FitSwitch";
import { HOW_TO_READ } from "../shell/howToRead";
import { Panel } from "../shell/Panel";
import { NoBars } from "./BarsPanel";
import { useSeenBars } from "./seenBars";
import { useTrails } from "./useTrails";

/** The same bars as points. */
export function DiagramPanel(): JSX.Element {
  const { filtration } = useShown();
  return (
    <Panel
      title="Diagram"
      help={HOW_TO_READ.diagram}
      picture="diagram"
      aside={
        filtration && (
          <span class="diagram-switches">
            <FitSwitch />
            <TrailsSwitch />
          </span>
        )
      }
    >
      <div class="plot">{filtration ? <Points /> : <NoBars />}</div>
    </Panel>
  );
}

function Points(): JSX.Element {
  return <DiagramView {...useSeenBars()} past={useTrails()} />;
}

function TrailsSwitch(): JSX.Element {
  const act = useAct();
  const shown = useSlice(({ view }) => view.trails);
  return (
    <label class="check" title="Positions of the points at earlier epochs">
      <input
        type="checkbox"
        checked={shown}
        onChange={({ currentTarget }) => act({ type: "view", change: { trails: currentTarget.checked } })}
      />
      Trails
    </label>
  );
}
