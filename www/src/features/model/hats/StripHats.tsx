import type { JSX } from "preact";
import { useOwnId } from "../../../app/context";
import type { HatFrame, Strip } from "./frame";
import type { ReadCoordinateFunction } from "./hats";
import { bumpOf, signOf, tallest, yIn } from "./marks";

interface StripHatsProps {
  readonly frame: HatFrame;
  readonly strip: Strip;
  /** Those of this barcode, the strongest one first. */
  readonly hats: readonly ReadCoordinateFunction[];
  readonly wanted: number;
  readonly largest: number;
  /** The only one that is looked at; null: all of them. */
  readonly focus: ReadCoordinateFunction | null;
}

/** Hats over births: how much a bar born there would add to the score, upwards where it raises it. */
export function StripHats({ frame, strip, hats, wanted, largest, focus }: StripHatsProps): JSX.Element {
  const clip = useOwnId();
  const shown = focus ? [focus] : hats;
  const bumps = shown.map((hat) => bumpOf(frame, hat, wanted));
  const most = tallest(bumps);
  const line = (bump: (typeof bumps)[number]): string =>
    bump
      .map(
        ([birth, added], i) =>
          `${i === 0 ? "M" : "L"}${frame.x(birth).toFixed(1)} ${yIn(strip, added, most).toFixed(1)}`,
      )
      .join("");
  const { left, side } = frame;
  const [low, high] = frame.range;
  return (
    <g>
      <rect class="strip" x={left} width={side} y={strip.y - strip.half} height={2 * strip.half} />
      <line class="hats-middle" x1={left} x2={left + side} y1={strip.y} y2={strip.y} />
      {focus && bumps[0]
        ? (["positive", "negative"] as const).map((sign) => (
            <g key={sign}>
              <clipPath id={`${clip}-${sign}`}>
                <rect
                  x={left}
                  width={side}
                  y={sign === "positive" ? strip.y - strip.half : strip.y}
                  height={strip.half}
                />
              </clipPath>
              <g clip-path={`url(#${clip}-${sign})`}>
                <path
                  class={`hats-area ${sign}`}
                  d={`${line(bumps[0]!)}L${frame.x(high)} ${strip.y}L${frame.x(low)} ${strip.y}Z`}
                />
                <path class={`hats-bump alone ${sign}`} d={line(bumps[0]!)} />
              </g>
            </g>
          ))
        : shown
            .map((hat, i) => {
              const added = hat.contributions[wanted]!;
              return (
                <path
                  key={hat.id}
                  class={`hats-bump ${signOf(added)}`}
                  d={line(bumps[i]!)}
                  style={{ "--share": Math.min(Math.abs(added) / (largest || 1), 1).toFixed(3) }}
                />
              );
            })
            .toReversed()}
    </g>
  );
}
