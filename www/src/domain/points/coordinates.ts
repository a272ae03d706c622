// The coordinates of points: their limits, and maps of all of them. Coordinates are 32-bit numbers.

import type { PointCloud } from "../graph/subject";

/** Maximum number of points of the Rips complex in the page: its edges grow with the square. */
export const MAX_RIPS = 500;
export const MAX_POINTS = 10_000;

/** The limits of the magnitude of a coordinate, apart from 0: between them, triangulations and 32-bit diameters exist. */
const [LEAST, GREATEST] = [2 ** -100, 2 ** 100];

export function isCoordinate(value: number): boolean {
  const magnitude = Math.abs(value);
  return value === 0 || (magnitude >= LEAST && magnitude <= GREATEST);
}

/** The nearest valid coordinate with 32 bits. */
export function coordinate(value: number): number {
  if (Math.abs(value) < LEAST) return 0;
  return Math.fround(Math.min(Math.max(value, -GREATEST), GREATEST));
}

/** The number of points. */
export const countOf = ({ coordinates }: Pick<PointCloud, "coordinates">): number => coordinates.length / 2;

/** The points with their distances times `factor`, around the mean of the points. */
export function scaled(cloud: PointCloud, factor: number): PointCloud {
  const { coordinates } = cloud;
  const mean = [0, 1].map(
    (axis) =>
      coordinates.reduce((sum, value, i) => (i % 2 === axis ? sum + value : sum), 0) /
      (coordinates.length / 2),
  );
  return movedTo(cloud, (value, i) => mean[i % 2]! + factor * (value - mean[i % 2]!));
}

/** The points with new coordinates: `to` receives each coordinate and its index, x and y in turn. */
export function movedTo(cloud: PointCloud, to: (value: number, index: number) => number): PointCloud {
  return { ...cloud, coordinates: cloud.coordinates.map((value, i) => coordinate(to(value, i))) };
}
