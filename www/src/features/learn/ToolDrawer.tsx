import type { JSX } from "preact";
import { useSlice } from "../context";
import { walkDirection } from "../../store/selectors";
import { EditPanel } from "../editor/EditPanel";
import { ValuesPanel } from "../editor/ValuesPanel";
import { StabilityGauge } from "./tools/StabilityGauge";
import { ToolFrame } from "./tools/ToolFrame";
import { ToolPanel } from "./tools/ToolPanel";
import { useReference } from "./tools/useReference";

/** The tool that is open next to the stage. */
export function ToolDrawer(): JSX.Element | null {
  const tool = useSlice(({ view }) => view.tool);
  if (tool === "values") {
    return (
      <div key={tool} class="tool-panel">
        <ToolFrame title="Values and stability">
          <Gauge />
          <ValuesPanel />
        </ToolFrame>
      </div>
    );
  }
  if (tool === "edit") {
    return (
      <div key={tool} class="tool-panel">
        <ToolFrame title="Edit the graph">
          <EditPanel />
        </ToolFrame>
      </div>
    );
  }
  return tool === null || tool === "train" ? null : <ToolPanel />;
}

/** Compares with the filter at the time when the tool was opened or the graph changed. */
function Gauge(): JSX.Element | null {
  const reference = useReference();
  const direction = useSlice(walkDirection);
  if (!reference) return null;
  const { from, now, measureFromHere } = reference;
  return <StabilityGauge from={from} now={now} direction={direction} onMeasureFromHere={measureFromHere} />;
}
