// Where the points of a diagram were at epochs before. A bar has its name, and so its trail, by the vertex it is born at (and
// by its end, where extended persistence gives a loop one): where another vertex begins it, another trail begins.

import { isZeroLength } from "../../domain/persistence/bars";
import type { Bar, BarId, Direction } from "../../domain/graph/graph";
import type { Domain } from "../shared/colour";
import { placeOf } from "./points";
import type { Frame } from "./points";

/** The bars of the graph in view with the weights of an epoch. */
export interface EpochBars {
  readonly epoch: number;
  readonly bars: readonly Bar[];
}

/** A bar at one epoch. */
export interface TrailPoint {
  readonly x: number;
  readonly y: number;
  readonly direction: Direction;
  /** How many of the epochs that are shown lie between it and the bars of now; 1: the last before. */
  readonly age: number;
}

/** From a bar at one epoch to the same bar at the next one that is shown. */
export interface TrailStep extends TrailPoint {
  readonly toX: number;
  readonly toY: number;
}

export interface Trails {
  readonly steps: readonly TrailStep[];
  /** Points of the last few epochs, whether their bars are still there or not. */
  readonly ghosts: readonly TrailPoint[];
  /** Bars of now that are longer than those without a trail. */
  readonly drawn: number;
  readonly of: number;
}

/** More trails than this cannot be told apart: the longest bars have one. */
const MAX_TRAILS = 60;
/** Epochs of which all points are seen. */
export const GHOSTS = 5;

/**
 * The trails of the bars `now`, and of those that were there before, through the epochs of `past`, which ascend. Bars are
 * as long as the piece of the domain that they cover: one that never ends goes up to its end.
 */
export function trailsOf(
  past: readonly EpochBars[],
  now: readonly Bar[],
  directions: readonly Direction[],
  frame: Frame,
  domain: Domain,
  most = MAX_TRAILS,
): Trails {
  const seen = (bar: Bar): boolean => directions.includes(bar.direction) && !isZeroLength(bar);
  const all = [...past.map(({ bars }) => bars), now].map((bars) => bars.filter(seen));
  const longest = longestOf(all, domain, most);
  const steps: TrailStep[] = [];
  const ghosts: TrailPoint[] = [];
  let before = new Map<BarId, TrailPoint>();
  all.forEach((bars, i) => {
    const age = all.length - 1 - i;
    const here = new Map<BarId, TrailPoint>();
    for (const bar of bars) {
      if (!longest.has(bar.id)) continue;
      const { direction } = bar;
      const [x, y] = placeOf(bar, frame);
      const point = { x, y, direction, age };
      const last = before.get(bar.id);
      if (last) steps.push({ ...last, toX: x, toY: y });
      if (age > 0 && age <= GHOSTS) ghosts.push(point);
      here.set(bar.id, point);
    }
    before = here;
  });
  const bars = all.at(-1)!;
  return { steps, ghosts, drawn: bars.filter(({ id }) => longest.has(id)).length, of: bars.length };
}

/** Names of the bars that are longest at any of the epochs. */
function longestOf(all: readonly (readonly Bar[])[], domain: Domain, most: number): ReadonlySet<BarId> {
  const lengths = new Map<BarId, number>();
  for (const bar of all.flat()) {
    const end = bar.death ?? domain[bar.direction === "sub" ? 1 : 0];
    lengths.set(bar.id, Math.max(lengths.get(bar.id) ?? 0, Math.abs(end - bar.birth)));
  }
  const ordered = [...lengths].sort(([, a], [, b]) => b - a);
  return new Set(ordered.slice(0, most).map(([id]) => id));
}
