import type { JSX } from "preact";
import { IconButton } from "../../../ui/IconButton";
import type { Stepping } from "./stepping";

interface StepControlsProps {
  readonly stepping: Stepping;
  readonly count: number;
  /** "step" or "round" */
  readonly unit: string;
}

/** Buttons for the first, previous, next and last step, play and pause, and the position. */
export function StepControls({ stepping, count, unit }: StepControlsProps): JSX.Element {
  const { at, playing, go, play } = stepping;
  const button = (label: string, path: string, disabled: boolean, act: () => void): JSX.Element => (
    <IconButton name={label} class="tool-step" disabled={disabled} onUse={act}>
      <svg class="icon" width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
        <path d={path} fill="currentColor" />
      </svg>
    </IconButton>
  );
  return (
    <div class="step-controls">
      {button("First step", "M3 3h2v10H3zM13 3v10L6 8z", at === 0, () => go(0))}
      {button(`Previous ${unit}`, "M12 3v10L4 8z", at === 0, () => go(at - 1))}
      {playing
        ? button("Pause", "M4 3h3v10H4zM9 3h3v10H9z", false, () => play(false))
        : button("Play", "M4 2l10 6-10 6z", count === 0, () => play(true))}
      {button(`Next ${unit}`, "M4 3v10l8-5z", at === count, () => go(at + 1))}
      {button("Last step", "M11 3h2v10h-2zM3 3v10l7-5z", at === count, () => go(count))}
      <span class="step-count number">
        {unit} {at} of {count}
      </span>
    </div>
  );
}
