// The square of the hat: births to the right, deaths upwards, both over one range.

import type { Bar } from "../../../domain/graph";
import type { Hat } from "../../../domain/hat";
import type { Domain } from "../../../plots/shared/colour";
import { roundTo } from "./numbers";

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

const LEFT = 36;
const RIGHT = 10;
const TOP = 24;
const BOTTOM = 38;

export function planeOf(width: number, height: number, range: Domain): Plane {
  const side = Math.max(Math.min(width - LEFT - RIGHT, height - TOP - BOTTOM), 1);
  const left = LEFT + Math.max((width - LEFT - RIGHT - side) / 2, 0);
  const scale = side / (range[1] - range[0]);
  return {
    left,
    top: TOP,
    side,
    range,
    x: (birth) => left + (birth - range[0]) * scale,
    y: (death) => TOP + side - (death - range[0]) * scale,
    birthAt: (x) => range[0] + (x - left) / scale,
    deathAt: (y) => range[0] + (TOP + side - y) / scale,
  };
}

/** The domain with room for a hat around the outermost bars. */
export function rangeAround([low, high]: Domain): Domain {
  const room = (high - low) / 4 || 0.5;
  return [low - room, high + room];
}

/** All points at a distance from the centre in the 1-norm. */
export function diamondAt({ x, y }: Plane, { birth, death }: Hat, distance: number): string {
  const corner = (db: number, dd: number): string => `${x(birth + db)} ${y(death + dd)}`;
  return `M${corner(distance, 0)}L${corner(0, distance)}L${corner(-distance, 0)}L${corner(0, -distance)}Z`;
}

/** The corner of the hat's radius to take hold of: to the right of the centre, or to its left where that is outside. */
export function gripOf({ range }: Plane, { birth, radius }: Hat): number {
  const right = birth + Math.abs(radius);
  return right <= range[1] ? right : Math.max(birth - Math.abs(radius), range[0]);
}

/** The hat before anybody has moved it: over the longest bar, as wide as half of the values, in whole steps. */
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
