import type { JSX } from "preact";
import { useAct, useSlice } from "../../ui/context";
import type { StageKind } from "../../domain/graph/subject";
import { hasTool, TOOL_IDS, TOOLS } from "../../store/choices";

/** The menu of the tools of a stage. */
export function ToolChoice({ stage }: { readonly stage: StageKind }): JSX.Element {
  const act = useAct();
  const chosen = useSlice(({ view }) => view.tool);
  const tools = TOOL_IDS.filter((id) => hasTool(stage, id));
  const tool = tools.find((id) => id === chosen) ?? null;
  return (
    <select
      class="stage-tool"
      aria-label="Tool"
      value={tool ?? ""}
      onChange={({ currentTarget }) =>
        act({ type: "view", change: { tool: tools.find((id) => id === currentTarget.value) ?? null } })
      }
    >
      <option value="">{tool === null ? "Tools" : "No tool"}</option>
      {tools.map((id) => (
        <option key={id} value={id}>
          {TOOLS[id].title}
        </option>
      ))}
    </select>
  );
}
