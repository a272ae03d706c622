// Distances of two barcodes of one direction, with an optimal matching of their bars.

import { isZeroLength } from "./bars";
import { isLoop } from "../graph/graph";
import type { Bar, Direction } from "../graph/graph";
import type { Distance } from "../../protocol";

/** The bottleneck distance, and the Wasserstein distances of order 1 and 2. */
export const MEASURES = ["bottleneck", "wasserstein1", "wasserstein2"] as const;
export type Measure = (typeof MEASURES)[number];

/** A distance of two diagrams; each array contains birth and death of one point after the other. */
export type DistanceOf = (a: Float32Array, b: Float32Array) => Pick<Distance, "value" | "matching">;

/** Two matched bars. null: the other one is matched to the diagonal, or has no partner if the length is infinite. */
export interface Line {
  readonly from: Bar | null;
  readonly to: Bar | null;
  readonly length: number;
  /** The number of loops of `from` that are matched to loops of `to`. */
  readonly count: number;
}

/** The bars of one dimension. */
export interface Matching {
  readonly distance: number;
  /** The longest first. */
  readonly lines: readonly Line[];
}

/** Components and loops are matched separately. */
export interface Matchings {
  readonly h0: Matching;
  readonly h1: Matching;
}

/** Matches the bars of positive length of one direction. */
export function matchBars(
  f: readonly Bar[],
  g: readonly Bar[],
  direction: Direction,
  distanceOf: DistanceOf,
): Matchings {
  const matched = (loops: boolean): Matching => {
    const [a, b] = [f, g].map((bars) => pointsOf(bars, direction, loops));
    const { value, matching } = distanceOf(placesOf(a!), placesOf(b!));
    const lines = new Map<string, Line>();
    for (const pair of matching) {
      const from = pair.a === null ? null : a![pair.a]!;
      const to = pair.b === null ? null : b![pair.b]!;
      const key = `${from?.id} ${to?.id}`;
      lines.set(key, { from, to, length: pair.cost, count: (lines.get(key)?.count ?? 0) + 1 });
    }
    // Not by their difference: infinite lengths have none.
    const order = (x: Line, y: Line): number => Number(y.length > x.length) - Number(y.length < x.length);
    return { distance: value, lines: [...lines.values()].sort(order) };
  };
  return { h0: matched(false), h1: matched(true) };
}

/** The distance of both dimensions together. */
export function wholeDistance(measure: Measure, { h0, h1 }: Matchings): number {
  switch (measure) {
    case "bottleneck":
      return Math.max(h0.distance, h1.distance);
    case "wasserstein1":
      return h0.distance + h1.distance;
    case "wasserstein2":
      return Math.hypot(h0.distance, h1.distance);
  }
}

/** One entry for each component or loop. */
function pointsOf(bars: readonly Bar[], direction: Direction, loops: boolean): readonly Bar[] {
  return bars
    .filter((bar) => bar.direction === direction && isLoop(bar.kind) === loops && !isZeroLength(bar))
    .flatMap((bar) => Array<Bar>(bar.multiplicity).fill(bar));
}

function placesOf(points: readonly Bar[]): Float32Array {
  const end = (bar: Bar): number => bar.death ?? (bar.direction === "sub" ? Infinity : -Infinity);
  return Float32Array.from(points.flatMap((bar) => [bar.birth, end(bar)]));
}
