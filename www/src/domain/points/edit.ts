// Edits of points. Coordinates are 32-bit numbers.

import type { PointCloud } from "../graph/subject";

/** Maximum number of points of the Rips complex in the page: its edges grow with the square. */
export const MAX_RIPS = 500;
export const MAX_POINTS = 10_000;

export function withPoint(cloud: PointCloud, x: number, y: number): PointCloud {
  return { ...cloud, coordinates: [...cloud.coordinates, Math.fround(x), Math.fround(y)] };
}

export function withoutPoints(cloud: PointCloud, points: ReadonlySet<number>): PointCloud {
  return { ...cloud, coordinates: cloud.coordinates.filter((_, i) => !points.has(i >> 1)) };
}

export function movedPoints(
  cloud: PointCloud,
  points: ReadonlySet<number>,
  dx: number,
  dy: number,
): PointCloud {
  const coordinates = cloud.coordinates.map((value, i) =>
    points.has(i >> 1) ? Math.fround(value + (i % 2 === 0 ? dx : dy)) : value,
  );
  return { ...cloud, coordinates };
}

/** The reason why a complex is not available for this number of points; null: it is. */
export function refusal(complex: PointCloud["complex"], points: number): string | null {
  const most = complex === "rips" ? MAX_RIPS : MAX_POINTS;
  if (points <= most) return null;
  const name = complex === "rips" ? "Rips complexes" : "alpha complexes";
  return `The page computes ${name} of at most ${most} points; these are ${points}. The command line takes more: sublevel barcode POINTS --${complex}.`;
}
