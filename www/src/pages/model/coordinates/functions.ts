// The coordinate functions of a readout for one graph: their contributions to the scores, and the shares of the bars.

import type { BarcodeKind } from "../../../domain/graph/graph";
import type { Explained } from "../../../engine/calls";
import type { BarcodeName, InspectedCoordinateFunctions } from "../../../protocol";
import type { CoordinateId } from "../../../store/state";
import type { ContributionRow, ScoreTarget } from "../../../domain/contributions/bars";
import { amountFor } from "../../../domain/contributions/bars";
import type { Element } from "./element";

/** One coordinate function and its value for a graph. */
export interface ReadCoordinateFunction {
  /** The same for every graph and epoch of a run. */
  readonly id: CoordinateId;
  readonly barcode: BarcodeName;
  /** Its number in its barcode, from 1. */
  readonly number: number;
  readonly element: Element;
  readonly parameters: Float32Array;
  /** Its coordinate in the vector of the graph: the sum over the bars. */
  readonly value: number;
  /** Its contribution to the score of each class: activation × gradient. */
  readonly contributions: Float32Array;
  /** Derivative of the score of each class by `value`. */
  readonly gradient: Float32Array;
}

/** Row types by barcode. */
export const TYPE_OF: Readonly<Record<BarcodeName, ContributionRow["type"]>> = {
  h0: "bar",
  h0Essential: "component",
  h1Essential: "loop",
  h1Extended: "extended loop",
  h0Sublevel: "bar",
  h0Superlevel: "bar",
  h0Extended: "extended component",
};

/** The kind of the bars of a barcode. */
export function kindOf(barcode: BarcodeName): BarcodeKind {
  return barcode === "h0Sublevel" || barcode === "h0Superlevel" ? "h0" : barcode;
}

/** Whether bars of this barcode have birth and death, and are points of the plane. */
export function isFinite2d(barcode: BarcodeName): barcode is "h0" | "h1Extended" {
  return barcode === "h0" || barcode === "h1Extended";
}

/** All coordinate functions of the model, barcode by barcode; empty for a model without barcodes. */
export function functionsOf({ hats, scores }: Explained): readonly ReadCoordinateFunction[] {
  if (!scores) return [];
  const classes = scores.bias.length;
  let before = 0;
  return hats.flatMap(({ barcode, element, hats: parameters, values }) => {
    const first = before;
    before += values.length;
    const width = parameters.length / values.length;
    return Array.from(values, (value, k): ReadCoordinateFunction => {
      const row = (numbers: Float32Array): Float32Array =>
        numbers.subarray((first + k) * classes, (first + k + 1) * classes);
      return {
        id: `${barcode}:${k + 1}`,
        barcode,
        number: k + 1,
        element,
        parameters: parameters.subarray(k * width, (k + 1) * width),
        value,
        contributions: row(scores.hats),
        gradient: row(scores.gradient),
      };
    });
  });
}

/** The same functions with the contributions to a target, and its gradient, in the place of its first class. */
export function towards(
  coordinates: readonly ReadCoordinateFunction[],
  target: ScoreTarget,
): readonly ReadCoordinateFunction[] {
  if (target.against === null) return coordinates;
  const changed = (perClass: Float32Array): Float32Array => {
    const copy = perClass.slice();
    copy[target.of] = amountFor(perClass, target);
    return copy;
  };
  return coordinates.map((own) => ({
    ...own,
    contributions: changed(own.contributions),
    gradient: changed(own.gradient),
  }));
}

export interface Ranking {
  /** The functions with the largest absolute contributions, in descending order. */
  readonly first: readonly ReadCoordinateFunction[];
  /** The total of all others; null: there are no others. */
  readonly rest: { readonly coordinates: number; readonly sum: number } | null;
}

/**
 * The strongest coordinate functions of each barcode for the score of a class; those without a contribution are in
 * `rest`.
 */
export function strongest(
  coordinates: readonly ReadCoordinateFunction[],
  wanted: number,
  ofEach: number,
): Ranking {
  const of = (coordinate: ReadCoordinateFunction): number => coordinate.contributions[wanted]!;
  const left = new Map<BarcodeName, number>();
  const first: ReadCoordinateFunction[] = [];
  let [others, sum] = [0, 0];
  for (const coordinate of coordinates.toSorted((a, b) => Math.abs(of(b)) - Math.abs(of(a)))) {
    const room = left.get(coordinate.barcode) ?? ofEach;
    left.set(coordinate.barcode, room - 1);
    if (room > 0 && of(coordinate) !== 0) first.push(coordinate);
    else [others, sum] = [others + 1, sum + of(coordinate)];
  }
  return { first, rest: others > 0 ? { coordinates: others, sum } : null };
}

/** The contributions of equal bars to the coordinate functions of their barcode. */
export interface Shares {
  readonly row: ContributionRow;
  /** One number per coordinate function of the barcode, in order. */
  readonly shares: Float64Array;
}

const WIDTH = 5;

/** The shares of the rows of one barcode in each of its coordinate functions; equal bars are added up. */
export function sharesOf(
  reading: InspectedCoordinateFunctions,
  filter: Float32Array,
  rows: readonly ContributionRow[],
): readonly Shares[] {
  const { barcode, bars, shares, values } = reading;
  const key = (direction: string, birth: number, death: number | null | undefined): string =>
    `${direction} ${birth + 0} ${death == null ? "" : death + 0}`;
  const own = new Map<string, Shares>();
  for (const row of rows) {
    if (row.type !== TYPE_OF[barcode]) continue;
    const shares = new Float64Array(values.length);
    own.set(key(row.direction, row.birth, row.death), { row, shares });
  }
  for (let i = 0; i < bars.length; i += WIDTH) {
    const direction = bars[i + 1] === 1 ? "super" : "sub";
    const found = own.get(key(direction, filter[bars[i + 2]!]!, filter[bars[i + 3]!]));
    if (!found) throw new RangeError(`bar ${i / WIDTH} of ${barcode} is in no row`);
    const first = (i / WIDTH) * values.length;
    found.shares.forEach((sum, k) => (found.shares[k] = sum + shares[first + k]!));
  }
  return [...own.values()];
}
