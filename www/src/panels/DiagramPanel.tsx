import type { JSX } from "preact";
import { HOW_TO_READ } from "./howToRead";
import { Panel } from "./Panel";

export function DiagramPanel(): JSX.Element {
  return (
    <Panel title="Diagram" reading={HOW_TO_READ.diagram}>
      <div class="plot-slot" />
    </Panel>
  );
}
