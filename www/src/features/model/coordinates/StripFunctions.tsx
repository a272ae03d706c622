import type { JSX } from "preact";
import { useOwnId } from "../../context";
import type { CoordinatesFrame, Strip } from "./frame";
import type { ReadCoordinateFunction } from "./functions";
import { bumpOf, signOf, tallest, yIn } from "./marks";

interface StripFunctionsProps {
  readonly frame: CoordinatesFrame;
  readonly strip: Strip;
  /** Those of this barcode, the strongest one first. */
  readonly coordinates: readonly ReadCoordinateFunction[];
  readonly wanted: number;
  readonly largest: number;
  /** The only one that is looked at; null: all of them. */
  readonly focus: ReadCoordinateFunction | null;
}

/** Coordinate functions over births: the contribution of a bar by its birth; positive contributions point up. */
export function StripFunctions({
  frame,
  strip,
  coordinates,
  wanted,
  largest,
  focus,
}: StripFunctionsProps): JSX.Element {
  const clip = useOwnId();
  const shown = focus ? [focus] : coordinates;
  const bumps = shown.map((coordinate) => bumpOf(frame, coordinate, wanted));
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
      <line class="coordinates-middle" x1={left} x2={left + side} y1={strip.y} y2={strip.y} />
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
                  class={`coordinates-area ${sign}`}
                  d={`${line(bumps[0]!)}L${frame.x(high)} ${strip.y}L${frame.x(low)} ${strip.y}Z`}
                />
                <path class={`coordinates-bump alone ${sign}`} d={line(bumps[0]!)} />
              </g>
            </g>
          ))
        : shown
            .map((coordinate, i) => {
              const added = coordinate.contributions[wanted]!;
              return (
                <path
                  key={coordinate.id}
                  class={`coordinates-bump ${signOf(added)}`}
                  d={line(bumps[i]!)}
                  style={{ "--share": Math.min(Math.abs(added) / (largest || 1), 1).toFixed(3) }}
                />
              );
            })
            .toReversed()}
    </g>
  );
}
