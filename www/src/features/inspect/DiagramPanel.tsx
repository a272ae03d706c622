import type { JSX } from "preact";
import { useAct, useShown, useSlice } from "../../app/context";
import { DiagramView } from "../../plots/diagram/DiagramView";
import { shownDirections, walkDirection } from "../../store/selectors";
import { HOW_TO_READ } from "../shell/howToRead";
import { Panel } from "../shell/Panel";
import { NoBars } from "./BarsPanel";
import { domainOf } from "./domain";

/** The same bars as points. */
export function DiagramPanel(): JSX.Element {
  const { filtration } = useShown();
  return (
    <Panel title="Diagram" help={HOW_TO_READ.diagram}>
      <div class="plot">{filtration ? <Points /> : <NoBars />}</div>
    </Panel>
  );
}

function Points(): JSX.Element {
  const act = useAct();
  const shown = useShown();
  const directions = useSlice(shownDirections);
  const direction = useSlice(walkDirection);
  const threshold = useSlice(({ view }) => view.threshold);
  const highlight = useSlice(({ view }) => view.highlight);
  return (
    <DiagramView
      bars={shown.bars}
      extended={shown.extended}
      directions={directions}
      direction={direction}
      threshold={threshold}
      highlight={highlight}
      domain={domainOf(shown)}
      onHighlight={(lit) => act({ type: "highlight", highlight: lit })}
    />
  );
}
