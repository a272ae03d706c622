import type { JSX } from "preact";
import { useMemo, useRef } from "preact/hooks";
import { useSize } from "../../../plots/shared/canvas";
import type { ClassBars } from "../../../protocol";
import type { ClassesView } from "../../../store/state";
import {
  densityOf,
  largestDifference,
  mostOf,
  cellAt,
  ticksAlong,
  squareOf,
  boxOf,
  cellBeside,
  cellUnder,
  outlineOf,
} from "./grids";
import type { Aspect, Most, CellBox, Square } from "./grids";
import { formatMean, UNITS } from "./words";
import { formatValue } from "../../../domain/text/values";
import { isLoop } from "../../../domain/graph/graph";

/** A cell with the class whose graphs fill it. */
export type ChosenCell = NonNullable<ClassesView["filling"]>;

interface DensitiesProps {
  readonly bars: ClassBars;
  readonly aspect: Aspect;
  readonly compared: readonly number[];
  readonly nameOf: (label: number) => string;
  /** Whether the model reads loops with their deaths. */
  readonly ended: boolean;
  readonly lit: number | null;
  readonly chosen: ChosenCell | null;
  readonly onPoint: (cell: number | null) => void;
  readonly onChoose: (chosen: ChosenCell) => void;
}

const GUTTER = 42;
const GAP = 14;
/** Half the width of the last number below a square. */
const END = 4;
/** Minimum side length; smaller squares are stacked. */
const LEAST = 104;
const GREATEST = 240;

/** The densities of two classes in the diagram, and their difference. */
export function Densities(props: DensitiesProps): JSX.Element {
  const { bars, aspect, compared, nameOf, ended, lit, chosen, onPoint, onChoose } = props;
  const frame = useRef<HTMLDivElement>(null);
  const { width } = useSize(frame);
  const pictures = compared.length > 1 ? 3 : 1;
  const sideIn = (columns: number): number => (width - GUTTER - (columns - 1) * GAP - END) / columns;
  const columns = sideIn(pictures) >= LEAST ? pictures : Math.min(pictures, 2);
  const side = Math.max(40, Math.min(sideIn(columns), GREATEST));
  const [, ranges] = bars.sizes;
  const square = useMemo(
    () => squareOf(side, ranges, aspect.direction, ended),
    [side, ranges, aspect.direction, ended],
  );
  const densities = useMemo(
    () => compared.map((label) => densityOf(bars, aspect, label)),
    [bars, aspect.direction, aspect.scale, compared.join()],
  );
  const [first, second] = densities;
  const difference = useMemo(
    () => second && first!.map((mean, cell) => mean - second[cell]!),
    [first, second],
  );
  const most = mostOf(densities, ranges);
  const [a, b] = compared;
  const start = useMemo(
    () => (b === undefined ? null : largestDifference(bars, aspect, [a!, b])?.cell) ?? fullest(first!),
    [bars, aspect.direction, aspect.scale, a, b, first],
  );
  const shared = { bars, square, lit, start, onPoint };
  const gutterOf = (place: number): number => (place % columns === 0 ? GUTTER : 0);
  return (
    <>
      <div class="densities" ref={frame} style={{ gap: `8px ${GAP}px` }}>
        {width > 0 &&
          compared.map((label, place) => (
            <DensityPicture
              key={place}
              {...shared}
              gutter={gutterOf(place)}
              title={nameOf(label)}
              label={`Bars of ${nameOf(label)} by birth and death.`}
              values={densities[place]!}
              most={most}
              chosen={chosen?.class === label ? chosen.cell : null}
              onChoose={(cell) => onChoose({ cell, class: label })}
            />
          ))}
        {width > 0 && difference && (
          <DensityPicture
            {...shared}
            gutter={gutterOf(2)}
            title="difference"
            label={`Difference in the number of bars between ${nameOf(a!)} and ${nameOf(b!)} by birth and death.`}
            values={difference}
            most={mostOf([difference], ranges)}
            chosen={null}
            onChoose={(cell) => onChoose({ cell, class: difference[cell]! < 0 ? b! : a! })}
          />
        )}
      </div>
      <div class="density-key" aria-hidden="true">
        <span class="key-mean">
          0 <i /> {amounts(most)} {UNITS[aspect.scale]}
        </span>
        {b !== undefined && (
          <>
            <span class="key-more">more in {nameOf(a!)}</span>
            <span class="key-fewer">more in {nameOf(b)}</span>
            {difference && <span class="key-most">by up to {amounts(mostOf([difference], ranges))}</span>}
          </>
        )}
      </div>
    </>
  );
}

const fullest = (values: Float32Array): number => values.indexOf(Math.max(...values));

const amounts = ({ components, loops }: Most): string =>
  `${formatMean(components)} components, ${formatMean(loops)} loops`;

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
function DensityPicture(props: DensityPictureProps): JSX.Element {
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
function around(box: CellBox): string {
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
