// Layout of the picture of the coordinate functions: a square of births and deaths, and below it a strip for each
// barcode of essential bars, over the same births.

import type { Domain } from "../../../plots/shared/colour";
import type { Plane } from "../../learn/tools/plane";
import type { Outline } from "./element";

export type StripName = "h0Essential" | "h1Essential";
const STRIPS: readonly StripName[] = ["h0Essential", "h1Essential"];

export interface Strip {
  readonly barcode: StripName;
  /** The middle line, for contribution 0. */
  readonly y: number;
  /** Distance from the middle line to the edges. */
  readonly half: number;
}

export interface CoordinatesFrame extends Plane {
  readonly strips: readonly Strip[];
  /** Lower edge of the picture. */
  readonly base: number;
}

const LEFT = 44;
const RIGHT = 10;
const TOP = 20;
const BELOW = 34;
const STRIP = 44;
const GAP = 8;

export function frameOf(width: number, height: number, range: Domain): CoordinatesFrame {
  const strips = STRIPS.length * (STRIP + GAP);
  const side = Math.max(Math.min(width - LEFT - RIGHT, height - TOP - strips - BELOW), 1);
  const left = LEFT + Math.max((width - LEFT - RIGHT - side) / 2, 0);
  const scale = side / (range[1] - range[0]);
  const first = TOP + side + GAP + STRIP / 2;
  return {
    left,
    top: TOP,
    side,
    range,
    x: (birth) => left + (birth - range[0]) * scale,
    y: (death) => TOP + side - (death - range[0]) * scale,
    birthAt: (x) => range[0] + (x - left) / scale,
    deathAt: (y) => range[0] + (TOP + side - y) / scale,
    strips: STRIPS.map((barcode, i) => ({ barcode, y: first + i * (STRIP + GAP), half: STRIP / 2 })),
    base: TOP + side + strips,
  };
}

/** Margin beyond the values for coordinate functions, as a share of the range. */
const ROOM = 0.1;

/** [0, 1], the range of learned filters, extended to all values and by a margin. */
export function rangeOf(filter: Float32Array): Domain {
  let [low, high] = [0, 1];
  for (const value of filter) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  const room = ROOM * (high - low);
  return [low - room, high + room];
}

/** The outline of a coordinate function in the plane, as a path that may extend beyond the square. */
export function pathOf({ x, y, range }: Plane, outline: Outline): string {
  const at = (birth: number, death: number): string => `${x(birth)} ${y(death)}`;
  // Beyond the visible range.
  const [low, high] = [range[0] - 1, range[1] + 1];
  switch (outline.type) {
    case "diamond": {
      const [[birth, death], r] = [outline.centre, outline.radius];
      return `M${at(birth + r, death)}L${at(birth, death + r)}L${at(birth - r, death)}L${at(birth, death - r)}Z`;
    }
    case "ellipse": {
      const [birth, death] = outline.centre;
      const far = 100 * (range[1] - range[0]);
      const [across, up] = outline.radii.map((radius) => Math.min(radius, far)) as [number, number];
      const radii = `${x(across) - x(0)} ${y(0) - y(up)}`;
      return `M${at(birth - across, death)}A${radii} 0 0 1 ${at(birth + across, death)}A${radii} 0 0 1 ${at(birth - across, death)}Z`;
    }
    case "corner": {
      const t = outline.place;
      return `M${at(low, t)}L${at(t, t)}L${at(t, high)}L${at(low, high)}ZM${at(t, low)}L${at(t, t)}L${at(high, t)}L${at(high, low)}Z`;
    }
    case "side":
      return halfPlane(outline.line, low, high)
        .map(([birth, death], i) => `${i === 0 ? "M" : "L"}${at(birth, death)}`)
        .join("")
        .concat("Z")
        .replace(/^Z$/, "");
  }
}

/** The corners of the part of a square on which a·x + b·y + c is positive. */
function halfPlane(
  [a, b, c]: readonly [number, number, number],
  low: number,
  high: number,
): readonly (readonly [number, number])[] {
  const corners = [
    [low, low],
    [high, low],
    [high, high],
    [low, high],
  ] as const;
  const of = ([x, y]: readonly [number, number]): number => a * x + b * y + c;
  return corners.flatMap((corner, i) => {
    const next = corners[(i + 1) % corners.length]!;
    const [here, there] = [of(corner), of(next)];
    const kept = here > 0 ? [corner] : [];
    if (here > 0 === there > 0) return kept;
    const share = here / (here - there);
    const crossing = [
      corner[0] + share * (next[0] - corner[0]),
      corner[1] + share * (next[1] - corner[1]),
    ] as const;
    return [...kept, crossing];
  });
}
