// Where hats are named in their picture, and in which colour.

import type { Plane } from "../../learn/tools/plane";
import { outlineOf, valueAt } from "./element";
import type { HatFrame, Strip } from "./frame";
import { isFinite2d } from "./hats";
import type { ReadCoordinateFunction } from "./hats";

/** Of the diverging pair. */
export function signOf(added: number): "positive" | "negative" {
  return added < 0 ? "negative" : "positive";
}

/** Places at which a hat on the line is drawn. */
const SAMPLES = 160;

/** What a bar born at so many places would add to the score of a class through a hat over births. */
export function bumpOf(
  plane: Plane,
  hat: ReadCoordinateFunction,
  wanted: number,
): readonly (readonly [birth: number, added: number])[] {
  const [low, high] = plane.range;
  const slope = hat.gradient[wanted]!;
  return Array.from({ length: SAMPLES + 1 }, (_, i) => {
    const birth = low + (i / SAMPLES) * (high - low);
    return [birth, slope * valueAt(hat.element, hat.parameters, [birth])] as const;
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
  readonly hat: ReadCoordinateFunction;
  readonly x: number;
  readonly y: number;
}

/** Labels closer than this to a stronger hat's are left out. */
const APART = 13;

/** Where the numbers of hats stand: at their centres, on strips over the birth of most effect; one over another is left out. */
export function labelsOf(
  frame: HatFrame,
  hats: readonly ReadCoordinateFunction[],
  wanted: number,
): readonly HatLabel[] {
  const labels: HatLabel[] = [];
  const { left, top, side } = frame;
  for (const hat of hats) {
    const place = isFinite2d(hat.barcode) ? centreOf(frame, hat) : peakOf(frame, hat, wanted);
    if (!place) continue;
    const [x, y] = place;
    const inside = x >= left && x <= left + side && y >= top && y <= frame.base;
    const free = labels.every((other) => Math.hypot(other.x - x, other.y - y) >= APART);
    if (inside && free) labels.push({ hat, x, y });
  }
  return labels;
}

function centreOf(
  { x, y, top, side }: HatFrame,
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
  frame: HatFrame,
  hat: ReadCoordinateFunction,
  wanted: number,
): readonly [number, number] | null {
  const strip = frame.strips.find(({ barcode }) => barcode === hat.barcode);
  if (!strip) return null;
  const [low, high] = frame.range;
  const line = hat.element === "line" || hat.element === "leaky-line";
  const at = (birth: number): number => valueAt(hat.element, hat.parameters, [birth]);
  const birth = !line ? hat.parameters[0]! : Math.abs(at(low)) > Math.abs(at(high)) ? low : high;
  return [frame.x(birth), strip.y - Math.sign(at(birth) * hat.gradient[wanted]!) * (strip.half - 8)];
}
