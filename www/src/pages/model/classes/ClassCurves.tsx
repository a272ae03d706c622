import { area, line } from "d3-shape";
import type { JSX } from "preact";
import { useMemo, useRef } from "preact/hooks";
import { formatValue } from "../../../domain/text/values";
import { fAxis, ticksOf } from "../../../plots/shared/axis";
import { useSize } from "../../../plots/shared/canvas";
import type { ClassBars } from "../../../protocol";
import { curveOf, pointsOf, ticksAlong } from "./grids";
import type { Aspect, CellMiddle } from "./grids";
import { describePoint, UNITS } from "./words";

interface ClassCurvesProps {
  readonly bars: ClassBars;
  readonly aspect: Aspect;
  /** The compared classes, drawn with bands. The others are thin lines. */
  readonly compared: readonly number[];
  readonly nameOf: (label: number) => string;
  /** Index of the value of t under the pointer. */
  readonly point: number | null;
  readonly onPoint: (point: number | null) => void;
}

const INSETS = [34, 10] as const;
const TOP = 24;
const BOTTOM = 22;
/** Narrower plots omit the unit, which the switch above repeats. */
const NARROW = 210;

/** β₀ and β₁ of the classes along a shared t axis. */
export function ClassCurves(props: ClassCurvesProps): JSX.Element {
  const { bars, aspect, compared, nameOf, point, onPoint } = props;
  const last = bars.sizes[0] - 1;
  const move = (event: KeyboardEvent): void => {
    const at = point ?? Math.round(last / 2);
    const target = {
      ArrowLeft: at - 1,
      ArrowDown: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at + 1,
      PageDown: at - 10,
      PageUp: at + 10,
      Home: 0,
      End: last,
    }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    onPoint(Math.min(Math.max(target, 0), last));
  };
  const spoken = point ?? Math.round(last / 2);
  return (
    <div
      class="class-curves"
      role="slider"
      tabIndex={0}
      aria-label="Betti curves, t"
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={spoken}
      aria-valuetext={describePoint(bars, aspect, compared, spoken, nameOf)}
      onKeyDown={move}
      onFocus={(event) => event.currentTarget.matches(":focus-visible") && onPoint(spoken)}
      onBlur={() => onPoint(null)}
      onPointerLeave={() => onPoint(null)}
    >
      <Curves {...props} dimension={0} />
      <Curves {...props} dimension={1} />
    </div>
  );
}

function Curves(props: ClassCurvesProps & { readonly dimension: 0 | 1 }): JSX.Element {
  const { bars, aspect, compared, dimension, point, onPoint } = props;
  const frame = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(frame);
  const { range } = bars;
  const axis = fAxis(width, range, [...INSETS]);
  const points = useMemo(() => pointsOf(bars), [bars]);
  const curves = useMemo(
    () => Array.from(bars.graphs, (_, label) => curveOf(bars, aspect, label, dimension)),
    [bars, aspect.direction, aspect.scale, dimension],
  );
  const highest = Math.max(
    ...curves.flatMap((curve, label) =>
      curve.map(({ median, high }) => (compared.includes(label) ? high : median)),
    ),
    1,
  );
  const bottom = height - BOTTOM;
  const y = (value: number): number => bottom - (value / highest) * Math.max(bottom - TOP, 1);
  const x = (at: number): number => Number(axis.x(points[at]!).toFixed(1));
  const path = line<CellMiddle>(
    (_, at) => x(at),
    ({ median }) => Number(y(median).toFixed(1)),
  );
  const band = area<CellMiddle>(
    (_, at) => x(at),
    ({ low }) => Number(y(low).toFixed(1)),
    ({ high }) => Number(y(high).toFixed(1)),
  );
  const inOrder = [...curves.keys()].filter((label) => !compared.includes(label));
  return (
    <div
      class="class-curve view"
      ref={frame}
      onPointerMove={(event) => {
        const left = event.currentTarget.getBoundingClientRect().left;
        const share = (axis.valueAt(event.clientX - left) - range[0]) / (range[1] - range[0]);
        const at = Math.round(share * (points.length - 1));
        onPoint(Math.min(Math.max(at, 0), points.length - 1));
      }}
    >
      {width > 0 && (
        <svg width={width} height={height} aria-hidden="true">
          <text class="class-curve-name" x={axis.left} y={13}>
            {dimension === 0 ? "β₀, components" : "β₁, loops"} {width < NARROW ? "" : UNITS[aspect.scale]}
          </text>
          {ticksOf([0, highest], 3).map((value) => (
            <g key={value}>
              <line class="grid" x1={axis.left} x2={axis.right} y1={y(value)} y2={y(value)} />
              <text x={axis.left - 6} y={y(value)} dy="0.35em" text-anchor="end">
                {formatValue(value)}
              </text>
            </g>
          ))}
          {ticksAlong(bars).map((value) => (
            <text key={value} class="tick" x={axis.x(value)} y={height - 6}>
              {formatValue(value)}
            </text>
          ))}
          <text class="tick class-t" x={(axis.left + axis.right) / 2 + 22} y={height - 6}>
            t
          </text>
          {compared.map((label) => (
            <path
              key={label}
              class={`class-band class-${label % 8}`}
              d={band(curves[label]! as CellMiddle[]) ?? ""}
            />
          ))}
          {[...inOrder, ...[...compared].reverse()].map((label) => (
            <path
              key={label}
              class={`class-line class-${label % 8} ${roleOf(label, compared)}`}
              d={path(curves[label]! as CellMiddle[]) ?? ""}
            />
          ))}
          {point !== null && <line class="class-point" x1={x(point)} x2={x(point)} y1={TOP} y2={bottom} />}
        </svg>
      )}
    </div>
  );
}

/** Line style of a class. */
export function roleOf(label: number, compared: readonly number[]): "first" | "second" | "other" {
  return (["first", "second"] as const)[compared.indexOf(label)] ?? "other";
}
