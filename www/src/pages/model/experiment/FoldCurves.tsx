import { line } from "d3-shape";
import type { RunFile } from "../../../domain/training/folds";
import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { plural } from "../../../domain/text/format";
import { metricOfFile } from "../../../domain/training/folds";
import { niceAbove, quantile } from "../../../plots/curves/CurvesView";
import { ticksOf } from "../../../plots/shared/axis";
import { useSize } from "../../../plots/shared/canvas";
import { curvesOf, meanCurve, testMetric, trainLoss, trainMetric } from "./summary";
import type { CurveOf } from "./summary";

const LEFT = 44;
const RIGHT = 10;
const TOP = 24;
const BOTTOM = 20;

interface FoldCurvesProps {
  readonly file: RunFile;
  /** The highlighted fold; null: none. */
  readonly chosen: number | null;
}

/** The learning curves of all folds: thin lines, and a bold line for their mean. */
export function FoldCurves(props: FoldCurvesProps): JSX.Element {
  const measure = metricOfFile(props.file);
  return (
    <div class="fold-charts" data-picture>
      <Chart {...props} title="Training loss" of={trainLoss} most={null} format={(loss) => loss.toFixed(3)} />
      <Chart
        {...props}
        title={`Test ${measure.name}`}
        of={testMetric}
        beside={trainMetric}
        most={measure.most}
        format={measure.format}
      />
    </div>
  );
}

interface ChartProps extends FoldCurvesProps {
  readonly title: string;
  readonly of: CurveOf;
  /** The training curve, of which only the mean is shown. */
  readonly beside?: CurveOf;
  /** The end of the axis; null: it depends on the curves. */
  readonly most: number | null;
  readonly format: (value: number) => string;
}

function Chart({ file, chosen, title, of, beside, most: end, format }: ChartProps): JSX.Element {
  const frame = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(frame);
  const [pointed, setPointed] = useState<number | null>(null);
  const curves = curvesOf(file);
  const { epochs } = file.config;
  const mean = meanCurve(file.folds, of);
  const training = beside ? meanCurve(file.folds, beside) : [];
  const own = curves.find(({ fold }) => fold === chosen)?.epochs.map(of) ?? [];
  // The first epochs can have losses that compress the rest of the plot: the top cuts them off.
  const most =
    end ??
    niceAbove(
      quantile(
        curves.flatMap((one) => one.epochs.map(of)),
        0.95,
      ),
    );
  const x = (epoch: number): number =>
    LEFT + (epochs === 1 ? 0.5 : (epoch - 1) / (epochs - 1)) * Math.max(width - LEFT - RIGHT, 1);
  const y = (value: number): number =>
    height - BOTTOM - (Math.min(value, most) / most) * Math.max(height - TOP - BOTTOM, 1);
  const path = (values: readonly number[]): string =>
    line<number>(
      (_, at) => Number(x(at + 1).toFixed(1)),
      (value) => Number(y(value).toFixed(1)),
    )(values as number[]) ?? "";
  const last = Math.max(mean.length, own.length);
  const shown = pointed === null ? last : Math.min(Math.max(pointed, 1), last);
  const named: readonly (readonly [string, readonly number[]])[] = [
    ["mean", mean],
    ["training", training],
    [`fold ${chosen}`, own],
  ];
  const texts = named.flatMap(([name, values]) => {
    const value = values[shown - 1];
    return value === undefined ? [] : [`${name} ${format(value)}`];
  });
  const words = texts.length === 0 ? "" : `Epoch ${shown}: ${texts.join(", ")}`;
  return (
    <div class="fold-chart">
      <div
        class="view fold-plot"
        ref={frame}
        role="img"
        aria-label={`${title} of ${plural(curves.length, "fold", "folds")} over ${plural(epochs, "epoch", "epochs")}. ${words}`}
        onPointerMove={(event) => {
          const at = event.clientX - event.currentTarget.getBoundingClientRect().left - LEFT;
          setPointed(Math.round(1 + (at / Math.max(width - LEFT - RIGHT, 1)) * (epochs - 1)));
        }}
        onPointerLeave={() => setPointed(null)}
      >
        {width > 0 && (
          <svg width={width} height={height} aria-hidden="true">
            <text class="chart-title" x={0} y={13}>
              {title}
            </text>
            {ticksOf([0, most], 3).map((value) => (
              <g key={value}>
                <line class="grid" x1={LEFT} x2={width - RIGHT} y1={y(value)} y2={y(value)} />
                <text x={LEFT - 6} y={y(value)} dy="0.35em" text-anchor="end">
                  {end === 1 ? `${100 * value} %` : value}
                </text>
              </g>
            ))}
            {[...new Set([1, epochs])].map((epoch) => (
              <text key={epoch} class="tick" x={x(epoch)} y={height - 4}>
                {epoch}
              </text>
            ))}
            {epochs > 2 && (
              <text class="tick" x={(x(1) + x(epochs)) / 2} y={height - 4}>
                epoch
              </text>
            )}
            {curves.map(({ fold, finished, epochs: run }) => (
              <path key={fold} class={`fold-curve${finished ? "" : " fold-begun"}`} d={path(run.map(of))} />
            ))}
            <path class="fold-training" d={path(training)} />
            <path class="fold-mean" d={path(mean)} />
            <path class="fold-chosen" d={path(own)} />
            {pointed !== null && last > 0 && (
              <line class="crosshair" x1={x(shown)} x2={x(shown)} y1={TOP} y2={height - BOTTOM} />
            )}
          </svg>
        )}
      </div>
      <p class="fold-sentence number">{words}</p>
    </div>
  );
}
