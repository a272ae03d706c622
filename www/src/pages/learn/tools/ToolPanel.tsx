import type { JSX } from "preact";
import { useSlice } from "../../../ui/context";
import { DirectionPanel } from "./direction/DirectionPanel";
import { HatPanel } from "./HatPanel";
import { MergeTreePanel } from "./MergeTreePanel";
import { ReductionPanel } from "./ReductionPanel";
import { SlopesPanel } from "./SlopesPanel";
import { VectorsPanel } from "./VectorsPanel";

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
    case "direction":
      return (
        <div class="tool-panel">
          <DirectionPanel />
        </div>
      );
    case "slopes":
      return (
        <div class="tool-panel">
          <SlopesPanel />
        </div>
      );
    case "vectors":
      return (
        <div class="tool-panel wide">
          <VectorsPanel />
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
