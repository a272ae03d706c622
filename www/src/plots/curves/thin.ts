import type { XY } from "../../domain/training/curve";

/** At most two points per pixel: the lowest and the highest of each. */
export function thin(points: readonly XY[], pixels: number): readonly XY[] {
  const size = Math.ceil(points.length / pixels);
  if (size <= 2) return points;
  const kept: XY[] = [];
  for (let i = 0; i < points.length; i += size) {
    const bin = points.slice(i, i + size);
    const low = bin.reduce((a, b) => (b[1] < a[1] ? b : a));
    const high = bin.reduce((a, b) => (b[1] > a[1] ? b : a));
    kept.push(...(low[0] <= high[0] ? [low, high] : [high, low]));
  }
  return kept;
}
