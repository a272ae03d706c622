// Contributions of the bars of a graph to the scores of its classes: rows for display, and their sums.

import { NO_VERTEX } from "../../../domain/persistence/bars";
import type { BarId } from "../../../domain/graph/graph";
import { DIRECTIONS, ORDINARY_KINDS } from "../../../domain/graph/graph";
import type { ExplainedScores } from "../../../protocol";
import type { Row } from "./row";
import { amountFor } from "./target";
import type { Target } from "./target";
import { namesOf } from "./words";

const TYPES = ["bar", "component", "loop", "extended loop", "extended component"] as const;
/** Number of values in a row of the engine. */
const WIDTH = 5;

export function rowsOf(
  { bars, contributions, without, bias: { length: classes } }: ExplainedScores,
  filter: Float32Array,
): readonly Row[] {
  const rows = Array.from({ length: bars.length / WIDTH }, (_, row): Omit<Row, "name"> => {
    const number = (column: number): number => bars[row * WIDTH + column]!;
    const [place, towards, birthVertex, end] = [number(0), number(1), number(2), number(3)];
    const type = TYPES[place];
    const direction = DIRECTIONS[towards];
    if (!type || !direction) throw new RangeError(`row ${row}: no barcode ${place}, direction ${towards}`);
    const ordinary = ORDINARY_KINDS[place];
    const kind = ordinary ?? (type === "extended component" ? "h0Extended" : "h1Extended");
    const id: BarId =
      kind === "h0Extended" || kind === "h1Extended"
        ? `${kind}:${direction}:${birthVertex}:${end}`
        : `${kind}:${direction}:${birthVertex}`;
    return {
      id,
      kind,
      type,
      direction,
      birthVertex,
      deathVertex: end === NO_VERTEX ? null : end,
      birth: filter[birthVertex]!,
      death: end === NO_VERTEX ? null : filter[end]!,
      count: number(4),
      contributions: contributions.subarray(row * classes, (row + 1) * classes),
      without: without.subarray(row * classes, (row + 1) * classes),
    };
  });
  const names = namesOf(rows);
  return rows.map((row, i) => ({ ...row, name: names[i]! }));
}

export interface Division {
  /** The first rows by descending absolute contribution. */
  readonly first: readonly Row[];
  /** The sum of all others; null: there are no others. */
  readonly rest: { readonly rows: number; readonly sum: number } | null;
}

/** The displayed rows for a target, and the sum of the others. */
export function divide(rows: readonly Row[], target: Target, most: number): Division {
  const of = (row: Row): number => amountFor(row.contributions, target);
  const ordered = rows.toSorted((a, b) => Math.abs(of(b)) - Math.abs(of(a)));
  const others = ordered.slice(most);
  const sum = others.reduce((total, row) => total + of(row), 0);
  return { first: ordered.slice(0, most), rest: others.length > 0 ? { rows: others.length, sum } : null };
}
