// The levels of one or two quantities, read from their arrays.

import { formatApart, textsApart } from "../../../domain/text/values";
import type { FilterAssociation, FilterLevels } from "../../../protocol";
import { nameOfQuantity } from "./quantities";

export type QuantityRange = readonly [number, number];

export interface Level {
  /** Least and greatest value of each quantity. */
  readonly ranges: readonly QuantityRange[];
  /** Number of vertices in training graphs, and in the others. */
  readonly counts: readonly [number, number];
  /** Mean of f over these vertices; null without vertices. */
  readonly means: readonly [number | null, number | null];
  /** The 10 % and 90 % quantiles of f. */
  readonly band: QuantityRange;
}

/** The same levels of a fixed filter. */
export interface FixedLevels {
  readonly name: string;
  readonly levels: readonly Level[];
  readonly columns: readonly Level[];
}

export const levelsOf = ({ levels, grouped }: FilterAssociation): Level[] => listOf(levels, grouped.length);

/** The same vertices in few levels for pictures. */
export const columnsOf = ({ columns, binned }: FilterAssociation): Level[] => listOf(columns, binned.length);

function listOf({ ranges, counts, means, bands }: FilterLevels, quantities: number): Level[] {
  const pair = (numbers: Float32Array | Uint32Array, at: number): [number, number] => [
    numbers[2 * at]!,
    numbers[2 * at + 1]!,
  ];
  return Array.from({ length: counts.length / 2 }, (_, level) => {
    const [training, others] = pair(means, level);
    const known = (mean: number): number | null => (Number.isNaN(mean) ? null : mean);
    return {
      ranges: Array.from({ length: quantities }, (_, quantity) =>
        pair(ranges, level * quantities + quantity),
      ),
      counts: pair(counts, level),
      means: [known(training), known(others)],
      band: pair(bands, level),
    };
  });
}

export const verticesAt = ({ counts }: Level): number => counts[0] + counts[1];

/**
 * The axis of f: [0, 1], the range of learned filters, which fixed ones can exceed. With `fit` it covers the occurring values; an
 * interval around the value if there is only one.
 */
export function domainOf(levels: readonly Level[], fit: boolean): QuantityRange {
  const ends = levels.flatMap(({ band, means }) => [...band, ...means.filter((mean) => mean !== null)]);
  if (!fit || ends.length === 0) return [Math.min(0, ...ends), Math.max(1, ...ends)];
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  return low === high ? [low - 0.5, high + 0.5] : [low, high];
}

/** The common property of the vertices of each level: a value, a name, or a range. Different levels have different texts. */
export function labelsOf(
  ranges: readonly QuantityRange[],
  categories: readonly string[] | null,
): readonly string[] {
  return textsApart(ranges, ([low, high], format) => {
    const name = categories?.[low];
    if (name !== undefined) return name;
    if (low === high) return format(low);
    const ends = [format(low), format(high)];
    return (ends[0] === ends[1] ? formatApart([low, high]) : ends).join("–");
  });
}

// The drawn levels of one quantity, or of two against each other.

/** The data of one quantity in the picture. */
export interface LevelAxis {
  readonly id: string;
  /** The columns of the quantity. */
  readonly levels: readonly Level[];
  /** Names in place of numbers; null: numbers. */
  readonly categories: readonly string[] | null;
  /** Whether a column contains several values. */
  readonly binned: boolean;
}

/** The levels of one quantity that belong to one level of another. */
export interface Series {
  readonly name: string;
  readonly marks: readonly { readonly column: number; readonly level: Level }[];
}

export interface LevelPicture {
  readonly axis: string;
  /** The text below each column. */
  readonly columns: readonly string[];
  /** One level per column without series, otherwise the levels of the series. */
  readonly levels: readonly Level[];
  readonly series: readonly Series[] | null;
  /** Whether the order of the columns has a meaning. */
  readonly ordered: boolean;
}

/** Maximum number of distinguishable series. */
const MAX_SERIES = 8;

export function pictureOf(axis: LevelAxis): LevelPicture {
  return { ...axisOf(axis), levels: axis.levels, series: null };
}

/** Columns for one of two quantities, a series for each level of the other; null: both have too many levels. */
export function pictureOfPair(
  axes: readonly [LevelAxis, LevelAxis],
  levels: readonly Level[],
): LevelPicture | null {
  const drawable = axes.map(({ levels }) => levels.length <= MAX_SERIES);
  // Names have no order that a line can follow.
  const named = axes.findIndex(({ categories }, place) => drawable[place] && categories !== null);
  const few = named >= 0 ? named : drawable.lastIndexOf(true);
  if (few < 0) return null;
  const across = few === 1 ? 0 : 1;
  const names = labelsOf(axes[few]!.levels.map(firstRange), axes[few]!.categories);
  const series = names.map((name, number) => ({
    name,
    marks: levels
      .filter((level) => placeOf(level, few, axes[few]!) === number)
      .map((level) => ({ column: placeOf(level, across, axes[across]), level })),
  }));
  const { axis, columns, ordered } = axisOf(axes[across]);
  return {
    ordered,
    axis: `${axis}; a line for each ${nameOfQuantity(axes[few]!.id)}`,
    columns,
    levels,
    series,
  };
}

/** The level of a single quantity that contains a level of two quantities: the last level that does not start after it. */
function placeOf({ ranges }: Level, quantity: number, axis: LevelAxis): number {
  return axis.levels.findLastIndex(({ ranges: [own] }) => own![0] <= ranges[quantity]![0]);
}

/** The label of a range column is the start of the range, because both ends do not fit. */
function axisOf({
  id,
  levels,
  categories,
  binned,
}: LevelAxis): Pick<LevelPicture, "axis" | "columns" | "ordered"> {
  const name = nameOfQuantity(id);
  return {
    ordered: categories === null,
    axis: binned ? `${name}, from … on` : name,
    columns: binned
      ? formatApart(levels.map((level) => firstRange(level)[0]))
      : labelsOf(levels.map(firstRange), categories),
  };
}

/** The values of a single quantity at one of its levels. */
const firstRange = ({ ranges: [range] }: Level): QuantityRange => range!;
