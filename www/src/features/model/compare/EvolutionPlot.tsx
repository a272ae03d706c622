import { line } from "d3-shape";
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { formatValue } from "../../../domain/text/values";
import { ticksOf } from "../../../plots/shared/axis";
import { useSize } from "../../../plots/shared/size";
import type { EpochPoint } from "./evolution";

/** A curve over the epochs. */
export interface Series {
  readonly name: string;
  readonly kind: "tau" | "metric" | "explained";
}

interface EvolutionPlotProps {
  readonly points: readonly EpochPoint[];
  readonly epochs: readonly number[];
  /** Those with values up to 1. */
  readonly series: readonly Series[];
  readonly label: string;
  /** The epoch in view; null: none of these. */
  readonly chosen: number | null;
}

const LEFT = 40;
const RIGHT = 10;
const TOP = 8;
const BOTTOM = 32;

/** The curves of a run over its epochs. */
export function EvolutionPlot({ points, epochs, series, label, chosen }: EvolutionPlotProps): JSX.Element {
  const frame = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(frame);
  const low = Math.min(0, ...points.map(({ tau }) => tau ?? 0));
  const domain: readonly [number, number] = [low < 0 ? -1 : 0, 1];
  const [first, last] = [epochs[0]!, epochs.at(-1)!];
  const x = (epoch: number): number =>
    LEFT + ((epoch - first) / Math.max(last - first, 1)) * Math.max(width - LEFT - RIGHT, 1);
  const y = (value: number): number =>
    height - BOTTOM - ((value - domain[0]) / (domain[1] - domain[0])) * Math.max(height - TOP - BOTTOM, 1);
  return (
    <div class="view evolution-plot" ref={frame} role="img" aria-label={label}>
      {width > 0 && (
        <svg width={width} height={height} aria-hidden="true">
          {ticksOf(domain, 3).map((value) => (
            <g key={value}>
              <line class="grid" x1={LEFT} x2={width - RIGHT} y1={y(value)} y2={y(value)} />
              <text x={LEFT - 6} y={y(value)} dy="0.35em" text-anchor="end">
                {formatValue(value)}
              </text>
            </g>
          ))}
          {[first, last].map((epoch, end) => (
            <text key={epoch} class="tick" x={x(epoch)} y={height - 16} text-anchor={end ? "end" : "start"}>
              {epoch}
            </text>
          ))}
          <text class="tick" x={(LEFT + width - RIGHT) / 2} y={height - 4}>
            epoch
          </text>
          {chosen !== null && (
            <line class="crosshair" x1={x(chosen)} x2={x(chosen)} y1={TOP} y2={height - BOTTOM} />
          )}
          {series.map(({ kind }) => {
            const known = points.flatMap((point): [number, number][] => {
              const value = point[kind];
              return value === null ? [] : [[x(point.epoch), y(value)]];
            });
            return (
              <g key={kind} class={`evolution-${kind}`}>
                <path d={line()(known) ?? ""} />
                {known.map(([cx, cy]) => (
                  <circle key={cx} cx={cx} cy={cy} r={2.5} />
                ))}
              </g>
            );
          })}
        </svg>
      )}
    </div>
  );
}
