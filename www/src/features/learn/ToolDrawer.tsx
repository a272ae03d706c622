import type { ComponentChildren, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useAct, useShown, useSlice } from "../../app/context";
import { walkDirection } from "../../store/selectors";
import { EditPanel } from "../editor/EditPanel";
import { ValuesPanel } from "../editor/ValuesPanel";
import { StabilityGauge } from "./tools/StabilityGauge";
import type { Measured } from "./tools/StabilityGauge";
import { ToolPanel } from "./tools/ToolPanel";

/** The tool that is open beside the stage. */
export function ToolDrawer(): JSX.Element | null {
  const tool = useSlice(({ view }) => view.tool);
  if (tool === "values") {
    return (
      <Drawer key={tool}>
        <Gauge />
        <ValuesPanel />
      </Drawer>
    );
  }
  if (tool === "edit") {
    return (
      <Drawer key={tool}>
        <EditPanel />
      </Drawer>
    );
  }
  return tool === null || tool === "train" ? null : <ToolPanel />;
}

function Drawer({ children }: { children: ComponentChildren }): JSX.Element {
  const act = useAct();
  return (
    <div class="tool-panel">
      <div class="tool-bar">
        <button type="button" class="button quiet" onClick={() => act({ type: "tool", tool: null })}>
          Close
        </button>
      </div>
      {children}
    </div>
  );
}

/** Measured from the filter that was there when the tool was opened, or the graph changed. */
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
    <div class="tool-gauge">
      <StabilityGauge
        from={from?.graph === graph ? from : now}
        now={now}
        direction={direction}
        onMeasureFromHere={() => setFrom(now)}
      />
    </div>
  );
}
