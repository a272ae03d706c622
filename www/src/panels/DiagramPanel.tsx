import type { JSX } from "preact";
import { highlight, shown, shownDirections, store, threshold, walkDirection } from "../state/app";
import { withHighlight } from "../state/updates";
import { DiagramView } from "../views/DiagramView";
import { HOW_TO_READ } from "./howToRead";
import { Panel } from "./Panel";

/** The same bars as points. */
export function DiagramPanel(): JSX.Element {
  return (
    <Panel title="Diagram" reading={HOW_TO_READ.diagram}>
      <div class="plot">
        <DiagramView
          bars={shown.value.filtration.bars}
          directions={shownDirections.value}
          direction={walkDirection.value}
          threshold={threshold.value}
          highlight={highlight.value}
          onHighlight={(lit) => store.update(withHighlight(lit))}
        />
      </div>
    </Panel>
  );
}
