// The drawn levels of one quantity, or of two against each other.

import { formatApart } from "../../../domain/text/values";
import { labelsOf } from "./levels";
import type { Level, Range } from "./levels";
import { nameOfQuantity } from "./quantities";

/** The data of one quantity in the picture. */
export interface Axis {
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

export interface Picture {
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

export function pictureOf(axis: Axis): Picture {
  return { ...axisOf(axis), levels: axis.levels, series: null };
}

/** Columns for one of two quantities, a series for each level of the other; null: both have too many levels. */
export function pictureOfPair(axes: readonly [Axis, Axis], levels: readonly Level[]): Picture | null {
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
function placeOf({ ranges }: Level, quantity: number, axis: Axis): number {
  return axis.levels.findLastIndex(({ ranges: [own] }) => own![0] <= ranges[quantity]![0]);
}

/** The label of a range column is the start of the range, because both ends do not fit. */
function axisOf({ id, levels, categories, binned }: Axis): Pick<Picture, "axis" | "columns" | "ordered"> {
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
const firstRange = ({ ranges: [range] }: Level): Range => range!;
