// How far two filters of a graph are apart, and how far their barcodes: moving every value by at most ε moves no bar farther.

import { isZeroLength } from "./bars";
import type { Bar, BarcodeKind, Direction, Filtration } from "../graph/graph";
import { formatValue } from "../text/sentences";
import { finiteBars } from "./slopes";

/** The bottleneck distance of two diagrams, birth and death of each point after the other. */
export type BottleneckOf = (a: Float32Array, b: Float32Array) => number;

/** The bottleneck distances of the ordinary barcodes of one direction; infinite where one has more endless bars. */
export type BarcodeDistances = Readonly<Record<"h0" | "h0Essential" | "h1Essential", number>>;

/** The largest difference at a vertex; null where they are not filters of the same vertices. */
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

/** That of the barcodes together: a bar is matched with one of its kind only. */
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

/** On a line the best matching goes from the least to the greatest. */
function sortedDistance(f: readonly number[], g: readonly number[]): number {
  if (f.length !== g.length) return Infinity;
  return f.reduce((largest, birth, i) => Math.max(largest, Math.abs(birth - g[i]!)), 0);
}

/** A bar that another vertex begins than before. */
export interface Handover {
  /** As it is now. */
  readonly bar: Bar;
  readonly from: number;
  readonly to: number;
  /** Its values are what they were: nothing but the owner has changed. */
  readonly sameValues: boolean;
  /** The two vertices have changed their order. */
  readonly swapped: boolean;
  /** Their values are equal: now, or before. Then their numbers decide, or decided. */
  readonly tied: "now" | "before" | null;
}

/** A vertex whose bar ends at another vertex than before; null: never. */
export interface Rematch {
  readonly birthVertex: number;
  readonly from: number | null;
  readonly to: number | null;
}

export interface Swaps {
  readonly handovers: readonly Handover[];
  readonly rematches: readonly Rematch[];
}

/**
 * Which bars of components changed their owner, and which vertices their partner. A bar goes on as the one with the same
 * values, or else as the one that the same vertex ends.
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
  const ends = new Map(now.map(({ birthVertex, deathVertex }) => [birthVertex, deathVertex]));
  const rematches = old.flatMap(({ birthVertex, deathVertex: from }): Rematch[] => {
    const to = ends.get(birthVertex);
    return to === undefined || to === from ? [] : [{ birthVertex, from, to }];
  });
  return { handovers: handovers.filter(({ from, to }) => from !== to), rematches };
}

function componentBars({ bars }: Filtration, direction: Direction): readonly Bar[] {
  return bars.filter(
    (bar) =>
      bar.direction === direction && (bar.kind === "h0" || bar.kind === "h0Essential") && !isZeroLength(bar),
  );
}

/** The bars whose pair of vertices is not among the others. */
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
      : `the bar (${formatValue(bar.birth)}, ${formatValue(bar.death)})`;
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
