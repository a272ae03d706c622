import type { JSX } from "preact";
import type { Direction } from "../../domain/graph";
import { VIRIDIS_GRADIENT } from "../shared/colour";
import type { Domain } from "../shared/colour";

/** The scale of f, with the part that has arrived in full colour. */
export function ColourBar({
  domain,
  threshold,
  direction,
}: {
  domain: Domain;
  threshold: number | null;
  direction: Direction;
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
    <div class="colour-bar" role="img" aria-label={`Colours of f, from ${low} to ${high}`}>
      <i>f</i>
      <span>{low}</span>
      <div class="colour-ramp" style={{ background: VIRIDIS_GRADIENT }}>
        {hidden && <div class="colour-waiting" style={hidden} />}
      </div>
      <span>{high}</span>
    </div>
  );
}
