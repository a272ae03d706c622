import type { JSX } from "preact";
import { IconButton } from "../../ui/IconButton";
import { BackIcon, ForwardIcon, PauseIcon, PlayIcon } from "../../ui/icons";

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
    <IconButton name={name} class="stage-step" disabled={disabled} onUse={() => onStep(by)}>
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
