// Positions and colours of the labels of coordinate functions.

import type { Plane } from "../../learn/tools/plane";
import { outlineOf, valueAt } from "./element";
import type { CoordinatesFrame, Strip } from "./frame";
import { isFinite2d } from "./functions";
import type { ReadCoordinateFunction } from "./functions";

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
export function yIn({ y, half }: Strip, added: number, most: number): number {
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
