import type { JSX } from "preact";
import { useSlice, useAct, useShown } from "../../ui/context";
import { showsEdgeFilter, walkDirection } from "../../store/selectors";
import { EditPanel } from "./editor/EditPanel";
import { DescentPanel } from "./points/DescentPanel";
import { MatchingPanel } from "./tools/MatchingPanel";
import { useChange } from "./tools/measured";
import { StabilityGauge } from "./tools/StabilityGauge";
import { ToolFrame } from "./tools/ToolFrame";
import { DirectionPanel } from "./tools/direction/DirectionPanel";
import { HatPanel } from "./tools/HatPanel";
import { MergeTreePanel } from "./tools/MergeTreePanel";
import { ReductionPanel } from "./tools/ReductionPanel";
import { SlopesPanel } from "./tools/SlopesPanel";
import { VectorsPanel } from "./tools/VectorsPanel";
import { MAX_EDITABLE } from "../../domain/graph/edit";
import { FormulaForm } from "./editor/FormulaForm";
import { useSetValues } from "./editor/useEdit";
import { ValueTable } from "./editor/ValueTable";

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

/** The tool that is open next to the drawing, if it is one of these; on phones, a sheet at the bottom. */
function ToolPanel(): JSX.Element | null {
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

/** The filter values of the graph in view: typed, stepped, by a formula or by a choice. */
function ValuesPanel(): JSX.Element {
  const act = useAct();
  const setValues = useSetValues();
  const { graph, filtration } = useShown();
  const changed = useSlice(({ document }) => document.values !== null);
  return (
    <div class="editor">
      <div class="editor-values">
        {filtration && <ValueTable values={filtration.filter} onValues={setValues} />}
      </div>
      <button
        type="button"
        class="button"
        disabled={!changed}
        onClick={() => act({ type: "values", values: null })}
      >
        Reset the values
      </button>
      {setValues ? (
        <FormulaForm onValues={setValues} />
      ) : (
        <p class="editor-hint">
          {graph.original
            ? "The filter has values of edges, which cannot be edited."
            : `Learned values can be edited only in graphs of up to ${MAX_EDITABLE} vertices.`}
        </p>
      )}
    </div>
  );
}
