import type { JSX } from "preact";
import { useShown } from "../../app/context";
import { DiagramView } from "../../plots/diagram/DiagramView";
import { HOW_TO_READ } from "../shell/howToRead";
import { Panel } from "../shell/Panel";
import { NoBars } from "./BarsPanel";
import { useSeenBars } from "./seenBars";

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
  return <DiagramView {...useSeenBars()} />;
}
