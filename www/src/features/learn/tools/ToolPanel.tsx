import type { JSX } from "preact";
import { useSlice } from "../../context";
import { HatPanel } from "./HatPanel";
import { MergeTreePanel } from "./MergeTreePanel";
import { ReductionPanel } from "./ReductionPanel";
import { SlopesPanel } from "./SlopesPanel";

/** The tool that is open next to the drawing, if it is one of these; on phones, a sheet at the bottom. */
export function ToolPanel(): JSX.Element | null {
  const tool = useSlice(({ view }) => view.tool);
  switch (tool) {
    case "tree":
      return (
        <div class="tool-panel">
          <MergeTreePanel />
        </div>
      );
    case "slopes":
      return (
        <div class="tool-panel">
          <SlopesPanel />
        </div>
      );
    case "hat":
      return (
        <div class="tool-panel">
          <HatPanel />
        </div>
      );
    case "reduction":
      return (
        <div class="tool-panel wide">
          <ReductionPanel />
        </div>
      );
    default:
      return null;
  }
}
