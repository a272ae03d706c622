// Texts of the panel of coordinate functions.

import { formatValue } from "../../../domain/text/values";
import { plural } from "../../../domain/text/format";
import type { BarcodeName, CoordinateFunctionTopBars } from "../../../protocol";
import { formatAdded } from "../../../domain/contributions/bars";
import { kindOf } from "./functions";
import type { ReadCoordinateFunction, Shares } from "./functions";
import { NO_VERTEX } from "../../../domain/persistence/bars";
import { DIRECTIONS } from "../../../domain/graph/graph";
import type { Bar } from "../../../domain/graph/graph";

export const BARCODES: Readonly<Record<BarcodeName, string>> = {
  h0: "B₀",
  h0Essential: "B₀ essential",
  h1Essential: "B₁ essential",
  h1Extended: "B₁ extended",
  h0Sublevel: "B₀ sublevel",
  h0Superlevel: "B₀ superlevel",
  h0Extended: "B₀ extended",
};

/** "function 17 of B₀" */
export function nameOfFunction({
  barcode,
  number,
}: Pick<ReadCoordinateFunction, "barcode" | "number">): string {
  return `function ${number} of ${BARCODES[barcode]}`;
}

const many = (numbers: readonly number[]): string => numbers.map(formatValue).join(", ");

/** Describes the regions where the coordinate function is high and low. */
export function describeFunction({
  barcode,
  element,
  parameters,
}: Pick<ReadCoordinateFunction, "barcode" | "element" | "parameters">): string {
  const numbers = Array.from(parameters);
  const plane = barcode === "h0" || barcode === "h1Extended";
  const dimension = plane ? 2 : 1;
  const centre = numbers.slice(0, dimension);
  const c = plane ? `c = (${many(centre)})` : `c = ${many(centre)}`;
  switch (element) {
    case "rational": {
      const radius = Math.abs(numbers[dimension]!);
      const distance = plane ? "‖p − c‖₁" : "|p − c|";
      if (radius === 0) return `Centre ${c}, without a radius: 0 everywhere.`;
      const zero = formatValue(radius / 2);
      return `Centre ${c}, radius |r| = ${formatValue(radius)}: positive where ${distance} < |r|/2 = ${zero}, negative outside.`;
    }
    case "exponential":
      return `Centre ${c}, sharpness ${many(numbers.slice(dimension).map(Math.abs))}: 1 at its centre, and positive everywhere.`;
    case "triangle":
      return plane
        ? `Position t = ${many(centre)}: the distance of t to the nearer end of a bar that contains t; 0 for all other bars.`
        : `Position t = ${many(centre)}, height ${formatValue(Math.abs(numbers[1]!))} there; it falls with slope 1 on both sides, down to 0.`;
    case "line":
    case "leaky-line": {
      const [a, b] = numbers;
      const line = plane
        ? `${formatValue(a!)} · birth ${signed(b!)} · death ${signed(numbers[2]!)}`
        : `${formatValue(a!)} · birth ${signed(b!)}`;
      return `${line.replaceAll("-", "−")}${element === "line" ? "." : "; where that is negative, one hundredth of it."}`;
    }
  }
}

const signed = (value: number): string => `${value < 0 ? "−" : "+"} ${formatValue(Math.abs(value))}`;

/** Describes the sum over the graph's bars and its effect on a score. */
export function describeSum(
  coordinate: ReadCoordinateFunction,
  shares: readonly number[],
  bars: number,
  wanted: number,
  className: string,
  decimals?: number,
): string {
  if (bars === 0) return `The graph has no bars that it reads, so its contribution is 0.`;
  const up = shares.filter((share) => share > 0).reduce((sum, share) => sum + share, 0);
  const down = shares.filter((share) => share < 0).reduce((sum, share) => sum + share, 0);
  const parts = up > 0 && down < 0 ? ` (${formatNumber(up)} and ${formatNumber(down)})` : "";
  const come = bars === 1 ? "comes" : "come";
  return `The ${plural(bars, "bar", "bars")} of the graph ${come} to ${formatNumber(coordinate.value)}${parts}; times the local gradient ${formatNumber(coordinate.gradient[wanted]!)}, that is ${formatAdded(coordinate.contributions[wanted]!, decimals)} for ${className}.`;
}

/** Three significant digits and a true minus sign. */
export function formatNumber(value: number): string {
  const text = String(Number(value.toPrecision(3)));
  return text.replace("-", "−");
}

/** Contribution of a bar to a score through a coordinate function. */
export function throughFunction({ gradient }: ReadCoordinateFunction, share: number, of: number): number {
  return share * gradient[of]!;
}

/** The coordinate functions with the largest contributions from a bar to the score of a class, with these contributions. */
export function firing(
  coordinates: readonly ReadCoordinateFunction[],
  { shares }: Shares,
  wanted: number,
  most: number,
): readonly { readonly coordinate: ReadCoordinateFunction; readonly share: number }[] {
  return coordinates
    .map((coordinate) => ({ coordinate, share: shares[coordinate.number - 1]! }))
    .filter(({ share }) => share !== 0)
    .toSorted(
      (a, b) =>
        Math.abs(throughFunction(b.coordinate, b.share, wanted)) -
        Math.abs(throughFunction(a.coordinate, a.share, wanted)),
    )
    .slice(0, most);
}

/** Describes a list of top bars, and whether they raise the coordinate function at all. */
export function describeTop(
  first: readonly { readonly value: number }[],
  title: string,
  part: string,
): string {
  const [best] = first;
  if (!best) return `No bar of the ${part} graphs contributes to ${title}.`;
  const highest = best.value > 0 ? "" : ` No bar raises it; these bars lower it least.`;
  return `Over the ${part} graphs, with the contribution of one such bar. Equal bars share one picture.${highest}`;
}

// The top bars of a coordinate function over many graphs.

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
