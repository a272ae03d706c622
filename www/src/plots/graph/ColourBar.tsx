import type { JSX } from "preact";
import type { Direction } from "../../domain/graph";
import { F_SCALE } from "../shared/colour";
import type { Domain, Scale } from "../shared/colour";

/** The scale of f, with the part that has arrived in full colour. */
export function ColourBar({
  domain,
  threshold,
  direction,
  scale = F_SCALE,
}: {
  domain: Domain;
  threshold: number | null;
  direction: Direction;
  scale?: Scale;
}): JSX.Element {
  const [low, high] = domain.map((value) => Number(value.toFixed(3)));
  const share =
    threshold === null ? null : Math.min(Math.max((threshold - domain[0]) / (domain[1] - domain[0]), 0), 1);
  const hidden =
    share === null
      ? null
      : direction === "sub"
        ? { left: `${100 * share}%`, right: 0 }
        : { left: 0, right: `${100 * (1 - share)}%` };
  return (
    <div class="colour-bar" role="img" aria-label={`Colours of ${scale.name}, from ${low} to ${high}`}>
      <i>{scale.name}</i>
      <span>{low}</span>
      <div class="colour-ramp" style={{ background: scale.gradient }}>
        {hidden && <div class="colour-waiting" style={hidden} />}
      </div>
      <span>{high}</span>
    </div>
  );
}
