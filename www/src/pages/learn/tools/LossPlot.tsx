import { line } from "d3-shape";
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { useOwnId } from "../../../ui/context";
import type { LossCurve } from "../../../domain/persistence/slopes";
import { ticksOf } from "../../../plots/shared/axis";
import { useSize } from "../../../plots/shared/canvas";

interface LossPlotProps {
  readonly curve: LossCurve;
  /** The value of the vertex, and the slope of the tie rule there. */
  readonly value: number;
  readonly slope: number;
  readonly name: string;
  readonly label: string;
}

const LEFT = 40;
const RIGHT = 14;
const TOP = 34;
const BOTTOM = 22;
/** Half the length of the drawn slope, in pixels. */
const REACH = 38;

/** The loss against the value of one vertex, with the slope that the tie rule gives. */
export function LossPlot({ curve, value, slope, name, label }: LossPlotProps): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(host);
  const { values, losses } = curve;
  const range = [values[0]!, values.at(-1)!] as const;
  const clip = useOwnId();
  const highest = Math.max(...losses) || 1;
  const x = (v: number): number =>
    LEFT + ((v - range[0]) / (range[1] - range[0] || 1)) * Math.max(width - LEFT - RIGHT, 1);
  const y = (loss: number): number => height - BOTTOM - (loss / highest) * Math.max(height - TOP - BOTTOM, 1);
  const path = line<number>(
    (v) => x(v),
    (_, i) => y(losses[i]!),
  )(values as number[]);
  const [atX, atY] = [x(value), y(losses[values.indexOf(value)] ?? 0)];
  const [run, rise] = [x(range[0] + 1) - x(range[0]), y(slope) - y(0)];
  const long = REACH / Math.hypot(run, rise);
  return (
    <div class="view loss-plot" ref={host} role="img" aria-label={label}>
      {width > 0 && (
        <svg width={width} height={height} aria-hidden="true">
          <text x={0} y={14}>
            loss against f({name})
          </text>
          {ticksOf([0, highest], 3).map((tick) => (
            <g key={tick}>
              <line class="grid" x1={LEFT} x2={width - RIGHT} y1={y(tick)} y2={y(tick)} />
              <text class="tick-left" x={LEFT - 6} y={y(tick)} dy="0.35em">
                {tick}
              </text>
            </g>
          ))}
          {ticksOf(range, 5).map((tick) => (
            <text key={tick} class="tick" x={x(tick)} y={height - 6}>
              {tick}
            </text>
          ))}
          <clipPath id={clip}>
            <rect
              x={LEFT}
              y={TOP - 10}
              width={Math.max(width - LEFT - RIGHT, 0)}
              height={height - TOP - BOTTOM + 20}
            />
          </clipPath>
          <path class="loss-line" d={path ?? ""} />
          <path
            class="loss-slope"
            clip-path={`url(#${clip})`}
            d={`M${atX - long * run} ${atY - long * rise}L${atX + long * run} ${atY + long * rise}`}
          />
          <circle class="loss-here" cx={atX} cy={atY} r={5} />
        </svg>
      )}
    </div>
  );
}
