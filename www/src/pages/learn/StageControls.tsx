import type { JSX } from "preact";
import { IconButton } from "../../ui/IconButton";
import { BackIcon, ForwardIcon, PauseIcon, PlayIcon } from "../../ui/icons";
import { useAct, useSlice } from "../../ui/context";
import type { StageKind } from "../../domain/graph/subject";
import { hasTool, TOOL_IDS, TOOLS } from "../../store/choices";

interface StageControlsProps {
  readonly playing: boolean;
  /** t is before the first value, or at the last one. */
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onPlay: () => void;
  readonly onStep: (by: 1 | -1) => void;
  /** Arrow keys step here, too. */
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** Plays the filtration, or moves t by one value. */
export function StageControls(props: StageControlsProps): JSX.Element {
  const { playing, isFirst, isLast, onPlay, onStep, onKeyDown } = props;
  const step = (name: string, by: 1 | -1, disabled: boolean): JSX.Element => (
    <IconButton name={name} class="stage-step" onUse={disabled ? null : () => onStep(by)}>
      {by === 1 ? <ForwardIcon /> : <BackIcon />}
    </IconButton>
  );
  return (
    <div
      class="stage-controls"
      onKeyDown={(event) => {
        if (event.key.startsWith("Arrow")) onKeyDown(event);
      }}
    >
      <button
        type="button"
        class="stage-play"
        aria-label={playing ? "Pause" : "Play"}
        disabled={isFirst && isLast}
        onClick={onPlay}
      >
        {playing ? <PauseIcon /> : <PlayIcon />}
      </button>
      {step("Step back", -1, isFirst)}
      {step("Step", 1, isLast)}
    </div>
  );
}

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

interface CountProps {
  readonly name: string;
  readonly index: string;
  readonly title: string;
  readonly value: number;
}

/** A Betti number. */
export function Count({ name, index, title, value }: CountProps): JSX.Element {
  return (
    <div title={title}>
      <dt aria-label={title}>
        {name}
        <sub>{index}</sub>
      </dt>
      <dd>{value}</dd>
    </div>
  );
}
