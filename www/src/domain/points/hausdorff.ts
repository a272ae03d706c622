// The Hausdorff distance of two sets of points in the plane.

/**
 * The largest distance from a point of one set to the other set; infinite if only one set is empty. Each array contains x and y of
 * each point in turn.
 */
export function hausdorff(a: readonly number[], b: readonly number[]): number {
  return Math.max(farthest(a, b), farthest(b, a));
}

/** The largest distance from a point of `from` to the set `to`. */
function farthest(from: readonly number[], to: readonly number[]): number {
  let largest = 0;
  for (let i = 0; i < from.length; i += 2) {
    let nearest = Infinity;
    // A point that is near enough does not change the result.
    for (let j = 0; j < to.length && nearest > largest; j += 2)
      nearest = Math.min(nearest, Math.hypot(from[i]! - to[j]!, from[i + 1]! - to[j + 1]!));
    largest = Math.max(largest, nearest);
  }
  return largest;
}
