import type { JSX } from "preact";
import { useAct, useSlice } from "../../../ui/context";
import { plural } from "../../../domain/text/format";
import { metricOf, metricText } from "../../../domain/training/metric";
import { nameOfOthers } from "../learned/association";
import { nameOfQuantity } from "../learned/quantities";
import { evolutionWords, MAX_EPOCHS, sampledEpochs, shareCell, tauCell, useEvolution } from "./evolution";
import type { EpochPoint, Evolution as Computed } from "./evolution";
import { line } from "d3-shape";
import { useRef } from "preact/hooks";
import { formatValue } from "../../../domain/text/values";
import { ticksOf } from "../../../plots/shared/axis";
import { useSize } from "../../../plots/shared/canvas";

/** The filter and the predictions of the run over its epochs, for all graphs. Computed on request. */
export function Evolution(): JSX.Element | null {
  const snapshots = useSlice(({ run }) => run?.snapshots);
  const { evolution, start, cancel } = useEvolution();
  if (!snapshots || snapshots.length < 3) return null;
  const epochs = sampledEpochs(snapshots, MAX_EPOCHS);
  const running = evolution?.running ?? false;
  return (
    <section class="evolution" aria-label="Evolution over the epochs" data-picture>
      <h3 class="fail-heading">Evolution over the epochs, all graphs</h3>
      <p class="evolution-actions" data-unpictured>
        <button type="button" class="button" onClick={() => (running ? cancel() : start(epochs))}>
          {running ? "Cancel" : `Evaluate ${plural(epochs.length, "epoch", "epochs")}`}
        </button>
        <span role="status">
          {running && `${evolution!.points.length} of ${evolution!.epochs.length} epochs`}
        </span>
      </p>
      {evolution?.error && (
        <p class="model-hint" role="alert">
          {evolution.error}
        </p>
      )}
      {evolution && evolution.points.length > 0 && <Curves {...evolution} />}
    </section>
  );
}

function Curves({ points, epochs, quantity, running }: Computed): JSX.Element {
  const act = useAct();
  const inView = useSlice(({ view }) => view.epoch);
  const rows = useSlice(({ data }) => data?.rows);
  const measure = useSlice(({ run }) => metricOf(run?.summary));
  const last = epochs.at(-1)!;
  const most = Math.max(...points.map(({ graphs }) => graphs));
  const series: readonly Series[] = [
    { kind: "tau", name: `mean τ to epoch ${last}` },
    { kind: "metric", name: `test ${measure.name}` },
    ...(quantity
      ? [
          {
            kind: "explained",
            name: `η² of the ${nameOfQuantity(quantity)}, ${nameOfOthers(rows ?? [])}`,
          } as const,
        ]
      : []),
  ];
  // An error has another axis, so only the table has it.
  const drawn = series.filter(({ kind }) => kind !== "metric" || measure.most === 1);
  const text = running ? "" : evolutionWords(points);
  return (
    <>
      <EvolutionPlot
        points={points}
        epochs={epochs}
        series={drawn}
        label={`${drawn.map(({ name }) => name).join(", ")} over the epochs. ${text}`}
        chosen={inView !== null && points.some(({ epoch }) => epoch === inView) ? inView : null}
      />
      <p class="level-key evolution-key">
        {drawn.map(({ kind, name }) => (
          <span key={kind} class={`key-${kind}`}>
            {name}
          </span>
        ))}
      </p>
      <p>{text}</p>
      <div class="table-scroll evolution-table" data-unpictured>
        <table>
          <thead>
            <tr>
              <th scope="col">Epoch</th>
              {series.map(({ kind, name }) => (
                <th key={kind} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.map((point) => (
              <tr key={point.epoch}>
                <th scope="row">
                  <button
                    type="button"
                    class="evolution-epoch"
                    aria-pressed={inView === point.epoch}
                    title={`Show the weights of epoch ${point.epoch}`}
                    onClick={() => act({ type: "view", change: { epoch: point.epoch } })}
                  >
                    {point.epoch}
                  </button>
                </th>
                <td>{tauCell(point, most)}</td>
                <td>{metricText(measure, point.metric)}</td>
                {quantity && <td>{shareCell(point.explained)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** A curve over the epochs. */
interface Series {
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
function EvolutionPlot({ points, epochs, series, label, chosen }: EvolutionPlotProps): JSX.Element {
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
