// The levels of one or two quantities, read from their arrays.

import { formatApart, textsApart } from "../../../domain/text/values";
import type { FilterAssociation, FilterLevels } from "../../../protocol";

export type Range = readonly [number, number];

export interface Level {
  /** Least and greatest value of each quantity. */
  readonly ranges: readonly Range[];
  /** Number of vertices in training graphs, and in the others. */
  readonly counts: readonly [number, number];
  /** Mean of f over these vertices; null without vertices. */
  readonly means: readonly [number | null, number | null];
  /** The 10 % and 90 % quantiles of f. */
  readonly band: Range;
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
export function domainOf(levels: readonly Level[], fit: boolean): Range {
  const ends = levels.flatMap(({ band, means }) => [...band, ...means.filter((mean) => mean !== null)]);
  if (!fit || ends.length === 0) return [Math.min(0, ...ends), Math.max(1, ...ends)];
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  return low === high ? [low - 0.5, high + 0.5] : [low, high];
}

/** The common property of the vertices of each level: a value, a name, or a range. Different levels have different texts. */
export function labelsOf(ranges: readonly Range[], categories: readonly string[] | null): readonly string[] {
  return textsApart(ranges, ([low, high], format) => {
    const name = categories?.[low];
    if (name !== undefined) return name;
    if (low === high) return format(low);
    const ends = [format(low), format(high)];
    return (ends[0] === ends[1] ? formatApart([low, high]) : ends).join("–");
  });
}
