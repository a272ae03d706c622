import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { formatShare } from "../../../domain/text/format";
import { formatValue } from "../../../domain/text/values";
import { ticksOf } from "../../../plots/shared/axis";
import { useSize } from "../../../plots/shared/size";
import { formatMean, UNITS } from "./words";
import type { Scale } from "./grids";
import type { Strip } from "./strip";

interface CellStripProps {
  readonly strips: readonly Strip[];
  readonly scale: Scale;
  readonly cell: string;
  readonly nameOf: (label: number) => string;
}

const LEFT = 12;
const RIGHT = 12;
const ROW = 42;
const NAME = 16;
const BOTTOM = 34;

/** Each graph of the compared classes as a point, by its number of bars in a cell. */
export function CellStrip({ strips, scale, cell, nameOf }: CellStripProps): JSX.Element {
  const frame = useRef<HTMLDivElement>(null);
  const { width } = useSize(frame);
  const most = Math.max(...strips.flatMap(({ points }) => points.map(({ bars }) => bars)), 1);
  const height = strips.length * ROW + BOTTOM;
  const x = (bars: number): number =>
    Math.round((LEFT + (bars / most) * Math.max(width - LEFT - RIGHT, 1)) * 10) / 10;
  const words = strips.map((strip) => wordsOf(strip, nameOf)).join("; ");
  return (
    <div
      class="cell-strip"
      ref={frame}
      role="img"
      aria-label={`Number of ${cell} in each graph. ${words}.`}
      style={{ height: `${height}px` }}
      data-picture
    >
      {width > 0 && (
        <svg width={width} height={height} aria-hidden="true">
          {ticksOf([0, most], 4).map((value) => (
            <g key={value}>
              <line class="grid" x1={x(value)} x2={x(value)} y1={0} y2={height - BOTTOM} />
              <text class="tick" x={x(value)} y={height - BOTTOM + 14}>
                {formatValue(value)}
              </text>
            </g>
          ))}
          <text class="tick" x={width / 2} y={height - 4}>
            bars in the cell, {UNITS[scale]}
          </text>
          {strips.map((strip, place) => {
            const top = place * ROW + NAME;
            const room = ROW - NAME - 6;
            return (
              <g key={strip.label} class={`class-${strip.label % 8}`}>
                <text class="cell-strip-name" x={LEFT} y={top - 4}>
                  {wordsOf(strip, nameOf)}
                </text>
                {strip.points.map(({ bars, across }, graph) => (
                  <circle
                    key={graph}
                    class="cell-strip-graph"
                    cx={x(bars)}
                    cy={Math.round((top + 2 + across * (room - 4)) * 10) / 10}
                    r={2.5}
                  />
                ))}
                <line
                  class="cell-strip-median"
                  x1={x(strip.median)}
                  x2={x(strip.median)}
                  y1={top - 2}
                  y2={top + room + 2}
                />
              </g>
            );
          })}
        </svg>
      )}
    </div>
  );
}

function wordsOf({ label, points, median, filled }: Strip, nameOf: (label: number) => string): string {
  const share = formatShare(filled / Math.max(points.length, 1));
  return `${nameOf(label)}: median ${formatMean(median)}, ${share} have any`;
}
