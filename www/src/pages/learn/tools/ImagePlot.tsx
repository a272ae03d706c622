import type { JSX } from "preact";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { useSlice } from "../../../ui/context";
import type { Bar } from "../../../domain/graph/graph";
import { short, ticksOf } from "../../../plots/shared/axis";
import { PALETTE_RGB, stepOf, VIRIDIS_GRADIENT } from "../../../plots/shared/colour";
import type { Domain } from "../../../plots/shared/colour";
import { useSize } from "../../../plots/shared/canvas";
import { formatThree } from "./describeVectors";
import { boxOf, outlineOf } from "./vectorPlots";

interface ImagePlotProps {
  /** Row by row, the first row at the bottom. */
  readonly now: ArrayLike<number>;
  readonly before: ArrayLike<number>;
  readonly pixels: number;
  readonly range: Domain;
  /** The bars now and under the reference filtration; `end`: the death of essential bars. */
  readonly bars: readonly Bar[];
  readonly barsBefore: readonly Bar[];
  readonly end: number;
  /** The highlighted bar. */
  readonly lit: Bar | null;
  readonly label: string;
  /** The entry under the pointer; null: none. */
  readonly onEntry: (entry: number | null) => void;
}

/** Pixels that change by this share of the largest value have an outline. */
const VISIBLE = 0.05;

/** A persistence image, births to the right and lengths upwards. */
export function ImagePlot(props: ImagePlotProps): JSX.Element {
  const { now, before, pixels, range, bars, barsBefore, end, lit, label, onEntry } = props;
  const host = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height } = useSize(host);
  const size = useSlice(({ view }) => (view.present ? 20 : 12));
  const box = boxOf(width, height, size);
  const [across, down] = [box.right - box.left, Math.max(box.bottom - box.top, 1)];
  const highest = Math.max(...Array.from(now), ...Array.from(before)) || 1;
  const outline = useMemo(() => {
    const changed = Array.from(now, (value, i) => Math.abs(value - before[i]!) > VISIBLE * highest);
    return outlineOf(changed, pixels);
  }, [now, before, pixels, highest]);
  useLayoutEffect(() => {
    const pen = canvas.current!.getContext("2d")!;
    const drawn = pen.createImageData(pixels, pixels);
    Array.from(now).forEach((value, i) => {
      const row = pixels - 1 - Math.floor(i / pixels);
      const [red, green, blue] = PALETTE_RGB[stepOf(value, [0, highest])]!;
      drawn.data.set([red, green, blue, 255], 4 * (row * pixels + (i % pixels)));
    });
    pen.putImageData(drawn, 0, 0);
  }, [now, pixels, highest]);
  // A sample is at the centre of its pixel.
  const share = (part: number): number => (part * (pixels - 1) + 0.5) / pixels;
  const span = range[1] - range[0];
  const x = (birth: number): number => box.left + share((birth - range[0]) / span) * across;
  const y = (length: number): number => box.bottom - share(length / span) * down;
  const point = (event: PointerEvent & { readonly currentTarget: SVGSVGElement }): void => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    const column = Math.floor(((event.clientX - left - box.left) / across) * pixels);
    const row = Math.floor(((box.bottom - (event.clientY - top)) / down) * pixels);
    const isIn = [column, row].every((at) => at >= 0 && at < pixels);
    onEntry(isIn ? row * pixels + column : null);
  };
  const points = (of: readonly Bar[], name: string): JSX.Element[] =>
    of.map(({ id, birth, death }) => (
      <circle
        key={id}
        class={id === lit?.id ? `${name} lit` : name}
        cx={x(birth)}
        cy={y(Math.abs((death ?? end) - birth))}
        r={size / 4}
      />
    ));
  return (
    <div class="view vector-plot" role="img" aria-label={label}>
      <p
        class="vector-legend"
        style={{ margin: `0 ${width - box.right}px 0 ${box.left}px` }}
        aria-hidden="true"
      >
        <span>0</span>
        <span class="vector-ramp" style={{ background: VIRIDIS_GRADIENT }} />
        <span>{formatThree(highest)}</span>
      </p>
      <div class="vector-pixels" ref={host}>
        <canvas
          ref={canvas}
          width={pixels}
          height={pixels}
          style={{ left: `${box.left}px`, top: `${box.top}px`, width: `${across}px`, height: `${down}px` }}
        />
        {width > 0 && (
          <svg
            width={width}
            height={height}
            aria-hidden="true"
            onPointerMove={point}
            onPointerLeave={() => onEntry(null)}
          >
            {ticksOf([0, span], 3).map((tick) => (
              <text key={tick} class="tick-left" x={box.left - 5} y={y(tick)} dy="0.35em">
                {short(tick)}
              </text>
            ))}
            {ticksOf(range, 4).map((tick) => (
              <text key={tick} class="tick" x={x(tick)} y={height - 0.35 * size}>
                {short(tick)}
              </text>
            ))}
            <g transform={`translate(${box.left} ${box.top}) scale(${across / pixels} ${down / pixels})`}>
              <path class="vector-outline under" d={outline} />
              <path class="vector-outline" d={outline} />
            </g>
            {points(barsBefore, "vector-point ghost")}
            {points(bars, "vector-point")}
          </svg>
        )}
      </div>
    </div>
  );
}
