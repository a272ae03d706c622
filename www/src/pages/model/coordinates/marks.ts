// Positions and colours of the labels of coordinate functions.

import type { Plane } from "../../../plots/shared/plane";
import { outlineOf, valueAt } from "./element";
import type { Outline } from "./element";
import { isFinite2d } from "./functions";
import type { ReadCoordinateFunction } from "./functions";
import type { Domain } from "../../../plots/shared/colour";

/** Side of the diverging colour scale. */
export function signOf(added: number): "positive" | "negative" {
  return added < 0 ? "negative" : "positive";
}

/** Number of samples of a coordinate function on a strip. */
const SAMPLES = 160;

/** Samples the contribution of a bar to the score of a class, over its birth. */
export function bumpOf(
  plane: Plane,
  coordinate: ReadCoordinateFunction,
  wanted: number,
): readonly (readonly [birth: number, added: number])[] {
  const [low, high] = plane.range;
  const slope = coordinate.gradient[wanted]!;
  return Array.from({ length: SAMPLES + 1 }, (_, i) => {
    const birth = low + (i / SAMPLES) * (high - low);
    return [birth, slope * valueAt(coordinate.element, coordinate.parameters, [birth])] as const;
  });
}

/** The largest absolute contribution, for a common scale of a strip. */
export function tallest(bumps: readonly (readonly (readonly [number, number])[])[]): number {
  let most = 0;
  for (const bump of bumps) for (const [, added] of bump) most = Math.max(most, Math.abs(added));
  return most;
}

/** The y coordinate of a contribution in a strip. */
export function yIn({ y, half }: EssentialStrip, added: number, most: number): number {
  return y - (added / (most || 1)) * (half - 3);
}

export interface HatLabel {
  readonly coordinate: ReadCoordinateFunction;
  readonly x: number;
  readonly y: number;
}

/** Labels closer than this to the label of a stronger coordinate function are omitted. */
const APART = 13;

/**
 * Label positions: the centre in the plane, the birth of largest effect on a strip. Overlapping labels of weaker
 * coordinate functions are omitted.
 */
export function labelsOf(
  frame: CoordinatesFrame,
  coordinates: readonly ReadCoordinateFunction[],
  wanted: number,
): readonly HatLabel[] {
  const labels: HatLabel[] = [];
  const { left, top, side } = frame;
  for (const coordinate of coordinates) {
    const place = isFinite2d(coordinate.barcode)
      ? centreOf(frame, coordinate)
      : peakOf(frame, coordinate, wanted);
    if (!place) continue;
    const [x, y] = place;
    const inside = x >= left && x <= left + side && y >= top && y <= frame.base;
    const free = labels.every((other) => Math.hypot(other.x - x, other.y - y) >= APART);
    if (inside && free) labels.push({ coordinate, x, y });
  }
  return labels;
}

function centreOf(
  { x, y, top, side }: CoordinatesFrame,
  { element, parameters }: ReadCoordinateFunction,
): readonly [number, number] | null {
  const outline = outlineOf(element, parameters);
  if (outline.type === "side") return null;
  const [birth, death] = outline.type === "corner" ? [outline.place, outline.place] : outline.centre;
  const down = y(death);
  return down > top + side ? null : [x(birth), down];
}

/** The peak on a strip: the centre, or the maximum of a line, on the side of its curve. */
function peakOf(
  frame: CoordinatesFrame,
  coordinate: ReadCoordinateFunction,
  wanted: number,
): readonly [number, number] | null {
  const strip = frame.strips.find(({ barcode }) => barcode === coordinate.barcode);
  if (!strip) return null;
  const [low, high] = frame.range;
  const line = coordinate.element === "line" || coordinate.element === "leaky-line";
  const at = (birth: number): number => valueAt(coordinate.element, coordinate.parameters, [birth]);
  const birth = !line ? coordinate.parameters[0]! : Math.abs(at(low)) > Math.abs(at(high)) ? low : high;
  return [frame.x(birth), strip.y - Math.sign(at(birth) * coordinate.gradient[wanted]!) * (strip.half - 8)];
}

// Layout of the picture of the coordinate functions: a square of births and deaths, and below it a strip for each
// barcode of essential bars, over the same births.

type StripName = "h0Essential" | "h1Essential";
const STRIPS: readonly StripName[] = ["h0Essential", "h1Essential"];

export interface EssentialStrip {
  readonly barcode: StripName;
  /** The middle line, for contribution 0. */
  readonly y: number;
  /** Distance from the middle line to the edges. */
  readonly half: number;
}

export interface CoordinatesFrame extends Plane {
  readonly strips: readonly EssentialStrip[];
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
