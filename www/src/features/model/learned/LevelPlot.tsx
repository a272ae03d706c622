import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { formatValue } from "../../../domain/text/values";
import { formatCount } from "../../../domain/text/format";
import { ticksOf } from "../../../plots/shared/axis";
import { useSize } from "../../../plots/shared/size";
import { SeriesMarks } from "./SeriesMarks";
import { domainOf, verticesAt } from "./levels";
import type { Level } from "./levels";
import type { Picture } from "./picture";

interface LevelPlotProps extends Picture {
  /** Text of the picture for screen readers. */
  readonly label: string;
  readonly others: string;
  /** Levels of a fixed filter beside f; null: none. */
  readonly fixed: readonly Level[] | null;
  /** Whether the axis of f covers only the occurring values. */
  readonly fit: boolean;
}

const LEFT = 48;
const TOP = 10;
const BOTTOM = 40;
/** Space for the names of series on the right. */
const NAMES = 84;
const RIGHT = 8;
const WIDEST = 44;
const LETTER = 7.5;

/** f against the levels of a quantity. */
export function LevelPlot(props: LevelPlotProps): JSX.Element {
  const { label, axis, columns, levels, series, ordered, others, fixed, fit } = props;
  const frame = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(frame);
  const [pointed, setPointed] = useState<number | null>(null);
  const right = width - (series ? NAMES : RIGHT);
  const column = Math.max(right - LEFT, 1) / Math.max(columns.length, 1);
  const x = (place: number): number => LEFT + (place + 0.5) * column;
  const domain = domainOf([...levels, ...(fixed ?? [])], fit);
  const bottom = height - BOTTOM;
  const y = (value: number): number =>
    bottom - ((value - domain[0]) / (domain[1] - domain[0])) * Math.max(bottom - TOP, 1);
  const longest = Math.max(...columns.map((text) => text.length), 1);
  const every = Math.max(1, Math.ceil((longest * LETTER + 6) / column));
  const pointedLevel = pointed === null ? null : (levels[pointed] ?? null);
  return (
    <div
      class="level-plot view"
      ref={frame}
      role="img"
      aria-label={label}
      onPointerMove={(event) => {
        const place = Math.floor(
          (event.clientX - event.currentTarget.getBoundingClientRect().left - LEFT) / column,
        );
        setPointed(!series && place >= 0 && place < columns.length ? place : null);
      }}
      onPointerLeave={() => setPointed(null)}
    >
      {width > 0 && (
        <svg width={width} height={height} aria-hidden="true">
          {ticksOf(domain).map((value) => (
            <g key={value}>
              <line class="grid" x1={LEFT} x2={right} y1={y(value)} y2={y(value)} />
              <text x={LEFT - 6} y={y(value)} dy="0.35em" text-anchor="end">
                {formatValue(value)}
              </text>
            </g>
          ))}
          <text class="axis-name" x={12} y={(TOP + bottom) / 2} dy="0.35em">
            f
          </text>
          {columns.map(
            (text, place) =>
              place % every === 0 && (
                <text key={place} class="tick" x={x(place)} y={bottom + 16}>
                  {text}
                </text>
              ),
          )}
          <text class="tick level-axis" x={(LEFT + right) / 2} y={height - 5}>
            {axis}
          </text>
          {series ? (
            <SeriesMarks
              series={series}
              joined={ordered}
              x={x}
              y={y}
              column={column}
              namesAt={right + 6}
              lowest={bottom + 20}
            />
          ) : (
            <>
              <LevelMarks levels={levels} x={x} y={y} column={column} />
              {fixed && <FixedMarks levels={fixed} x={x} y={y} column={column} />}
            </>
          )}
        </svg>
      )}
      {pointedLevel && (
        <div class="tip" style={{ left: `${Math.max(0, Math.min(x(pointed!) - 110, width - 240))}px` }}>
          {columns[pointed!]}: {means(pointedLevel.means[0])} training ({formatCount(pointedLevel.counts[0])}
          ), {means(pointedLevel.means[1])} {others} ({formatCount(pointedLevel.counts[1])})
          {fixed && `; fixed filter ${means(fixed[pointed!]?.means[0] ?? null)} training`}
        </div>
      )}
    </div>
  );
}

const means = (mean: number | null): string => (mean === null ? "–" : formatValue(mean));

interface LevelMarksProps {
  readonly levels: readonly Level[];
  readonly x: (place: number) => number;
  readonly y: (value: number) => number;
  readonly column: number;
}

/**
 * The middle of f in all graphs, its mean in the training graphs, and in the others. The width of a mark grows with the
 * number of vertices.
 */
function LevelMarks({ levels, x, y, column }: LevelMarksProps): JSX.Element {
  const most = Math.max(...levels.map(verticesAt), 1);
  const widest = Math.min(column * 0.9, WIDEST);
  return (
    <>
      {levels.map((level, place) => {
        const half = Math.max((widest / 2) * Math.sqrt(verticesAt(level) / most), Math.min(2, widest / 2));
        const [training, others] = level.means;
        const at = x(place);
        const [low, high] = level.band;
        // The line is visible on both sides of the circle.
        const arm = Math.max(half, Math.min(8, widest / 2));
        return (
          <g key={place}>
            <rect
              class="level-band"
              x={at - half}
              y={y(high)}
              width={2 * half}
              height={Math.max(y(low) - y(high), 1)}
            />
            {training !== null && (
              <line class="level-training" x1={at - arm} x2={at + arm} y1={y(training)} y2={y(training)} />
            )}
            {others !== null && (
              <circle
                class="level-others"
                cx={at}
                cy={y(others)}
                r={Math.min(3.5, Math.max(column / 3, 1.5))}
              />
            )}
          </g>
        );
      })}
    </>
  );
}

/** The mean of a fixed filter in the training graphs. */
function FixedMarks({ levels, x, y, column }: LevelMarksProps): JSX.Element {
  const half = Math.min(4.5, Math.max(column / 3, 2));
  return (
    <>
      {levels.map(({ means: [training] }, place) =>
        training === null ? null : (
          <path
            key={place}
            class="level-fixed"
            d={`M${x(place)} ${y(training) - half}l${half} ${half}l${-half} ${half}l${-half} ${-half}z`}
          />
        ),
      )}
    </>
  );
}
