import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { formatValue } from "../../../../domain/text/values";
import { ticksOf } from "../../../../plots/shared/axis";
import type { Domain } from "../../../../plots/shared/colour";
import { useSize } from "../../../../plots/shared/canvas";
import type { EulerInterval } from "./curve";
import { LEFT, RIGHT } from "./HeatMap";

interface EulerCurveProps {
  readonly pieces: readonly EulerInterval[];
  readonly domain: Domain;
  readonly threshold: number;
  /** χ at t. */
  readonly chi: number;
  readonly onThreshold: (threshold: number) => void;
}

const TOP = 12;
const HEIGHT = 64;
const AXIS = 22;

/** χ against t, with the current t. */
export function EulerCurve({ pieces, domain, threshold, chi, onThreshold }: EulerCurveProps): JSX.Element {
  const frame = useRef<HTMLDivElement>(null);
  const { width } = useSize(frame);
  const [low, high] = domain;
  const least = Math.min(0, ...pieces.map((piece) => piece.chi));
  const greatest = Math.max(1, ...pieces.map((piece) => piece.chi));
  const span = Math.max(width - LEFT - RIGHT, 1);
  const x = (t: number): number => LEFT + ((Math.min(Math.max(t, low), high) - low) / (high - low)) * span;
  const y = (value: number): number => TOP + ((greatest - value) / (greatest - least)) * HEIGHT;
  const bottom = TOP + HEIGHT;
  const line = pieces
    .map((piece, i) => `${i === 0 ? "M" : "L"}${x(piece.from)} ${y(piece.chi)}H${x(piece.to)}`)
    .join("");
  const point = (event: JSX.TargetedPointerEvent<SVGSVGElement>): void => {
    if (event.type === "pointerdown") event.currentTarget.setPointerCapture(event.pointerId);
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const share = (event.clientX - event.currentTarget.getBoundingClientRect().left - LEFT) / span;
    const t = low + Math.min(Math.max(share, 0), 1) * (high - low);
    onThreshold(Number(t.toPrecision(3)));
  };
  return (
    <div class="euler-curve" ref={frame}>
      {width > 0 && (
        <svg
          width={width}
          height={bottom + AXIS}
          role="img"
          aria-label="Euler characteristic curve"
          onPointerDown={point}
          onPointerMove={point}
        >
          {ticksOf([least, greatest], 4)
            .filter(Number.isInteger)
            .map((value) => (
              <g key={value}>
                <line
                  class={value === 0 ? "grid zero" : "grid"}
                  x1={LEFT}
                  x2={LEFT + span}
                  y1={y(value)}
                  y2={y(value)}
                />
                <text class="tick-left" x={LEFT - 8} y={y(value)} dy="0.35em">
                  {formatValue(value).replace("-", "−")}
                </text>
              </g>
            ))}
          {ticksOf(domain).map((value) => (
            <text key={value} class="tick" x={x(value)} y={bottom + 16}>
              {formatValue(value).replace("-", "−")}
            </text>
          ))}
          <path class="euler-line" d={line} />
          <line class="merge-t" x1={x(threshold)} x2={x(threshold)} y1={TOP - 6} y2={bottom} />
          <circle class="euler-point" cx={x(threshold)} cy={y(chi)} r={5} />
          <text x={6} y={TOP + HEIGHT / 2} dy="0.35em">
            χ
          </text>
          <text x={width - 6} y={bottom} dy="0.35em">
            t
          </text>
        </svg>
      )}
    </div>
  );
}
