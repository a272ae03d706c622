// The plane of the hat: births to the right, deaths upwards, with the same range.

import type { Bar, Point } from "../../domain/graph/graph";
import { zeroDistance } from "../../domain/persistence/vectors";
import type { Hat } from "../../domain/persistence/vectors";
import type { Domain } from "./colour";
import { roundTo } from "./axis";

export interface Plane {
  readonly left: number;
  readonly top: number;
  readonly side: number;
  readonly range: Domain;
  readonly x: (birth: number) => number;
  readonly y: (death: number) => number;
  readonly birthAt: (x: number) => number;
  readonly deathAt: (y: number) => number;
}

const RIGHT = 10;

/** `size` is the text size. */
export function planeOf(width: number, height: number, range: Domain, size: number): Plane {
  const [before, top, below] = [3 * size, 2 * size, 3 * size + 2];
  const side = Math.max(Math.min(width - before - RIGHT, height - top - below), 1);
  const left = before + Math.max((width - before - RIGHT - side) / 2, 0);
  const scale = side / (range[1] - range[0]);
  return {
    left,
    top,
    side,
    range,
    x: (birth) => left + (birth - range[0]) * scale,
    y: (death) => top + side - (death - range[0]) * scale,
    birthAt: (x) => range[0] + (x - left) / scale,
    deathAt: (y) => range[0] + (top + side - y) / scale,
  };
}

/** The domain with a margin for a hat around the outermost bars. */
export function rangeAround([low, high]: Domain): Domain {
  const room = (high - low) / 4 || 0.5;
  return [low - room, high + room];
}

/** The corners of all points at a distance from the centre in the 1-norm, in pixels. */
function cornersAt({ x, y }: Plane, { birth, death }: Hat, distance: number): readonly Point[] {
  return [
    [x(birth + distance), y(death)],
    [x(birth), y(death + distance)],
    [x(birth - distance), y(death)],
    [x(birth), y(death - distance)],
  ];
}

/** All points at a distance from the centre in the 1-norm, as a path. */
export function diamondAt(plane: Plane, hat: Hat, distance: number): string {
  return `M${cornersAt(plane, hat, distance).map(pairOf).join("L")}Z`;
}

/** The sides of a diamond, clipped to the plane. */
export function sidesAt(plane: Plane, hat: Hat, distance: number): string {
  const corners = cornersAt(plane, hat, distance);
  return corners.map((corner, i) => within(plane, corner, corners[(i + 1) % 4]!)).join("");
}

const pairOf = ([x, y]: Point): string => `${x} ${y}`;

/** The part of a line inside the plane; empty if there is none. */
function within({ left, top, side }: Plane, from: Point, to: Point): string {
  const step = [to[0] - from[0], to[1] - from[1]] as const;
  const along = (share: number): Point => [from[0] + share * step[0], from[1] + share * step[1]];
  let [first, last] = [0, 1];
  for (const [axis, low] of [
    [0, left],
    [1, top],
  ] as const) {
    // No side of a diamond is parallel to an axis; a side of length zero draws nothing.
    if (step[axis] === 0) return "";
    const [a, b] = [(low - from[axis]) / step[axis], (low + side - from[axis]) / step[axis]];
    first = Math.max(first, Math.min(a, b));
    last = Math.min(last, Math.max(a, b));
  }
  return first < last ? `M${pairOf(along(first))}L${pairOf(along(last))}` : "";
}

/** The side of the hat's centre with more room: 1 is to the right. It does not depend on the radius, so a drag of the radius cannot change it. */
function sideOf([low, high]: Domain, birth: number): 1 | -1 {
  return birth - low > high - birth ? -1 : 1;
}

/** The handle of the hat's radius: the corner of the line where the hat is 0, inside the plane. */
export function gripOf({ range }: Plane, hat: Hat): number {
  const corner = hat.birth + sideOf(range, hat.birth) * zeroDistance(hat);
  return Math.min(Math.max(corner, range[0]), range[1]);
}

/** The radius of a hat whose handle is dragged to a birth. */
export function radiusAt({ range }: Plane, { birth }: Hat, to: number): number {
  const within = Math.min(Math.max(to, range[0]), range[1]);
  return 2 * Math.max(sideOf(range, birth) * (within - birth), 0);
}

/** The initial hat: over the longest bar, as wide as half of the values, in whole steps. */
export function firstHat(bars: readonly Bar[], [low, high]: Domain, step: number): Hat {
  const longest = bars.reduce<Bar | null>(
    (best, bar) => (best === null || lengthOf(bar) > lengthOf(best) ? bar : best),
    null,
  );
  return {
    birth: roundTo(step, longest?.birth ?? low + (high - low) / 3),
    death: roundTo(step, longest?.death ?? low + (2 * (high - low)) / 3),
    radius: roundTo(step, (high - low) / 2),
  };
}

const lengthOf = ({ birth, death }: Bar): number => Math.abs(death! - birth);
