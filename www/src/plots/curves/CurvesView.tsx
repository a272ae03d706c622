import { line } from "d3-shape";
import type { JSX } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import { pointsOf } from "../../domain/training/curve";
import type { Curve as Steps, XY } from "../../domain/training/curve";
import type { Metric } from "../../domain/training/metric";
import type { EpochReport } from "../../protocol";
import { short, ticksOf } from "../shared/axis";
import { useSize } from "../shared/canvas";

export interface CurvesViewProps {
  /** Every step, with x in epochs; see `domain/training/curve.ts`. */
  readonly loss: Steps;
  readonly metric: Steps;
  readonly epochs: readonly EpochReport[];
  /** The configured number of epochs: the right end of the axis. */
  readonly totalEpochs: number;
  /** The metric of the best constant prediction. */
  readonly baseline?: number | undefined;
  /** The metric of the task of the run. */
  readonly measure: Metric;
  /** A second run and its test metric. */
  readonly rival?: { readonly name: string; readonly epochs: readonly EpochReport[] } | undefined;
  /** For a projector: text of 20 px. */
  readonly large?: boolean;
}

/** Loss and metric over the epochs: steps are faint, epochs are strong. */
export function CurvesView(props: CurvesViewProps): JSX.Element {
  const { loss, metric, measure, epochs, totalEpochs, baseline, rival, large = false } = props;
  const size = large ? 20 : 12;
  const [hover, setHover] = useState<number | null>(null);
  const losses = useMemo(() => pointsOf(loss), [loss]);
  const metrics = useMemo(() => pointsOf(metric), [metric]);
  const highest = useMemo(() => topOf(losses), [losses]);
  const most = useMemo(
    () =>
      measure.most ??
      Math.max(
        topOf(metrics),
        topOf(known(epochs, ({ testMetric }) => testMetric)),
        baseline === undefined ? 0 : niceAbove(baseline),
      ),
    [measure, metrics, epochs, baseline],
  );
  return (
    <div class="view curves-view">
      <Chart
        title="Loss"
        size={size}
        total={totalEpochs}
        range={[0, highest]}
        faint={losses}
        curves={[{ name: "train", points: known(epochs, ({ trainLoss }) => trainLoss) }]}
        hover={hover}
        onHover={setHover}
      />
      <Chart
        title={measure.title}
        size={size}
        total={totalEpochs}
        range={[0, most]}
        percent={measure.most === 1}
        faint={metrics}
        curves={[
          { name: "train", points: known(epochs, ({ trainMetric }) => trainMetric) },
          { name: "test", points: known(epochs, ({ testMetric }) => testMetric) },
          ...(rival
            ? [
                {
                  name: rival.name,
                  points: rival.epochs.map(({ epoch, testMetric }): XY => [epoch, testMetric]),
                },
              ]
            : []),
        ]}
        {...(baseline === undefined ? {} : { level: { value: baseline, name: measure.baseline } })}
        hover={hover}
        onHover={setHover}
      />
    </div>
  );
}

/** The top of an axis from 0: a few high values are cut off. */
const topOf = (points: readonly XY[]): number =>
  niceAbove(
    quantile(
      points.map(([, value]) => value),
      0.98,
    ),
  );

/** A point for each epoch with a value: a run log may have no loss, and a part of its split may be empty. */
function known(epochs: readonly EpochReport[], value: (report: EpochReport) => number): readonly XY[] {
  return epochs.map((report): XY => [report.epoch, value(report)]).filter(([, own]) => Number.isFinite(own));
}

interface Curve {
  readonly name: string;
  readonly points: readonly XY[];
}

interface ChartProps {
  readonly title: string;
  /** The text size. */
  readonly size: number;
  readonly total: number;
  readonly range: readonly [number, number];
  readonly percent?: boolean;
  readonly faint: readonly XY[];
  readonly curves: readonly Curve[];
  readonly level?: { readonly value: number; readonly name: string };
  readonly hover: number | null;
  readonly onHover: (epoch: number | null) => void;
}

/** Margins of the plot, from the text size and the length of the longest label. */
const marginsOf = (
  size: number,
  longest: number,
): Readonly<Record<"left" | "right" | "top" | "bottom", number>> => ({
  left: Math.max(4 * size, 0.6 * size * longest + 10),
  right: 4 * size + 4,
  top: size + 10,
  bottom: size + 8,
});

