// Positions of diagram points at earlier epochs. The birth vertex identifies a bar and its trail (for
// extended loops, the death vertex as well): if another vertex creates the bar, a new trail starts.

import { isZeroLength } from "../../domain/persistence/bars";
import type { Bar, BarId, Direction } from "../../domain/graph/graph";
import type { Domain } from "../shared/colour";
import { placeOf } from "./points";
import type { DiagramFrame } from "./points";

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
  /** The number of displayed epochs between it and the current bars; 1: the last before. */
  readonly age: number;
}

/** The line from a bar at one epoch to the same bar at the next displayed epoch. */
export interface TrailStep extends TrailPoint {
  readonly toX: number;
  readonly toY: number;
}

export interface Trails {
  readonly steps: readonly TrailStep[];
  /** Points of the last few epochs, even if their bars no longer exist. */
  readonly ghosts: readonly TrailPoint[];
  /** The current bars that are longer than those without a trail. */
  readonly drawn: number;
  readonly of: number;
}

/** More trails than this are indistinguishable, so only the longest bars have one. */
const MAX_TRAILS = 60;
/** Epochs with all points visible. */
export const GHOST_EPOCHS = 5;

/**
 * The trails of the bars `now` and of earlier bars through the epochs of `past`, which ascend. The length of
 * a bar is the part of the domain that it covers; an essential bar reaches the end.
 */
export function trailsOf(
  past: readonly EpochBars[],
  now: readonly Bar[],
  directions: readonly Direction[],
  frame: DiagramFrame,
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
      if (age > 0 && age <= GHOST_EPOCHS) ghosts.push(point);
      here.set(bar.id, point);
    }
    before = here;
  });
  const bars = all.at(-1)!;
  return { steps, ghosts, drawn: bars.filter(({ id }) => longest.has(id)).length, of: bars.length };
}

/** Ids of the bars that are among the longest at any epoch. */
function longestOf(all: readonly (readonly Bar[])[], domain: Domain, most: number): ReadonlySet<BarId> {
  const lengths = new Map<BarId, number>();
  for (const bar of all.flat()) {
    const end = bar.death ?? domain[bar.direction === "sub" ? 1 : 0];
    lengths.set(bar.id, Math.max(lengths.get(bar.id) ?? 0, Math.abs(end - bar.birth)));
  }
  const ordered = [...lengths].sort(([, a], [, b]) => b - a);
  return new Set(ordered.slice(0, most).map(([id]) => id));
}
