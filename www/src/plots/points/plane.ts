// The plane of the points: one scale for both coordinates, y upwards.

import { boxOf } from "../../domain/graph/box";

/** The shown part of the plane. */
export interface Frame {
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
}

export interface Plane {
  /** Pixels per unit. */
  readonly scale: number;
  readonly toPixel: (x: number, y: number) => readonly [number, number];
  readonly toPlane: (px: number, py: number) => readonly [number, number];
}

const UNIT_SQUARE: Frame = { x: [0, 1], y: [0, 1] };
/** The part of the frame on each side of its points. */
const MARGIN = 0.12;

/** The bounding box of the points with a margin; the unit square without points. */
export function frameOf(coordinates: readonly number[]): Frame {
  if (coordinates.length === 0) return UNIT_SQUARE;
  const { x, y, width, height } = boxOf(coordinates);
  // Equal points have no extent.
  const span = Math.max(width, height) || 1;
  const pad = MARGIN * span;
  const wide = (low: number, extent: number): readonly [number, number] =>
    extent > 0 ? [low - pad, low + extent + pad] : [low - span / 2, low + span / 2];
  return { x: wide(x, width), y: wide(y, height) };
}

/** The frame, centred between these pixels. */
export function planeIn(
  { x: [left, right], y: [low, high] }: Frame,
  width: number,
  top: number,
  bottom: number,
): Plane {
  const height = Math.max(bottom - top, 1);
  const scale = Math.min(width / (right - left), height / (high - low));
  const [middleX, middleY] = [(left + right) / 2, (low + high) / 2];
  const [centreX, centreY] = [width / 2, top + height / 2];
  return {
    scale,
    toPixel: (x, y) => [centreX + scale * (x - middleX), centreY - scale * (y - middleY)],
    toPlane: (px, py) => [middleX + (px - centreX) / scale, middleY - (py - centreY) / scale],
  };
}

/** The pixels of all points, x and y in turn. */
export function pixelsOf(coordinates: readonly number[], { toPixel }: Plane): Float32Array {
  const pixels = new Float32Array(coordinates.length);
  for (let i = 0; i + 1 < coordinates.length; i += 2)
    pixels.set(toPixel(coordinates[i]!, coordinates[i + 1]!), i);
  return pixels;
}

/** The points inside a closed line of pixels (even–odd rule). */
export function pointsInside(pixels: Float32Array, line: readonly number[]): ReadonlySet<number> {
  const inside = new Set<number>();
  for (let point = 0; 2 * point < pixels.length; point++) {
    const [px, py] = [pixels[2 * point]!, pixels[2 * point + 1]!];
    let odd = false;
    for (let i = 0, j = line.length - 2; i < line.length; j = i, i += 2) {
      const [xi, yi, xj, yj] = [line[i]!, line[i + 1]!, line[j]!, line[j + 1]!];
      if (yi > py !== yj > py && px < ((xj - xi) * (py - yi)) / (yj - yi) + xi) odd = !odd;
    }
    if (odd) inside.add(point);
  }
  return inside;
}