function Chart(props: ChartProps): JSX.Element {
  const { title, size, total, range, percent = false, faint, curves, level, hover, onHover } = props;
  const frame = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(frame);
  const ticks = ticksOf(range, 3).map((value) => ({
    value,
    name: percent ? `${100 * value} %` : short(value),
  }));
  const { left, right, top, bottom } = marginsOf(size, Math.max(...ticks.map(({ name }) => name.length)));
  const x = (epoch: number): number =>
    left + (epoch / Math.max(total, 1)) * Math.max(width - left - right, 1);
  const y = (value: number): number => {
    const share = (Math.min(Math.max(value, range[0]), range[1]) - range[0]) / (range[1] - range[0] || 1);
    return height - bottom - share * Math.max(height - top - bottom, 1);
  };
  const text = (value: number): string =>
    percent
      ? `${(100 * value).toFixed(1)} %`
      : value < 0.001
        ? short(Number(value.toPrecision(2)))
        : value.toFixed(3);
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
      const point = pointAt(points, named);
      return point ? [{ name, value: point[1] }] : [];
    }),
    y,
    size + 2,
  );
  const levelName =
    level && labels.reduce((at, label) => belowLabel(at, label.y, size), y(level.value) + size + 1);
  return (
    <div
      class="chart"
      ref={frame}
      role="img"
      aria-label={`${title}. ${last === 0 ? "No epoch is complete yet." : `Epoch ${last}: ${curves.flatMap(({ name, points }) => (points.length > 0 ? [`${name} ${text(points.at(-1)![1])}`] : [])).join(", ")}.`}`}
      onPointerMove={(event) => {
        const from = event.currentTarget.getBoundingClientRect().left + left;
        onHover(((event.clientX - from) / Math.max(width - left - right, 1)) * total);
      }}
      onPointerLeave={() => onHover(null)}
    >
      {width > 0 && (
        <svg width={width} height={height} aria-hidden="true">
          <text class="chart-title" x={0} y={size + 1}>
            {title}
          </text>
          {shown !== null && (
            <text class="chart-epoch" x={width} y={size + 1} text-anchor="end">
              epoch {shown}
            </text>
          )}
          {ticks.map(({ value, name }) => (
            <g key={value}>
              <line class="grid" x1={left} x2={width - right} y1={y(value)} y2={y(value)} />
              <text x={left - 8} y={y(value)} dy="0.35em" text-anchor="end">
                {name}
              </text>
            </g>
          ))}
          {[0, total].map((epoch) => (
            <text key={epoch} class="tick" x={x(epoch)} y={height - 4}>
              {epoch}
            </text>
          ))}
          {width > 18 * size && (
            <text class="tick" x={x(total / 2)} y={height - 4}>
              epoch
            </text>
          )}
          {level && (
            <>
              <line class="level" x1={left} x2={width - right} y1={y(level.value)} y2={y(level.value)} />
              <text class="level-name" x={width - right - 4} y={levelName} text-anchor="end">
                {level.name}
              </text>
            </>
          )}
          <path class="faint" d={path(few)} />
          {curves.map(({ name, points }) => (
            <g key={name} class={`curve ${classOf(name)}`}>
              <path d={path(thin(points, Math.max(Math.floor(width / 2), 1)))} />
              {pointAt(points, named) && (
                <circle cx={x(pointAt(points, named)![0])} cy={y(pointAt(points, named)![1])} r={3} />
              )}
            </g>
          ))}
          {shown !== null && (
            <line class="crosshair" x1={x(shown)} x2={x(shown)} y1={top} y2={height - bottom} />
          )}
          {labels.map(({ name, value, y }) => (
            <text
              key={name}
              class={classOf(name).replace("curve", "label")}
              x={(shown === null ? x(last) : width - right) + 7}
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

/** The point of an epoch. Every epoch of a run has one, but not of a run log. */
function pointAt(points: readonly XY[], epoch: number): XY | undefined {
  return points.findLast(([at]) => at <= epoch);
}

/** The minimal distance of labels. */
function spread<L extends { readonly value: number }>(
  labels: L[],
  y: (value: number) => number,
  least: number,
): (L & { y: number })[] {
  const placed = labels.map((label) => ({ ...label, y: y(label.value) })).sort((a, b) => a.y - b.y);
  for (let i = 1; i < placed.length; i++) placed[i]!.y = Math.max(placed[i]!.y, placed[i - 1]!.y + least);
  return placed;
}

/** A baseline, or one below the label in the middle of the path. */
function belowLabel(baseline: number, label: number, size: number): number {
  const middle = baseline - size / 3;
  return Math.abs(label - middle) < size ? label + size + 4 : baseline;
}

/** At most two points per pixel: the lowest and the highest of each. */
export function thin(points: readonly XY[], pixels: number): readonly XY[] {
  const size = Math.ceil(points.length / pixels);
  if (size <= 2) return points;
  const kept: XY[] = [];
  for (let i = 0; i < points.length; i += size) {
    const bin = points.slice(i, i + size);
    const low = bin.reduce((a, b) => (b[1] < a[1] ? b : a));
    const high = bin.reduce((a, b) => (b[1] > a[1] ? b : a));
    kept.push(...(low[0] <= high[0] ? [low, high] : [high, low]));
  }
  return kept;
}

// The vertical axis of curves.

/** The quantile of the finite values, rounded up to one of them: few values keep their maximum. */
export function quantile(values: readonly number[], share: number): number {
  const finite = values.filter(Number.isFinite).sort((a, b) => a - b);
  return finite[Math.ceil(share * (finite.length - 1))] ?? 1;
}

/** A round number not below the value. */
export function niceAbove(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 1.5, 2, 3, 4, 5, 6, 8, 10].map((s) => s * power).find((s) => s >= value) ?? value;
}
