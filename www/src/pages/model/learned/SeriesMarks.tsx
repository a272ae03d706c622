import { line, symbol, symbolsFill } from "d3-shape";
import type { JSX } from "preact";
import type { Series } from "./levels";

interface SeriesMarksProps {
  readonly series: readonly Series[];
  /** Whether the columns have an order that a line can follow. */
  readonly joined: boolean;
  readonly x: (column: number) => number;
  readonly y: (value: number) => number;
  readonly column: number;
  /** Position of the names. */
  readonly namesAt: number;
  /** Lower limit for the position of the names. */
  readonly lowest: number;
}

const LINE = 15;

/**
 * Mean of f over the training graphs, a line for each level of the second quantity. Shade, shape and name distinguish the
 * lines.
 */
export function SeriesMarks({
  series,
  joined,
  x,
  y,
  column,
  namesAt,
  lowest,
}: SeriesMarksProps): JSX.Element {
  const drawn = series.map(({ name, marks }, number) => {
    const points = marks.flatMap(({ column, level: { means } }) =>
      means[0] === null ? [] : ([[x(column), y(means[0])]] as [number, number][]),
    );
    return { name, points, number, at: points.at(-1)?.[1] ?? null };
  });
  const named = apart(
    drawn.flatMap(({ at, ...rest }) => (at === null ? [] : [{ ...rest, at }])),
    lowest,
  );
  const size = Math.min(40, Math.max(column * column, 9));
  return (
    <>
      {drawn.map(({ name, points, number }) => (
        <g key={name} class="level-series" style={{ "--shade": shadeOf(number, series.length) }}>
          {joined && <path class="level-series-line" d={line()(points) ?? ""} />}
          {points.map(([at, value]) => (
            <path
              key={at}
              class="level-series-mark"
              transform={`translate(${at.toFixed(1)} ${value.toFixed(1)})`}
              d={shapeOf(number, size)}
            />
          ))}
        </g>
      ))}
      {named.map(({ name, number, at }) => (
        <g key={name} class="level-series" style={{ "--shade": shadeOf(number, series.length) }}>
          <path
            class="level-series-mark"
            transform={`translate(${namesAt + 5} ${at.toFixed(1)})`}
            d={shapeOf(number, 40)}
          />
          <text class="level-series-name" x={namesAt + 14} y={at} dy="0.35em">
            {name.length > 9 ? `${name.slice(0, 8)}…` : name}
          </text>
        </g>
      ))}
    </>
  );
}

const shapeOf = (number: number, size: number): string =>
  symbol(symbolsFill[number % symbolsFill.length], size)() ?? "";

const shadeOf = (number: number, of: number): string =>
  `${Math.round((100 * number) / Math.max(of - 1, 1))}%`;

/** Places names at least a line apart, near the ends of their series. */
function apart<Name extends { readonly at: number }>(names: readonly Name[], lowest: number): Name[] {
  const placed = [...names].sort((a, b) => a.at - b.at);
  const fits = (place: number, at: number): Name => ({ ...placed[place]!, at });
  for (let i = 1; i < placed.length; i++)
    placed[i] = fits(i, Math.max(placed[i]!.at, placed[i - 1]!.at + LINE));
  for (let i = placed.length - 1, below = lowest; i >= 0; i--, below -= LINE)
    placed[i] = fits(i, Math.min(placed[i]!.at, below));
  return placed;
}
