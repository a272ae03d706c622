// The top bars of a coordinate function over many graphs.

import { NO_VERTEX } from "../../../domain/persistence/bars";
import { DIRECTIONS } from "../../../domain/graph/graph";
import type { Bar } from "../../../domain/graph/graph";
import type { BarcodeName, CoordinateFunctionTopBars } from "../../../protocol";
import { kindOf } from "./functions";

/** Equal bars of many graphs. */
export interface TopBar {
  /** Index of the first graph with such a bar. */
  readonly graph: number;
  /** The first such bar of that graph. */
  readonly bar: Bar;
  /** Contribution of one such bar to the coordinate function. */
  readonly value: number;
  readonly bars: number;
  readonly graphs: number;
}

/** Numbers per point in the engine's array. */
const WIDTH = 6;

/** The top bars of one coordinate function (counted from 0), largest value first. */
export function topBarsOf(top: CoordinateFunctionTopBars, coordinate: number): readonly TopBar[] {
  const { points, ends, first, places, values } = top;
  const found: TopBar[] = [];
  for (let i = first[coordinate] ?? 0; i < (first[coordinate + 1] ?? 0); i += 1) {
    const place = places[i]!;
    const number = (column: number): number => points[place * WIDTH + column]!;
    const direction = DIRECTIONS[number(0)];
    if (!direction) throw new RangeError(`point ${place}: no direction ${number(0)}`);
    const [birthVertex, end] = [number(2), number(3)];
    const death = end === NO_VERTEX ? null : ends[2 * place + 1]!;
    const bar = { direction, birth: ends[2 * place]!, death, birthVertex, multiplicity: 1 };
    const deathVertex = end === NO_VERTEX ? null : end;
    found.push({
      graph: number(1),
      bar: { ...bar, deathVertex, kind: kindOf(top.barcode), id: idOf(top.barcode, bar, deathVertex) },
      value: values[i]!,
      bars: number(4),
      graphs: number(5),
    });
  }
  return found;
}

function idOf(
  barcode: BarcodeName,
  { direction, birthVertex }: Pick<Bar, "direction" | "birthVertex">,
  deathVertex: number | null,
): Bar["id"] {
  const kind = kindOf(barcode);
  return kind === "h0Extended" || kind === "h1Extended"
    ? `${kind}:${direction}:${birthVertex}:${deathVertex ?? birthVertex}`
    : `${kind}:${direction}:${birthVertex}`;
}
