import type { JSX } from "preact";
import { useSlice } from "../../ui/context";
import { showsEdgeFilter, walkDirection } from "../../store/selectors";
import { EditPanel } from "./editor/EditPanel";
import { ValuesPanel } from "./editor/ValuesPanel";
import { DescentPanel } from "./points/DescentPanel";
import { MatchingPanel } from "./tools/MatchingPanel";
import { useChange } from "./tools/measured";
import { StabilityGauge } from "./tools/StabilityGauge";
import { ToolFrame } from "./tools/ToolFrame";
import { ToolPanel } from "./tools/ToolPanel";

/** The tool that is open next to the stage. */
export function ToolDrawer(): JSX.Element | null {
  const tool = useSlice(({ view }) => view.tool);
  // The tools need values of vertices.
  const edges = useSlice(showsEdgeFilter);
  if (edges) return null;
  if (tool === "values" || tool === "matching") return <ChangeTool tool={tool} />;
  if (tool === "edit") {
    return (
      <div key={tool} class="tool-panel">
        <ToolFrame title="Edit the graph">
          <EditPanel />
        </ToolFrame>
      </div>
    );
  }
  if (tool === "descent") {
    return (
      <div key={tool} class="tool-panel">
        <DescentPanel />
      </div>
    );
  }
  return tool === null || tool === "train" ? null : <ToolPanel />;
}

/** The tools that compare the filtration with a reference. The reference stays when the user switches between them. */
function ChangeTool({ tool }: { readonly tool: "values" | "matching" }): JSX.Element {
  const change = useChange();
  const direction = useSlice(walkDirection);
  if (tool === "matching") {
    return (
      <div key={tool} class="tool-panel">
        <MatchingPanel change={change} direction={direction} />
      </div>
    );
  }
  return (
    <div key={tool} class="tool-panel">
      <ToolFrame title="Values and stability">
        {change && <StabilityGauge change={change} direction={direction} />}
        <ValuesPanel />
      </ToolFrame>
    </div>
  );
}
