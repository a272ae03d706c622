import type { JSX } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import type { FilterAssociation } from "../../../protocol";
import { useSlice } from "../../../ui/context";
import { useAnalysis } from "../../../ui/useAnalysis";
import { findingOf } from "./association";
import type { BesideFound } from "./association";
import { columnsOf, levelsOf, labelsOf, domainOf, verticesAt, pictureOf, pictureOfPair } from "./levels";
import type { FixedLevels, Level, LevelAxis, LevelPicture } from "./levels";
import { formatValue } from "../../../domain/text/values";
import { formatCount } from "../../../domain/text/format";
import { nameOfQuantity, withArticle } from "./quantities";
import type { Quantities } from "./quantities";
import { ticksOf } from "../../../plots/shared/axis";
import { useSize } from "../../../plots/shared/canvas";
import { SeriesMarks } from "./SeriesMarks";

interface Seen {
  /** The association of f with each quantity alone. */
  readonly alone: ReadonlyMap<string, FilterAssociation>;
  /** The names of the values of quantities that have names. */
  readonly names: Quantities["names"];
  /** The cells that have values of f. */
  readonly cells: "vertices" | "edges";
  readonly others: string;
  readonly untrained: boolean;
  readonly asTable: boolean;
}

interface FindingProps extends Seen {
  /** One or two quantities. */
  readonly ids: readonly string[];
  /** null: not computed yet. */
  readonly found: FilterAssociation | null;
  /** A fixed filter that is drawn beside f; null: none. */
  readonly beside: BesideFound | null;
}

/** The association of f with two quantities together. */
export function PairFinding({
  first,
  second,
  ...seen
}: Seen & { first: string; second: string }): JSX.Element {
  const { result } = useAnalysis("associations", [[[first, second]]]);
  return <Finding {...seen} ids={[first, second]} found={result?.answer[0] ?? null} beside={null} />;
}

/** f against one or two quantities: as a picture or a table, and as text. */
export function Finding({
  ids,
  found,
  alone,
  names,
  cells,
  others,
  untrained,
  asTable,
  beside,
}: FindingProps): JSX.Element {
  const fit = useSlice(({ view }) => view.fit);
  const levels = useMemo(() => found && { exact: levelsOf(found), columns: columnsOf(found) }, [found]);
  const fixed = useMemo((): FixedLevels | null => {
    const own = beside?.found.get(ids[0]!);
    return own && found && own.levels.counts.length === found.levels.counts.length
      ? { name: beside!.name, levels: levelsOf(own), columns: columnsOf(own) }
      : null;
  }, [beside, ids[0], found]);
  const categories = ids.map((id) => names.get(id) ?? null);
  const axes = ids.flatMap((id, place): LevelAxis[] => {
    const own = alone.get(id);
    const categoriesOfIt = categories[place] ?? null;
    return own
      ? [{ id, levels: columnsOf(own), categories: categoriesOfIt, binned: own.binned[0] ?? false }]
      : [];
  });
  const [first, second] = axes;
  const picture =
    levels === null || !first || axes.length < ids.length
      ? null
      : second
        ? pictureOfPair([first, second], levels.columns)
        : pictureOf(first);
  const text = found ? findingOf(ids, found, others, untrained) : "";
  return (
    <>
      <div class={asTable ? "learned-picture as-table" : "learned-picture"} data-picture>
        {levels && asTable ? (
          <LevelTable
            ids={ids}
            cells={cells}
            categories={categories}
            levels={levels.exact}
            others={others}
            fixed={fixed}
          />
        ) : picture ? (
          <LevelPlot {...picture} label={text} others={others} fixed={fixed?.columns ?? null} fit={fit} />
        ) : (
          levels &&
          axes.length === ids.length && (
            <p class="model-hint">
              Both have more than eight levels, too many lines for one picture. The table contains all of
              them.
            </p>
          )
        )}
      </div>
      <p class="level-key" data-picture>
        {picture && !asTable && (
          <LevelKey
            cells={cells}
            others={others}
            series={picture.series !== null}
            fixed={fixed?.name ?? null}
          />
        )}
      </p>
      <p class="learned-finding">{text}</p>
    </>
  );
}

