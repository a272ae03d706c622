// Positions of the graphs in the plot, and movements between them.

import { ticksOf } from "../../../plots/shared/axis";
import { rangeOf } from "../../../plots/shared/colour";
import type { Domain } from "../../../plots/shared/colour";

const LEFT = 52;
const RIGHT = 12;
const TOP = 10;
const BOTTOM = 40;

export interface MapFrame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
  /** Values of the grid. */
  readonly ticks: readonly [readonly number[], readonly number[]];
  /** x and y of each graph, in pixels. */
  readonly places: Float32Array;
}

/** Both axes cover all graphs with a margin. `equal`: both have the same range. */
export function frameOf(points: Float32Array, width: number, height: number, equal = false): MapFrame {
  const [left, right] = [LEFT, Math.max(width - RIGHT, LEFT + 1)];
  const [top, bottom] = [TOP, Math.max(height - BOTTOM, TOP + 1)];
  const [across, up] = [0, 1].map((axis) =>
    domainOf(equal ? points : points.filter((_, i) => i % 2 === axis)),
  );
  const x = (value: number): number =>
    left + ((value - across![0]) / (across![1] - across![0])) * (right - left);
  const y = (value: number): number => bottom - ((value - up![0]) / (up![1] - up![0])) * (bottom - top);
  return {
    left,
    right,
    top,
    bottom,
    x,
    y,
    ticks: [ticksOf(across!), ticksOf(up!, 4)],
    places: points.map((value, i) => (i % 2 === 0 ? x(value) : y(value))),
  };
}

/** The line of equal coordinates of a frame with equal ranges, as an SVG path. */
export function diagonalOf({ left, right, top, bottom }: MapFrame): string {
  return `M${left} ${bottom}L${right} ${top}`;
}

function domainOf(values: Float32Array): Domain {
  const [low, high] = rangeOf(values);
  const margin = high > low ? 0.04 * (high - low) : 1;
  return [low - margin, high + margin];
}

/** The nearest graph within reach of the pointer; null: none. */
export function graphAt(places: Float32Array, x: number, y: number, reach = 14): number | null {
  let best: number | null = null;
  let nearest = reach;
  for (let graph = 0; 2 * graph < places.length; graph++) {
    const distance = Math.hypot(places[2 * graph]! - x, places[2 * graph + 1]! - y);
    if (distance >= nearest) continue;
    nearest = distance;
    best = graph;
  }
  return best;
}

const DIRECTIONS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * The target of a key. Arrow keys move to the nearest graph in a direction. Page Up and Page Down move to the previous and the next
 * number, so that every graph can be reached. null: the key has another meaning.
 */
export function graphBeside(places: Float32Array, from: number, key: string): number | null {
  const last = places.length / 2 - 1;
  const numbered = { Home: 0, End: last, PageUp: from - 1, PageDown: from + 1 }[key];
  if (numbered !== undefined) return Math.min(Math.max(numbered, 0), last);
  const direction = DIRECTIONS[key];
  if (!direction) return null;
  let best = from;
  let nearest = Infinity;
  for (let graph = 0; graph <= last; graph++) {
    const [dx, dy] = [places[2 * graph]! - places[2 * from]!, places[2 * graph + 1]! - places[2 * from + 1]!];
    const along = dx * direction[0] + dy * direction[1];
    const across = Math.abs(dx * direction[1]) + Math.abs(dy * direction[0]);
    // Within 45° of the direction.
    if (along <= 0 || across > along || along + across >= nearest) continue;
    nearest = along + across;
    best = graph;
  }
  return best;
}
