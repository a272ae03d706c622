import { line } from "d3-shape";
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { useSlice } from "../../../ui/context";
import { isLit } from "../../../domain/graph/graph";
import type { Bar, Highlight } from "../../../domain/graph/graph";
import { distanceTo, hatAtDistance } from "../../../domain/persistence/vectors";
import type { Hat } from "../../../domain/persistence/vectors";
import { formatMinus } from "../../../domain/text/values";
import { ticksOf } from "../../../plots/shared/axis";
import { useSize } from "../../../plots/shared/canvas";
import { boxOf } from "./vectorPlots";

const SAMPLES = 120;

interface HatCurveProps {
  readonly hat: Hat;
  readonly bars: readonly Bar[];
  readonly highlight: Highlight;
}

/** The value of the hat against the distance from its centre, with the two terms of its formula and the bars. */
export function HatCurve({ hat, bars, highlight }: HatCurveProps): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(host);
  const size = useSlice(({ view }) => (view.present ? 20 : 12));
  const radius = Math.abs(hat.radius);
  const points = bars.map((bar) => ({ bar, d: distanceTo(hat, { birth: bar.birth, death: bar.death! }) }));
  const reach = 1.05 * (Math.max(2 * radius, ...points.map(({ d }) => d)) || 1);
  const box = boxOf(width, height, size);
  // The first term is largest at the centre, the second one at the distance r.
  const [low, high] = [-1, 1];
  const x = (d: number): number => box.left + (d / reach) * (box.right - box.left);
  const y = (value: number): number => box.bottom - ((value - low) / (high - low)) * (box.bottom - box.top);
  const samples = Array.from({ length: SAMPLES + 1 }, (_, i) => (i / SAMPLES) * reach);
  // The corner at r is drawn exactly.
  const distances = [...samples, ...(radius < reach ? [radius] : [])].sort((a, b) => a - b);
  const pathOf = (value: (d: number) => number): string =>
    line<number>(
      (d) => x(d),
      (d) => y(value(d)),
    )(distances) ?? "";
  return (
    <div class="view loss-plot" ref={host} role="img" aria-label={describeHatCurve(hat)}>
      {width > 0 && (
        <svg width={width} height={height} aria-hidden="true">
          {[low, 0, high].map((tick) => (
            <g key={tick}>
              <line class="grid" x1={box.left} x2={box.right} y1={y(tick)} y2={y(tick)} />
              <text class="tick-left" x={box.left - 6} y={y(tick)} dy="0.35em">
                {tick}
              </text>
            </g>
          ))}
          {ticksOf([0, reach], 5).map((tick) => (
            <text key={tick} class="tick" x={x(tick)} y={height - 0.35 * size}>
              {tick}
            </text>
          ))}
          <path class="hat-contour" d={pathOf((d) => 1 / (1 + d))} />
          <path class="hat-contour negative" d={pathOf((d) => -1 / (1 + Math.abs(radius - d)))} />
          <path class="loss-line" d={pathOf((d) => hatAtDistance(radius, d))} />
          {points.map(({ bar, d }) => (
            <circle
              key={bar.id}
              class={isLit(bar, highlight) ? "hat-point is-lit" : "hat-point"}
              cx={x(d)}
              cy={y(hatAtDistance(radius, d))}
              r={isLit(bar, highlight) ? 7 : 4.5}
            />
          ))}
        </svg>
      )}
    </div>
  );
}

export function describeHatCurve({ radius }: Hat): string {
  const [top, bottom] = [0, Math.abs(radius)].map((d) => formatMinus(hatAtDistance(radius, d)));
  return `The value of the hat against the distance d from its centre: ${top} at 0, ${bottom} at r.`;
}
