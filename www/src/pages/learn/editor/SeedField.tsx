import type { JSX } from "preact";

interface SeedFieldProps {
  readonly label: string;
  readonly seed: number;
  readonly onSeed: (seed: number) => void;
  /** Class names besides `editor-field`. */
  readonly class?: string;
}

export function SeedField(props: SeedFieldProps): JSX.Element {
  return (
    <label class={props.class ? `editor-field ${props.class}` : "editor-field"}>
      <span class="editor-label">{props.label}</span>
      <input
        type="number"
        min={0}
        step={1}
        value={props.seed}
        onInput={({ currentTarget }) => props.onSeed(Math.trunc(currentTarget.valueAsNumber) || 0)}
      />
    </label>
  );
}
