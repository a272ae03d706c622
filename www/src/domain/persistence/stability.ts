// The distance of two filters of a graph and the distance of their barcodes: if no value moves by more than
// ε, no bar does.

import { isZeroLength } from "./bars";
import type { Bar, BarcodeKind, Direction, Filtration } from "../graph/graph";
import { endsOf, formatValue } from "../text/values";
import { finiteBars } from "./slopes";

/**
 * The bottleneck distance of two diagrams; each array contains birth and death of one point after the other.
 */
export type BottleneckOf = (a: Float32Array, b: Float32Array) => number;

/**
 * The bottleneck distances of the ordinary barcodes of one direction; infinite if the numbers of essential
 * bars differ.
 */
export type BarcodeDistances = Readonly<Record<"h0" | "h0Essential" | "h1Essential", number>>;

/** The largest difference at a vertex; null if the filters belong to different vertices. */
export function supDistance(f: Float32Array, g: Float32Array): number | null {
  if (f.length !== g.length) return null;
  return f.reduce((largest, value, v) => Math.max(largest, Math.abs(value - g[v]!)), 0);
}

export function barcodeDistances(
  f: readonly Bar[],
  g: readonly Bar[],
  direction: Direction,
  bottleneckOf: BottleneckOf,
): BarcodeDistances {
  const endless = (kind: BarcodeKind): number =>
    sortedDistance(birthsOf(f, kind, direction), birthsOf(g, kind, direction));
  return {
    h0: bottleneckOf(pointsOf(f, direction), pointsOf(g, direction)),
    h0Essential: endless("h0Essential"),
    h1Essential: endless("h1Essential"),
  };
}

/** The distance of the combined barcodes: each bar is matched with a bar of its kind. */
export function largestDistance(distances: BarcodeDistances): number {
  return Math.max(distances.h0, distances.h0Essential, distances.h1Essential);
}

function pointsOf(bars: readonly Bar[], direction: Direction): Float32Array {
  return Float32Array.from(finiteBars(bars, direction).flatMap(({ birth, death }) => [birth, death!]));
}

function birthsOf(bars: readonly Bar[], kind: BarcodeKind, direction: Direction): number[] {
  return bars
    .filter((bar) => bar.kind === kind && bar.direction === direction)
    .flatMap(({ birth, multiplicity }) => Array<number>(multiplicity).fill(birth))
    .sort((a, b) => a - b);
}

/** In one dimension, the best matching is in sorted order. */
function sortedDistance(f: readonly number[], g: readonly number[]): number {
  if (f.length !== g.length) return Infinity;
  return f.reduce((largest, birth, i) => Math.max(largest, Math.abs(birth - g[i]!)), 0);
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

function componentBars({ bars }: Filtration, direction: Direction): readonly Bar[] {
  return bars.filter(
    (bar) =>
      bar.direction === direction && (bar.kind === "h0" || bar.kind === "h0Essential") && !isZeroLength(bar),
  );
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
  const told = handovers.find(({ bar }) => bar.death !== null) ?? handovers[0];
  if (!told) return "";
  const { bar, from, to, swapped, tied } = told;
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
