import { line } from "d3-shape";
import type { JSX } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import { pointsOf } from "../../domain/curve";
import type { Curve as Steps, XY } from "../../domain/curve";
import type { EpochReport } from "../../protocol";
import { ticksOf } from "../shared/axis";
import { useSize } from "../shared/size";
import { thin } from "./thin";

export interface CurvesViewProps {
  /** By epoch, every step; see `domain/curve.ts`. */
  readonly loss: Steps;
  readonly accuracy: Steps;
  readonly epochs: readonly EpochReport[];
  /** The configured number of epochs: the right end of the axis. */
  readonly totalEpochs: number;
  /** What guessing the most frequent class gives, in [0, 1]. */
  readonly majorityShare?: number | undefined;
  /** Another run beside it: its share of correctly classified test graphs. */
  readonly rival?: { readonly name: string; readonly epochs: readonly EpochReport[] } | undefined;
}

/** Loss and accuracy over the epochs: every step faint, every epoch strong. */
export function CurvesView(props: CurvesViewProps): JSX.Element {
  const { loss, accuracy, epochs, totalEpochs, majorityShare, rival } = props;
  const [hover, setHover] = useState<number | null>(null);
  const losses = useMemo(() => pointsOf(loss), [loss]);
  const accuracies = useMemo(() => pointsOf(accuracy), [accuracy]);
  const highest = useMemo(
    () =>
      niceAbove(
        quantile(
          losses.map(([, value]) => value),
          0.98,
        ),
      ),
    [losses],
  );
  return (
    <div class="view curves-view">
      <Chart
        title="Loss"
        total={totalEpochs}
        range={[0, highest]}
        faint={losses}
        curves={[{ name: "train", points: epochs.map(({ epoch, trainLoss }) => [epoch, trainLoss]) }]}
        hover={hover}
        onHover={setHover}
      />
      <Chart
        title="Accuracy"
        total={totalEpochs}
        range={[0, 1]}
        percent
        faint={accuracies}
        curves={[
          { name: "train", points: epochs.map(({ epoch, trainAccuracy }) => [epoch, trainAccuracy]) },
          { name: "test", points: epochs.map(({ epoch, testAccuracy }) => [epoch, testAccuracy]) },
          ...(rival
            ? [
                {
                  name: rival.name,
                  points: rival.epochs.map(({ epoch, testAccuracy }): XY => [epoch, testAccuracy]),
                },
              ]
            : []),
        ]}
        {...(majorityShare === undefined ? {} : { level: { value: majorityShare, name: "guessing" } })}
        hover={hover}
        onHover={setHover}
      />
    </div>
  );
}

interface Curve {
  readonly name: string;
  readonly points: readonly XY[];
}

interface ChartProps {
  readonly title: string;
  readonly total: number;
  readonly range: readonly [number, number];
  readonly percent?: boolean;
  readonly faint: readonly XY[];
  readonly curves: readonly Curve[];
  readonly level?: { readonly value: number; readonly name: string };
  readonly hover: number | null;
  readonly onHover: (epoch: number | null) => void;
}

const LEFT = 48;
const RIGHT = 52;
const TOP = 22;
const BOTTOM = 20;

