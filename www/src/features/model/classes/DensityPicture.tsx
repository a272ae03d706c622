import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { formatValue } from "../../../domain/text/values";
import type { ClassBars } from "../../../protocol";
import { isLoop } from "../../../domain/graph/graph";
import { cellAt, ticksAlong } from "./grids";
import type { Most } from "./grids";
import { boxOf, cellBeside, cellUnder, outlineOf } from "./square";
import type { Box, Square } from "./square";

interface DensityPictureProps {
  readonly bars: ClassBars;
  readonly square: Square;
  /** Width of the label column on the left; 0: the labels are farther left. */
  readonly gutter: number;
  readonly title: string;
  /** The component appends the help for the arrow keys and Enter. */
  readonly label: string;
  /** One number per cell; differences may be negative. */
  readonly values: Float32Array;
  readonly most: Most;
  readonly lit: number | null;
  readonly chosen: number | null;
  /** First cell of keyboard navigation. */
  readonly start: number;
  readonly onPoint: (cell: number | null) => void;
  readonly onChoose: (cell: number) => void;
}

const AXIS = 20;
/** Inset of a cell's hollow on each side, as a share of the cell. */
const INSET = 0.28;

/** Number of bars in each cell of the diagram, or the difference. Larger values are stronger; negative ones are hollow. */
export function DensityPicture(props: DensityPictureProps): JSX.Element {
  const { bars, square, gutter, title, label, values, most, lit, chosen, start, onPoint, onChoose } = props;
  const under = (event: MouseEvent & { currentTarget: HTMLElement }): number | null => {
    const box = event.currentTarget.getBoundingClientRect();
    return cellUnder(square, event.clientX - box.left - gutter, event.clientY - box.top);
  };
  const keyDown = (event: KeyboardEvent): void => {
    const at = lit ?? start;
    if (event.key === "Enter" || event.key === " ") onChoose(at);
    else if (event.key === "Home") onPoint(start);
    else {
      const beside = cellBeside(square, at, event.key);
      if (beside === null) return;
      onPoint(beside);
    }
    event.preventDefault();
  };
  const marks = useMemo(() => <Marks square={square} values={values} most={most} />, [square, values, most]);
  return (
    <figure class="density">
      <figcaption style={{ marginLeft: `${gutter}px`, width: `${square.side}px` }} title={title}>
        {title}
      </figcaption>
      <div
        class="density-frame view"
        tabIndex={0}
        role="application"
        aria-roledescription="density of bars"
        aria-label={`${label} Arrow keys move between cells, Home moves to the largest difference; Enter lists the graphs of the cell.`}
        onPointerMove={(event) => onPoint(under(event))}
        onPointerLeave={() => onPoint(null)}
        onFocus={(event) => event.currentTarget.matches(":focus-visible") && onPoint(lit ?? start)}
        onBlur={() => onPoint(null)}
        onClick={(event) => {
          const cell = under(event);
          if (cell !== null) onChoose(cell);
        }}
        onKeyDown={keyDown}
      >
        <svg width={gutter + square.side} height={square.height + AXIS} aria-hidden="true">
          <g transform={`translate(${gutter} 0)`}>
            <Frame bars={bars} square={square} labelled={gutter > 0} />
            {marks}
            {chosen !== null && <path class="density-chosen" d={around(boxOf(square, chosen))} />}
            {lit !== null && <path class="density-lit" d={around(boxOf(square, lit))} />}
          </g>
        </svg>
      </div>
    </figure>
  );
}

/** A frame around the cell. */
function around(box: Box): string {
  const { x, y, width, height } = box;
  return outlineOf({ ...box, x: x - 1.5, y: y - 1.5, width: width + 3, height: height + 3 });
}

function Marks({
  square,
  values,
  most,
}: Pick<DensityPictureProps, "square" | "values" | "most">): JSX.Element {
  return (
    <g class="density-marks">
      {Array.from(values, (value, cell) => {
        if (value === 0) return null;
        const box = boxOf(square, cell);
        // Square roots keep small values visible.
        const { kind } = cellAt(cell, square.ranges);
        const share = Math.sqrt(Math.abs(value) / (isLoop(kind) ? most.loops : most.components));
        const style = { "--share": (0.1 + 0.9 * share).toFixed(3) };
        if (value > 0) return <path key={cell} class="more" style={style} d={outlineOf(box)} />;
        const d = outlineOf(box) + outlineOf(box, INSET);
        return <path key={cell} class="fewer" style={style} fill-rule="evenodd" d={d} />;
      })}
    </g>
  );
}

function Frame({
  bars,
  square,
  labelled,
}: Pick<DensityPictureProps, "bars" | "square"> & { readonly labelled: boolean }): JSX.Element {
  const { side, top, strips, strip, height } = square;
  const [low, high] = bars.range;
  const at = (value: number): number => ((value - low) / (high - low)) * side;
  const ticks = ticksAlong(bars);
  const [before, last] = ticks.slice(-2);
  // Between the last two ticks.
  const name = (before! + last!) / 2;
  return (
    <g>
      {strips.map((y) => (
        <rect key={y} class="strip" width={side} y={y} height={strip} />
      ))}
      {ticks.map((value) => (
        <g key={value}>
          <line class="grid" x1={at(value)} x2={at(value)} y1={top} y2={top + side} />
          <line class="grid" x1={0} x2={side} y1={top + side - at(value)} y2={top + side - at(value)} />
          <text
            class="tick"
            x={at(value)}
            y={height + 15}
            style={value === low && !labelled ? { textAnchor: "start" } : undefined}
          >
            {formatValue(value)}
          </text>
          {labelled && (
            <text class="tick-left" x={-6} y={top + side - at(value)} dy="0.35em">
              {formatValue(value)}
            </text>
          )}
        </g>
      ))}
      <path class="diagonal" d={`M0 ${top + side}L${side} ${top}`} />
      <rect class="square" width={side} y={top} height={side} />
      <text class="tick" x={at(name)} y={height + 15}>
        birth
      </text>
      {labelled && (
        <>
          {(["stay", "loops"] as const).map((name, place) => (
            <text key={name} class="tick-left" x={-6} y={strips[place]! + strip / 2} dy="0.35em">
              {name}
            </text>
          ))}
          <text class="tick-left" x={-6} y={top + side - at(name)} dy="0.35em">
            death
          </text>
        </>
      )}
    </g>
  );
}
