// The distance of two filters of a graph and the distance of their barcodes: if no value moves by more than
// ε, no bar does.

import { drawnBars, isZeroLength } from "./bars";
import { isLoop } from "../graph/graph";
import type { Bar, Direction, Filtration, Graph } from "../graph/graph";
import { endsOf, formatValue } from "../text/values";
import type { Distance } from "../../protocol";

/** The largest difference at a vertex; null if the filters belong to different vertices. */
export function supDistance(f: Float32Array, g: Float32Array): number | null {
  if (f.length !== g.length) return null;
  return f.reduce((largest, value, v) => Math.max(largest, Math.abs(value - g[v]!)), 0);
}

/**
 * An upper bound of the distance between the barcodes of two filters of one graph. For the bottleneck distance, it is the largest
 * difference (Cohen-Steiner, Edelsbrunner, Harer 2007). For the p-Wasserstein distance, it is the p-norm of the differences at all
 * vertices and edges (Skraba, Turner 2020).
 */
export function stabilityBound(
  measure: Measure,
  { edges }: Graph,
  f: Float32Array,
  g: Float32Array,
  direction: Direction,
): number {
  if (measure === "bottleneck") return supDistance(f, g)!;
  const power = (difference: number): number =>
    measure === "wasserstein1" ? Math.abs(difference) : difference ** 2;
  const last = direction === "sub" ? Math.max : Math.min;
  let sum = f.reduce((all, value, v) => all + power(value - g[v]!), 0);
  for (let e = 0; e < edges.length; e += 2) {
    const [a, b] = [edges[e]!, edges[e + 1]!];
    sum += power(last(f[a]!, f[b]!) - last(g[a]!, g[b]!));
  }
  return measure === "wasserstein1" ? sum : Math.sqrt(sum);
}

/** A bar whose creator changed. */
export interface Handover {
  /** The current bar. */
  readonly bar: Bar;
  readonly from: number;
  readonly to: number;
  /** The values of the bar are unchanged; only its owner has changed. */
  readonly sameValues: boolean;
  /** The two vertices have swapped their order. */
  readonly swapped: boolean;
  /** The two values are equal now, or were before; the vertex index decides ties. */
  readonly tied: "now" | "before" | null;
}

export interface Swaps {
  readonly handovers: readonly Handover[];
}

/**
 * Component bars whose owner changed. A bar corresponds to the bar with
 * the same values or, if there is none, to the bar that the same vertex ends.
 */
export function swaps(before: Filtration, after: Filtration, direction: Direction): Swaps {
  const old = componentBars(before, direction);
  const now = componentBars(after, direction);
  const gone = new Set(without(old, now));
  const handovers: Handover[] = [];
  for (const alike of [sameValues, sameEnd]) {
    for (const bar of without(now, old)) {
      if (handovers.some((handover) => handover.bar === bar)) continue;
      const last = [...gone].find((other) => alike(other, bar));
      if (!last) continue;
      gone.delete(last);
      const [from, to] = [last.birthVertex, bar.birthVertex];
      const swapped = isBelow(before.filter, from, to) !== isBelow(after.filter, from, to);
      const tied =
        after.filter[from] === after.filter[to]
          ? "now"
          : before.filter[from] === before.filter[to]
            ? "before"
            : null;
      handovers.push({ bar, from, to, sameValues: sameValues(last, bar), swapped, tied });
    }
  }
  return { handovers: handovers.filter(({ from, to }) => from !== to) };
}

function componentBars(filtration: Filtration, direction: Direction): readonly Bar[] {
  return drawnBars(filtration, direction).filter(({ kind }) => !isLoop(kind));
}

/** The bars whose vertex pair does not occur among the others. */
function without(bars: readonly Bar[], others: readonly Bar[]): readonly Bar[] {
  const pairs = new Set(others.map(pairOf));
  return bars.filter((bar) => !pairs.has(pairOf(bar)));
}

const pairOf = ({ birthVertex, deathVertex }: Bar): string => `${birthVertex} ${deathVertex}`;
const sameValues = (a: Bar, b: Bar): boolean => a.birth === b.birth && a.death === b.death;
const sameEnd = (a: Bar, b: Bar): boolean => a.deathVertex === b.deathVertex;
const isBelow = (filter: Float32Array, a: number, b: number): boolean =>
  filter[a]! < filter[b]! || (filter[a] === filter[b] && a < b);

/** A bar whose creator changed, as a sentence; empty if none did. */
export function describeSwaps({ handovers }: Swaps, nameOf: (vertex: number) => string): string {
  const handover = handovers.find(({ bar }) => bar.death !== null) ?? handovers[0];
  if (!handover) return "";
  const { bar, from, to, swapped, tied } = handover;
  const [was, is] = [nameOf(from), nameOf(to)];
  const which =
    bar.death === null
      ? `the bar that starts at ${formatValue(bar.birth)} and never ends`
      : `the bar (${endsOf(bar).join(", ")})`;
  // Two vertices that swap exchange two bars: the other one is implied.
  const others = handovers.filter((other) => other.to !== from || other.from !== to).length - 1;
  const more = others === 0 ? "" : ` The creator of ${others} more ${others === 1 ? "bar" : "bars"} changed.`;
  if (tied === "now")
    return `${was} and ${is} now have equal values; by index, ${is} creates ${which}.${more}`;
  if (tied === "before")
    return `${was} and ${is} no longer have equal values; ${is} now creates ${which}.${more}`;
  return swapped
    ? `${was} and ${is} swap order: ${is} now creates ${which}.${more}`
    : `${is} instead of ${was} now creates ${which}.${more}`;
}

// Distances of two barcodes of one direction, with an optimal matching of their bars.

/** The bottleneck distance, and the Wasserstein distances of order 1 and 2. */
export const MEASURES = ["bottleneck", "wasserstein1", "wasserstein2"] as const;
export type Measure = (typeof MEASURES)[number];

/** A distance of two diagrams; each array contains birth and death of one point after the other. */
type DistanceOf = (a: Float32Array, b: Float32Array) => Pick<Distance, "value" | "matching">;

/** Two matched bars. null: the other one is matched to the diagonal, or has no partner if the length is infinite. */
export interface MatchingLine {
  readonly from: Bar | null;
  readonly to: Bar | null;
  readonly length: number;
  /** The number of loops of `from` that are matched to loops of `to`. */
  readonly count: number;
}

/** The bars of one dimension. */
interface Matching {
  readonly distance: number;
  /** The longest first. */
  readonly lines: readonly MatchingLine[];
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
    const lines = new Map<string, MatchingLine>();
    for (const pair of matching) {
      const from = pair.a === null ? null : a![pair.a]!;
      const to = pair.b === null ? null : b![pair.b]!;
      const key = `${from?.id} ${to?.id}`;
      lines.set(key, { from, to, length: pair.cost, count: (lines.get(key)?.count ?? 0) + 1 });
    }
    // Not by their difference: infinite lengths have none.
    const order = (x: MatchingLine, y: MatchingLine): number =>
      Number(y.length > x.length) - Number(y.length < x.length);
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
