import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { plural } from "../../domain/text/format";
import { formatValue } from "../../domain/text/values";
import { useSize } from "../../plots/shared/canvas";

type Spectrum = readonly (readonly number[])[];

interface SpectrumPlotProps {
  /** The eigenvalues of each graph, by component. */
  readonly values: readonly [Spectrum, Spectrum];
}

const TITLES = ["First graph", "Second graph"] as const;
const MARGIN = 28;
const ROW = 56;
/** Space for the text of an eigenvalue. */
const TICK = 48;
/** Eigenvalues that are closer are drawn as one with a multiplicity. */
const EQUAL = 1e-6;

/** The eigenvalues of both graphs on one axis; the height of a line is the multiplicity. */
export function SpectrumPlot({ values }: SpectrumPlotProps): JSX.Element {
  const frame = useRef<HTMLDivElement>(null);
  const { width } = useSize(frame);
  const spectra = values.map((spectrum) => grouped(spectrum.flat()));
  const all = spectra.flat();
  const low = Math.min(0, ...all.map(({ value }) => value));
  const high = Math.max(1, ...all.map(({ value }) => value));
  const most = Math.max(1, ...all.map(({ count }) => count));
  const x = (value: number): number =>
    MARGIN + ((value - low) / (high - low)) * Math.max(width - 2 * MARGIN, 0);
  return (
    <div class="separate-spectrum" ref={frame}>
      {spectra.map((spectrum, index) => (
        <figure key={TITLES[index]}>
          <figcaption>
            {TITLES[index]}
            {values[index]!.length > 1 && `, ${plural(values[index]!.length, "component", "components")}`}
          </figcaption>
          <svg width={width} height={ROW + 18} role="img" aria-label={described(spectrum)}>
            <line class="axis" x1={x(low)} x2={x(high)} y1={ROW} y2={ROW} />
            {spectrum.map(({ value, count }) => (
              <line
                key={value}
                class="eigenvalue"
                x1={x(value)}
                x2={x(value)}
                y1={ROW}
                y2={ROW - 8 - ((ROW - 12) * count) / most}
              />
            ))}
            {spaced([low, 0, high, ...spectrum.map(({ value }) => value)], x).map((value) => (
              <text key={value} class="tick" x={x(value)} y={ROW + 15}>
                {formatValue(value)}
              </text>
            ))}
          </svg>
        </figure>
      ))}
    </div>
  );
}

/** The values with space for their text; earlier ones first. */
function spaced(values: readonly number[], x: (value: number) => number): readonly number[] {
  const ticks: number[] = [];
  for (const value of values) {
    if (ticks.every((tick) => Math.abs(x(tick) - x(value)) >= TICK)) ticks.push(value);
  }
  return ticks;
}

interface Eigenvalue {
  readonly value: number;
  readonly count: number;
}

function grouped(values: readonly number[]): readonly Eigenvalue[] {
  const groups: Eigenvalue[] = [];
  for (const value of [...values].sort((a, b) => a - b)) {
    const last = groups.at(-1);
    if (last && value - last.value < EQUAL) groups[groups.length - 1] = { ...last, count: last.count + 1 };
    else groups.push({ value, count: 1 });
  }
  return groups;
}

const described = (spectrum: readonly Eigenvalue[]): string =>
  `Eigenvalues: ${spectrum.map(({ value, count }) => `${formatValue(value)}${count > 1 ? ` (${count} times)` : ""}`).join(", ")}`;
