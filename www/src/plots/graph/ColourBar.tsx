import type { JSX } from "preact";
import type { Direction } from "../../domain/graph";
import { VIRIDIS_GRADIENT } from "../shared/colour";
import type { LabelColour, ScaleKey } from "./colouring";

interface ColourBarProps extends Omit<ScaleKey, "type"> {
  readonly threshold: number | null;
  readonly direction: Direction;
}

/** What the colours mean; where they are those of f, with the part that has arrived in full colour. */
export function ColourBar({ name, ends, domain, threshold, direction }: ColourBarProps): JSX.Element {
  const share =
    threshold === null || domain === null
      ? null
      : Math.min(Math.max((threshold - domain[0]) / (domain[1] - domain[0]), 0), 1);
  const hidden =
    share === null
      ? null
      : direction === "sub"
        ? { left: `${100 * share}%`, right: 0 }
        : { left: 0, right: `${100 * (1 - share)}%` };
  return (
    <div class="colour-bar" role="img" aria-label={`Colours of ${name}, from ${ends[0]} to ${ends[1]}`}>
      {name === "f" && <i>f</i>}
      <span>{ends[0]}</span>
      <div class="colour-ramp" style={{ background: VIRIDIS_GRADIENT }}>
        {hidden && <div class="colour-waiting" style={hidden} />}
      </div>
      <span>{ends[1]}</span>
    </div>
  );
}

/** Which label has which colour. */
export function LabelKey({ labels }: { readonly labels: readonly LabelColour[] }): JSX.Element {
  return (
    <ul class="label-key" aria-label="Colours of the labels" tabIndex={0}>
      {labels.map(({ name, colour }) => (
        <li key={name}>
          <span class="label-swatch" style={{ background: colour }} />
          {name}
        </li>
      ))}
    </ul>
  );
}