function Chart(props: ChartProps): JSX.Element {
  const { title, total, range, percent = false, faint, curves, level, hover, onHover } = props;
  const frame = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(frame);
  const x = (epoch: number): number =>
    LEFT + (epoch / Math.max(total, 1)) * Math.max(width - LEFT - RIGHT, 1);
  const y = (value: number): number => {
    const share = (Math.min(Math.max(value, range[0]), range[1]) - range[0]) / (range[1] - range[0] || 1);
    return height - BOTTOM - share * Math.max(height - TOP - BOTTOM, 1);
  };
  const text = (value: number): string => (percent ? `${(100 * value).toFixed(1)} %` : value.toFixed(3));
  const path = (points: readonly XY[]): string =>
    line<XY>(
      ([epoch]) => Number(x(epoch).toFixed(1)),
      ([, value]) => Number(y(value).toFixed(1)),
    )(points as XY[]) ?? "";
  const few = useMemo(() => thin(faint, Math.max(Math.floor(width / 4), 1)), [faint, width]);

  // A run that was saved and loaded starts after epoch 1.
  const first = curves[0]!.points[0]?.[0] ?? 1;
  const last = curves[0]!.points.at(-1)?.[0] ?? 0;
  const shown = hover === null || last === 0 ? null : Math.min(Math.max(Math.round(hover), first), last);
  const named = shown ?? last;
  const labels = spread(
    curves.flatMap(({ name, points }) => {
      const point = points[named - first];
      return point ? [{ name, value: point[1] }] : [];
    }),
    y,
  );
  const levelName =
    level && labels.reduce((at, label) => belowLabel(at, label.y), y(level.value) + LEVEL_NAME_DROP);
  return (
    <div
      class="chart"
      ref={frame}
      role="img"
      aria-label={`${title}. ${last === 0 ? "No epoch has ended yet." : `Epoch ${last}: ${curves.map(({ name, points }) => `${name} ${text(points.at(-1)![1])}`).join(", ")}.`}`}
      onPointerMove={(event) => {
        const left = event.currentTarget.getBoundingClientRect().left;
        onHover(((event.clientX - left - LEFT) / Math.max(width - LEFT - RIGHT, 1)) * total);
      }}
      onPointerLeave={() => onHover(null)}
    >
      {width > 0 && (
        <svg width={width} height={height} aria-hidden="true">
          <text class="chart-title" x={0} y={13}>
            {title}
          </text>
          {shown !== null && (
            <text class="chart-epoch" x={width} y={13} text-anchor="end">
              epoch {shown}
            </text>
          )}
          {ticksOf(range, 3).map((value) => (
            <g key={value}>
              <line class="grid" x1={LEFT} x2={width - RIGHT} y1={y(value)} y2={y(value)} />
              <text x={LEFT - 8} y={y(value)} dy="0.35em" text-anchor="end">
                {percent ? `${100 * value} %` : value}
              </text>
            </g>
          ))}
          {[0, total].map((epoch) => (
            <text key={epoch} class="tick" x={x(epoch)} y={height - 4}>
              {epoch}
            </text>
          ))}
          <text class="tick" x={x(total / 2)} y={height - 4}>
            epoch
          </text>
          {level && (
            <>
              <line class="level" x1={LEFT} x2={width - RIGHT} y1={y(level.value)} y2={y(level.value)} />
              <text class="level-name" x={width - RIGHT - 4} y={levelName} text-anchor="end">
                {level.name}
              </text>
            </>
          )}
          <path class="faint" d={path(few)} />
          {curves.map(({ name, points }) => (
            <g key={name} class={`curve ${classOf(name)}`}>
              <path d={path(thin(points, Math.max(Math.floor(width / 2), 1)))} />
              {points[named - first] && (
                <circle cx={x(points[named - first]![0])} cy={y(points[named - first]![1])} r={3} />
              )}
            </g>
          ))}
          {shown !== null && (
            <line class="crosshair" x1={x(shown)} x2={x(shown)} y1={TOP} y2={height - BOTTOM} />
          )}
          {labels.map(({ name, value, y }) => (
            <text
              key={name}
              class={classOf(name).replace("curve", "label")}
              x={(shown === null ? x(last) : width - RIGHT) + 7}
              y={y}
              dy="0.35em"
            >
              {curves.length > 1 && shown === null ? name : text(value)}
            </text>
          ))}
        </svg>
      )}
    </div>
  );
}

function classOf(name: string): string {
  return name === "train" || name === "test" ? `curve-${name}` : "curve-rival";
}

/** Labels one line apart at least. */
function spread<L extends { readonly value: number }>(
  labels: L[],
  y: (value: number) => number,
): (L & { y: number })[] {
  const placed = labels.map((label) => ({ ...label, y: y(label.value) })).sort((a, b) => a.y - b.y);
  for (let i = 1; i < placed.length; i++) placed[i]!.y = Math.max(placed[i]!.y, placed[i - 1]!.y + 14);
  return placed;
}

/** From its line down to the baseline of the level's name. */
const LEVEL_NAME_DROP = 13;

/** A baseline, or one below the label in the middle of its way. */
function belowLabel(baseline: number, label: number): number {
  const middle = baseline - 4;
  return Math.abs(label - middle) < 12 ? label + 16 : baseline;
}

function quantile(values: readonly number[], share: number): number {
  const finite = values.filter(Number.isFinite).sort((a, b) => a - b);
  return finite[Math.floor(share * (finite.length - 1))] ?? 1;
}

/** A round number not below the value. */
function niceAbove(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 1.5, 2, 3, 4, 5, 6, 8, 10].map((s) => s * power).find((s) => s >= value) ?? value;
}
