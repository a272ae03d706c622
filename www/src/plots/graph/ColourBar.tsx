import type { JSX } from "preact";
import type { Direction } from "../../domain/graph/graph";
import type { LabelColour, ScaleKey } from "./colouring";

interface ColourBarProps extends Omit<ScaleKey, "type"> {
  readonly threshold: number | null;
  readonly direction: Direction;
  /** Another element shows the name. */
  readonly nameless?: boolean;
}

/** The colour key; for f, the range up to the threshold has full colour. */
export function ColourBar({
  name,
  ends,
  domain,
  colours,
  threshold,
  direction,
  nameless = false,
}: ColourBarProps): JSX.Element {
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
      {!nameless && <i>{name}</i>}
      <span>{ends[0]}</span>
      <div class="colour-ramp" style={{ background: colours.gradient }}>
        {hidden && <div class="colour-waiting" style={hidden} />}
      </div>
      <span>{ends[1]}</span>
    </div>
  );
}

/** The colour of each label. */
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
