import type { JSX } from "preact";
import { useMemo, useRef } from "preact/hooks";
import { useSize } from "../../../plots/shared/size";
import type { ClassBars } from "../../../protocol";
import type { ClassesView } from "../../../store/state";
import { DensityPicture } from "./DensityPicture";
import { densityOf, largestDifference, mostOf } from "./grids";
import type { Aspect, Most } from "./grids";
import { squareOf } from "./square";
import { formatMean, UNITS } from "./words";

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
