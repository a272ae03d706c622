import type { JSX } from "preact";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { numbersOf } from "../../../../plots/shared/colour";
import type { Rgb } from "../../../../plots/shared/colour";
import diverging from "../../../../plots/shared/diverging.ts?built";
import { useSize } from "../../../../plots/shared/canvas";
import { newGesture } from "../../editor/useEdit";
import { ANGLES, SAMPLES, columnOf } from "./transform";
import type { Transform } from "./transform";

interface HeatMapProps {
  readonly transform: Transform;
  /** The direction of the cursor; null: none. */
  readonly degrees: number | null;
  readonly height: number;
  /** The description of the cursor. */
  readonly description: string;
  readonly onPick: (degrees: number, height: number, gesture: string) => void;
}

/** The margins of heat map and curve. */
export const LEFT = 40;
export const RIGHT = 20;
const TOP = 8;
const HEIGHT = 140;
const AXIS = 22;
/** The steps of the arrow keys, without and with Shift. */
const TURN = [1, 15] as const;
const RISE = [0.02, 0.2] as const;
const PALETTE: readonly Rgb[] = diverging.palette.map(numbersOf);
const MIDDLE = (PALETTE.length - 1) / 2;
/** More numbers are not listed one by one. */
const MAX_LISTED = 9;

/** The colour of χ: the scale has 0 in its middle. */
function colourOf(chi: number, { least, greatest }: Transform): Rgb {
  const most = Math.max(-least, greatest, 2);
  return PALETTE[Math.round(MIDDLE * (1 + chi / most))]!;
}

/** χ for each direction and each height: a column is the curve of one direction. */
export function HeatMap({ transform, degrees, height, description, onPick }: HeatMapProps): JSX.Element {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const gesture = useRef("");
  const { width } = useSize(frame);
  const span = Math.max(width - LEFT - RIGHT, 1);
  useLayoutEffect(() => {
    const pen = canvas.current!.getContext("2d")!;
    const image = pen.createImageData(ANGLES, SAMPLES);
    transform.values.forEach((chi, i) => {
      const [column, sample] = [Math.floor(i / SAMPLES), i % SAMPLES];
      image.data.set([...colourOf(chi, transform), 255], 4 * ((SAMPLES - 1 - sample) * ANGLES + column));
    });
    pen.putImageData(image, 0, 0);
  }, [transform]);

  const x = (angle: number): number => LEFT + ((angle / 360) * ANGLES + 0.5) * (span / ANGLES);
  const y = (t: number): number => TOP + ((1 - t) / 2) * HEIGHT;
  const point = (event: JSX.TargetedPointerEvent<HTMLDivElement>): void => {
    const box = event.currentTarget;
    if (event.type === "pointerdown") {
      box.setPointerCapture(event.pointerId);
      gesture.current ||= newGesture("direction");
    }
    if (!box.hasPointerCapture(event.pointerId)) return;
    const { left, top, width: wide, height: high } = box.getBoundingClientRect();
    const across = Math.min(Math.max((event.clientX - left) / wide, 0), 1);
    const up = 1 - 2 * Math.min(Math.max((event.clientY - top) / high, 0), 1);
    const angle = Math.round(360 * across - 180 / ANGLES);
    onPick(Math.min(Math.max(angle, 0), 359), Number(up.toFixed(2)), gesture.current);
  };
  const end = (): void => void (gesture.current = "");
  const keys = (event: KeyboardEvent): void => {
    const step = event.shiftKey ? 1 : 0;
    const [turn, rise] = ARROWS[event.key] ?? [0, 0];
    if (turn === 0 && rise === 0) return;
    event.preventDefault();
    gesture.current ||= newGesture("direction");
    const to = Math.min(Math.max(height + rise * RISE[step], -1), 1);
    onPick((degrees ?? 0) + turn * TURN[step], Number(to.toFixed(2)), gesture.current);
  };
  return (
    <div class="euler-map" ref={frame} style={{ height: TOP + HEIGHT + AXIS }}>
      <svg width={width} height={TOP + HEIGHT + AXIS} aria-hidden="true">
        {[-1, 0, 1].map((t) => (
          <text key={t} class="tick-left" x={LEFT - 8} y={y(t)} dy="0.35em">
            {String(t).replace("-", "−")}
          </text>
        ))}
        {[0, 90, 180, 270, 360].map((angle) => (
          <text key={angle} class="tick" x={x(angle)} y={TOP + HEIGHT + 16}>
            {angle}°
          </text>
        ))}
        <text x={6} y={y(0.5)} dy="0.35em">
          t
        </text>
      </svg>
      <div
        class="euler-cells"
        role="slider"
        tabIndex={0}
        aria-label="Direction and t: left and right turn the direction, up and down change t"
        aria-valuemin={0}
        aria-valuemax={359}
        aria-valuenow={degrees ?? 0}
        aria-valuetext={description}
        style={{ left: LEFT, top: TOP, width: span, height: HEIGHT }}
        onBlur={end}
        onPointerDown={point}
        onPointerMove={point}
        onPointerUp={end}
        onKeyDown={keys}
      >
        <canvas ref={canvas} width={ANGLES} height={SAMPLES} />
        {degrees !== null && (
          <>
            <span class="euler-across" style={{ top: y(height) - TOP }} />
            <span class="euler-up" style={{ left: x(angleShown(degrees)) - LEFT }} />
          </>
        )}
      </div>
    </div>
  );
}

/** The cursor is in the middle of a column. */
const angleShown = (degrees: number): number => (360 * columnOf(degrees)) / ANGLES;

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** The colours of the numbers that occur. */
export function ChiLegend({ transform }: { transform: Transform }): JSX.Element {
  const { least, greatest } = transform;
  const listed = useMemo(() => {
    const all = [...new Set(transform.values)].sort((a, b) => a - b);
    return all.length > MAX_LISTED ? [least, 0, greatest] : all;
  }, [transform, least, greatest]);
  return (
    <p class="euler-legend">
      χ
      {listed.map((chi) => (
        <span key={chi}>
          <i style={{ background: `rgb(${colourOf(chi, transform).join(" ")})` }} />
          {String(chi).replace("-", "−")}
        </span>
      ))}
    </p>
  );
}
