// Where coordinate functions are named in their picture, and in which colour.

import type { Plane } from "../../learn/tools/plane";
import { outlineOf, valueAt } from "./element";
import type { CoordinatesFrame, Strip } from "./frame";
import { isFinite2d } from "./functions";
import type { ReadCoordinateFunction } from "./functions";

/** Of the diverging pair. */
export function signOf(added: number): "positive" | "negative" {
  return added < 0 ? "negative" : "positive";
}

/** Places at which a coordinate function on the line is drawn. */
const SAMPLES = 160;

/** What a bar born at so many places would add to the score of a class through a coordinate function over births. */
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

/** The largest number that any of these would add, so that all of a strip have one scale. */
export function tallest(bumps: readonly (readonly (readonly [number, number])[])[]): number {
  let most = 0;
  for (const bump of bumps) for (const [, added] of bump) most = Math.max(most, Math.abs(added));
  return most;
}

/** How high in a strip. */
export function yIn({ y, half }: Strip, added: number, most: number): number {
  return y - (added / (most || 1)) * (half - 3);
}

export interface HatLabel {
  readonly coordinate: ReadCoordinateFunction;
  readonly x: number;
  readonly y: number;
}

/** Labels closer than this to a stronger coordinate function's are left out. */
const APART = 13;

/** Where the numbers of coordinate functions stand: at their centres, on strips over the birth of most effect; one over another is left out. */
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

/** On a strip: over its centre, or where a line is highest, on the side on which its curve is. */
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
