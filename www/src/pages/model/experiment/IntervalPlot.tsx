import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { METRICS } from "../../../domain/training/metric";
import { niceAbove } from "../../../plots/curves/CurvesView";
import { ticksOf } from "../../../plots/shared/axis";
import { useSize } from "../../../plots/shared/canvas";
import type { ComparedSettings } from "../../../protocol";

const RIGHT = 20;
const ROW = 24;
const BOTTOM = 22;

/** The mean of each setting with its 95 % interval, and the best constant prediction as a dashed line. */
export function IntervalPlot({ section }: { readonly section: ComparedSettings }): JSX.Element | null {
  const frame = useRef<HTMLDivElement>(null);
  const { width } = useSize(frame);
  const { settings, baseline, task } = section;
  const metric = METRICS[task];
  const ends = settings.flatMap(({ mean, interval }) => [mean, ...(interval ?? [])]);
  const values = [...ends, baseline].filter((value) => value !== null);
  if (values.length === 0) return null;
  const span = Math.max(...values) - Math.min(...values) || 0.1 * Math.abs(values[0]!) || 0.1;
  const low = Math.max(0, Math.min(...values) - 0.05 * span);
  const high =
    metric.most === null
      ? niceAbove(Math.max(...values))
      : Math.min(metric.most, Math.max(...values) + 0.05 * span);
  const left = Math.min(150, width / 3);
  const x = (value: number): number =>
    left + ((value - low) / (high - low)) * Math.max(width - left - RIGHT, 1);
  const height = ROW * settings.length + BOTTOM;
  const words = settings.map(({ label, mean, interval }) => {
    if (mean === null) return `${label}: no finished fold`;
    const range = interval && `, 95 % interval ${interval.map(metric.format).join(" to ")}`;
    return `${label}: ${metric.format(mean)}${range ?? ""}`;
  });
  const constant = baseline === null ? [] : [`Best constant prediction: ${metric.format(baseline)}`];
  return (
    <div
      class="view experiment-plot"
      ref={frame}
      role="img"
      aria-label={`Mean test ${metric.name} of each setting. ${[...words, ...constant].join(". ")}.`}
      style={{ height: `${height}px` }}
      data-picture
    >
      {width > 0 && (
        <svg width={width} height={height} aria-hidden="true">
          {ticksOf([low, high], 4).map((value) => (
            <g key={value}>
              <line class="grid" x1={x(value)} x2={x(value)} y1={0} y2={height - BOTTOM} />
              <text class="tick" x={x(value)} y={height - 6}>
                {metric.most === 1 ? `${Number((100 * value).toFixed(1))} %` : value}
              </text>
            </g>
          ))}
          {baseline !== null && (
            <line class="experiment-baseline" x1={x(baseline)} x2={x(baseline)} y1={0} y2={height - BOTTOM} />
          )}
          {settings.map(({ label, mean, interval }, row) => {
            const y = ROW * (row + 0.5);
            return (
              <g key={row}>
                <text class="experiment-label" x={left - 8} y={y} dy="0.35em" text-anchor="end">
                  {shortened(label, left)}
                </text>
                {interval && (
                  <path
                    class="experiment-interval"
                    d={`M${x(interval[0])} ${y - 4}v8m0 -4H${x(interval[1])}m0 -4v8`}
                  />
                )}
                {mean !== null && <circle class="experiment-mean" cx={x(mean)} cy={y} r={4.5} />}
              </g>
            );
          })}
        </svg>
      )}
    </div>
  );
}

/** A label that fits into this width; its beginning can be that of others, so its end stays. */
function shortened(label: string, width: number): string {
  const most = Math.max(6, Math.floor((width - 8) / 6.4));
  if (label.length <= most) return label;
  const end = Math.floor(most / 2);
  return `${label.slice(0, most - end - 1)}…${label.slice(-end)}`;
}
