import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { useSlice } from "../../../ui/context";
import { short, ticksOf } from "../../../plots/shared/axis";
import type { Domain } from "../../../plots/shared/colour";
import { useSize } from "../../../plots/shared/canvas";
import { boxOf, curvePoints, pathThrough, regionBetween } from "./vectorPlots";

interface CurvePlotProps {
  /** Curve by curve. */
  readonly now: ArrayLike<number>;
  readonly before: ArrayLike<number>;
  readonly curves: number;
  /** One curve: that of the highlighted bar alone. */
  readonly lit: ArrayLike<number> | null;
  readonly range: Domain;
  /** A curve of whole numbers that keeps its value up to the next sample. */
  readonly stepped: boolean;
  readonly label: string;
  /** The entry under the pointer; null: none. */
  readonly onEntry: (entry: number | null) => void;
}

/** Sampled curves over f, with their values under the reference filtration. */
export function CurvePlot(props: CurvePlotProps): JSX.Element {
  const { now, before, curves, lit, range, stepped, label, onEntry } = props;
  const host = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(host);
  const size = useSlice(({ view }) => (view.present ? 20 : 12));
  const box = boxOf(width, height, size);
  const samples = now.length / curves;
  const highest = Math.max(...Array.from(now), ...Array.from(before)) || 1;
  const x = (value: number): number =>
    box.left + ((value - range[0]) / (range[1] - range[0])) * (box.right - box.left);
  const xOf = (sample: number): number => x(range[0] + (sample / (samples - 1)) * (range[1] - range[0]));
  const y = (value: number): number => box.bottom - (value / highest) * (box.bottom - box.top);
  const rows = Array.from({ length: curves }, (_, curve) => {
    const part = (vector: ArrayLike<number>) =>
      curvePoints(Array.from(vector).slice(curve * samples, (curve + 1) * samples), xOf, y, stepped);
    return { curve, now: part(now), before: part(before) };
  });
  const point = (event: PointerEvent & { readonly currentTarget: SVGSVGElement }): void => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    const along = ((event.clientX - left - box.left) / (box.right - box.left)) * (samples - 1);
    const sample = Math.min(Math.max(stepped ? Math.floor(along) : Math.round(along), 0), samples - 1);
    const away = (curve: number): number =>
      Math.abs(y(now[curve * samples + sample]!) - (event.clientY - top));
    const nearest = rows.reduce((best, { curve }) => (away(curve) < away(best) ? curve : best), 0);
    onEntry(nearest * samples + sample);
  };
  return (
    <div class="view vector-plot" ref={host} role="img" aria-label={label}>
      {width > 0 && (
        <svg
          width={width}
          height={height}
          aria-hidden="true"
          onPointerMove={point}
          onPointerLeave={() => onEntry(null)}
        >
          {ticksOf([0, highest], 3)
            .filter((tick) => !stepped || Number.isInteger(tick))
            .map((tick) => (
              <g key={tick}>
                <line class="grid" x1={box.left} x2={box.right} y1={y(tick)} y2={y(tick)} />
                <text class="tick-left" x={box.left - 5} y={y(tick)} dy="0.35em">
                  {short(tick)}
                </text>
              </g>
            ))}
          {ticksOf(range, 4).map((tick) => (
            <text key={tick} class="tick" x={x(tick)} y={height - 0.35 * size}>
              {short(tick)}
            </text>
          ))}
          {rows.map(({ curve, now, before }) => (
            <path key={curve} class="vector-moved" d={regionBetween(now, before)} />
          ))}
          {rows.map(({ curve, before }) => (
            <path key={curve} class="vector-ghost" d={pathThrough(before)} />
          ))}
          {rows.map(({ curve, now }) => (
            <path
              key={curve}
              class="vector-line"
              style={{ "--level": curve / Math.max(curves - 1, 1) }}
              d={pathThrough(now)}
            />
          ))}
          {lit && <path class="vector-lit" d={pathThrough(curvePoints(lit, xOf, y, stepped))} />}
        </svg>
      )}
    </div>
  );
}
