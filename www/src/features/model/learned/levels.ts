// The levels of a quantity or of two, taken out of the arrays that they come in.

import { formatValue } from "../../../domain/text/sentences";
import type { FilterAssociation, FilterLevels } from "../../../protocol";

type Range = readonly [number, number];

export interface Level {
  /** Least and greatest value of each quantity. */
  readonly ranges: readonly Range[];
  /** Vertices in training graphs, and in the others. */
  readonly counts: readonly [number, number];
  /** Mean of f over these; null where there are none. */
  readonly means: readonly [number | null, number | null];
  /** What a tenth of the values of f lie below, and above. */
  readonly band: Range;
}

/** The same levels of a fixed filter. */
export interface FixedLevels {
  readonly name: string;
  readonly levels: readonly Level[];
  readonly columns: readonly Level[];
}

export const levelsOf = ({ levels, grouped }: FilterAssociation): Level[] => listOf(levels, grouped.length);

/** The same vertices in few levels, as pictures show them. */
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

/** What the vertices of a level have in common: a value, a name, or a range. */
export function labelOf([low, high]: Range, categories: readonly string[] | null): string {
  if (categories) return categories[low] ?? formatValue(low);
  return low === high ? formatValue(low) : `${formatValue(low)}–${formatValue(high)}`;
}