/** The key of the picture. */
function LevelKey({
  cells,
  others,
  series,
  fixed,
}: {
  cells: Seen["cells"];
  others: string;
  series: boolean;
  /** Name of the fixed filter beside f; null: none. */
  fixed: string | null;
}): JSX.Element {
  if (series) return <>Marks: mean of f over the training graphs; the table contains all parts.</>;
  return (
    <>
      <span>Mean of f</span>
      <span class="key-mean">training</span>
      <span class="key-held">{others.replace(/ graphs$/, "")}</span>
      <span class="key-band">80 % of all {cells}</span>
      {fixed !== null && <span class="key-fixed">{fixed}, training</span>}
    </>
  );
}

interface LevelTableProps {
  readonly ids: readonly string[];
  readonly cells: Seen["cells"];
  readonly categories: readonly (readonly string[] | null)[];
  readonly levels: readonly Level[];
  readonly others: string;
  /** A fixed filter beside f; null: none. */
  readonly fixed: FixedLevels | null;
}

/** The picture as a table. */
function LevelTable({ ids, cells, categories, levels, others, fixed }: LevelTableProps): JSX.Element {
  const names = ids.map((_, place) =>
    labelsOf(
      levels.map(({ ranges }) => ranges[place]!),
      categories[place] ?? null,
    ),
  );
  const value = (mean: number | null): string => (mean === null ? "–" : formatValue(mean));
  return (
    <div class="table-scroll learned-table" tabIndex={0} role="region" aria-label="f at each level">
      <table class="view-table">
        <caption class="visually-hidden">
          f at each level of {withArticle(ids)}: mean and number of {cells} in training graphs and in {others}
          ; the middle 80 % of f in all of them
        </caption>
        <thead>
          <tr>
            <td colSpan={ids.length} />
            <th scope="colgroup" colSpan={2}>
              training graphs
            </th>
            <th scope="colgroup" colSpan={2}>
              {others}
            </th>
            <td />
            {fixed && (
              <th scope="colgroup" colSpan={2}>
                {fixed.name}
              </th>
            )}
          </tr>
          <tr>
            {ids.map((id) => (
              <th key={id} scope="col">
                {nameOfQuantity(id)}
              </th>
            ))}
            <th scope="col">mean</th>
            <th scope="col">{cells}</th>
            <th scope="col">mean</th>
            <th scope="col">{cells}</th>
            <th scope="col">middle 80 %</th>
            {fixed && <th scope="col">mean, training</th>}
            {fixed && <th scope="col">mean, others</th>}
          </tr>
        </thead>
        <tbody>
          {levels.map(({ ranges, means, counts, band }, level) => (
            <tr key={ranges.join()}>
              {names.map((texts, place) => (
                <th key={place} scope="row">
                  {texts[level]}
                </th>
              ))}
              <td>{value(means[0])}</td>
              <td>{formatCount(counts[0])}</td>
              <td>{value(means[1])}</td>
              <td>{formatCount(counts[1])}</td>
              <td>
                {formatValue(band[0])} to {formatValue(band[1])}
              </td>
              {fixed?.levels[level]?.means.map((mean, part) => (
                <td key={part}>{value(mean)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface LevelPlotProps extends LevelPicture {
  /** Text of the picture for screen readers. */
  readonly label: string;
  readonly others: string;
  /** Levels of a fixed filter beside f; null: none. */
  readonly fixed: readonly Level[] | null;
  /** Whether the axis of f covers only the occurring values. */
  readonly fit: boolean;
}

const LEFT = 48;
const TOP = 10;
const BOTTOM = 40;
/** Space for the names of series on the right. */
const NAMES = 84;
const RIGHT = 8;
const WIDEST = 44;
const LETTER = 7.5;

/** f against the levels of a quantity. */
function LevelPlot(props: LevelPlotProps): JSX.Element {
  const { label, axis, columns, levels, series, ordered, others, fixed, fit } = props;
  const frame = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(frame);
  const [pointed, setPointed] = useState<number | null>(null);
  const right = width - (series ? NAMES : RIGHT);
  const column = Math.max(right - LEFT, 1) / Math.max(columns.length, 1);
  const x = (place: number): number => LEFT + (place + 0.5) * column;
  const domain = domainOf([...levels, ...(fixed ?? [])], fit);
  const bottom = height - BOTTOM;
  const y = (value: number): number =>
    bottom - ((value - domain[0]) / (domain[1] - domain[0])) * Math.max(bottom - TOP, 1);
  const longest = Math.max(...columns.map((text) => text.length), 1);
  const every = Math.max(1, Math.ceil((longest * LETTER + 6) / column));
  const pointedLevel = pointed === null ? null : (levels[pointed] ?? null);
  return (
    <div
      class="level-plot view"
      ref={frame}
      role="img"
      aria-label={label}
      onPointerMove={(event) => {
        const place = Math.floor(
          (event.clientX - event.currentTarget.getBoundingClientRect().left - LEFT) / column,
        );
        setPointed(!series && place >= 0 && place < columns.length ? place : null);
      }}
      onPointerLeave={() => setPointed(null)}
    >
      {width > 0 && (
        <svg width={width} height={height} aria-hidden="true">
          {ticksOf(domain).map((value) => (
            <g key={value}>
              <line class="grid" x1={LEFT} x2={right} y1={y(value)} y2={y(value)} />
              <text x={LEFT - 6} y={y(value)} dy="0.35em" text-anchor="end">
                {formatValue(value)}
              </text>
            </g>
          ))}
          <text class="axis-name" x={12} y={(TOP + bottom) / 2} dy="0.35em">
            f
          </text>
          {columns.map(
            (text, place) =>
              place % every === 0 && (
                <text key={place} class="tick" x={x(place)} y={bottom + 16}>
                  {text}
                </text>
              ),
          )}
          <text class="tick level-axis" x={(LEFT + right) / 2} y={height - 5}>
            {axis}
          </text>
          {series ? (
            <SeriesMarks
              series={series}
              joined={ordered}
              x={x}
              y={y}
              column={column}
              namesAt={right + 6}
              lowest={bottom + 20}
            />
          ) : (
            <>
              <LevelMarks levels={levels} x={x} y={y} column={column} />
              {fixed && <FixedMarks levels={fixed} x={x} y={y} column={column} />}
            </>
          )}
        </svg>
      )}
      {pointedLevel && (
        <div class="tip" style={{ left: `${Math.max(0, Math.min(x(pointed!) - 110, width - 240))}px` }}>
          {columns[pointed!]}: {means(pointedLevel.means[0])} training ({formatCount(pointedLevel.counts[0])}
          ), {means(pointedLevel.means[1])} {others} ({formatCount(pointedLevel.counts[1])})
          {fixed && `; fixed filter ${means(fixed[pointed!]?.means[0] ?? null)} training`}
        </div>
      )}
    </div>
  );
}

const means = (mean: number | null): string => (mean === null ? "–" : formatValue(mean));

interface LevelMarksProps {
  readonly levels: readonly Level[];
  readonly x: (place: number) => number;
  readonly y: (value: number) => number;
  readonly column: number;
}

/**
 * The middle of f in all graphs, its mean in the training graphs, and in the others. The width of a mark grows with the
 * number of vertices.
 */
function LevelMarks({ levels, x, y, column }: LevelMarksProps): JSX.Element {
  const most = Math.max(...levels.map(verticesAt), 1);
  const widest = Math.min(column * 0.9, WIDEST);
  return (
    <>
      {levels.map((level, place) => {
        const half = Math.max((widest / 2) * Math.sqrt(verticesAt(level) / most), Math.min(2, widest / 2));
        const [training, others] = level.means;
        const at = x(place);
        const [low, high] = level.band;
        // The line is visible on both sides of the circle.
        const arm = Math.max(half, Math.min(8, widest / 2));
        return (
          <g key={place}>
            <rect
              class="level-band"
              x={at - half}
              y={y(high)}
              width={2 * half}
              height={Math.max(y(low) - y(high), 1)}
            />
            {training !== null && (
              <line class="level-training" x1={at - arm} x2={at + arm} y1={y(training)} y2={y(training)} />
            )}
            {others !== null && (
              <circle
                class="level-others"
                cx={at}
                cy={y(others)}
                r={Math.min(3.5, Math.max(column / 3, 1.5))}
              />
            )}
          </g>
        );
      })}
    </>
  );
}

/** The mean of a fixed filter in the training graphs. */
function FixedMarks({ levels, x, y, column }: LevelMarksProps): JSX.Element {
  const half = Math.min(4.5, Math.max(column / 3, 2));
  return (
    <>
      {levels.map(({ means: [training] }, place) =>
        training === null ? null : (
          <path
            key={place}
            class="level-fixed"
            d={`M${x(place)} ${y(training) - half}l${half} ${half}l${-half} ${half}l${-half} ${-half}z`}
          />
        ),
      )}
    </>
  );
}
