import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useShown, useSlice } from "../context";
import { walkDirection } from "../../store/selectors";
import { EditPanel } from "../editor/EditPanel";
import { ValuesPanel } from "../editor/ValuesPanel";
import { StabilityGauge } from "./tools/StabilityGauge";
import type { Measured } from "./tools/measured";
import { ToolFrame } from "./tools/ToolFrame";
import { ToolPanel } from "./tools/ToolPanel";

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
  const { graph, filtration } = useShown();
  const direction = useSlice(walkDirection);
  const [from, setFrom] = useState<Measured | null>(null);
  useEffect(() => {
    if (filtration && from?.graph !== graph) setFrom({ graph, filtration });
  }, [graph, filtration]);
  if (!filtration) return null;
  const now = { graph, filtration };
  return (
    <StabilityGauge
      from={from?.graph === graph ? from : now}
      now={now}
      direction={direction}
      onMeasureFromHere={() => setFrom(now)}
    />
  );
}
