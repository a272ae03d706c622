// Edits of points and of weighted edges.

import type { PointCloud, WeightedEdges } from "../graph/subject";
import { coordinate, countOf, isCoordinate, MAX_POINTS, MAX_RIPS, movedTo } from "./coordinates";

export function withPoint(cloud: PointCloud, x: number, y: number): PointCloud {
  return { ...cloud, coordinates: [...cloud.coordinates, coordinate(x), coordinate(y)] };
}

export function withoutPoints(cloud: PointCloud, points: ReadonlySet<number>): PointCloud {
  const coordinates = cloud.coordinates.filter((_, i) => !points.has(i >> 1));
  return cloud.weighted
    ? { ...cloud, coordinates, weighted: withoutVertices(cloud.weighted, points, countOf(cloud)) }
    : { ...cloud, coordinates };
}

function withoutVertices(
  { ends, values, names }: WeightedEdges,
  gone: ReadonlySet<number>,
  count: number,
): WeightedEdges {
  const left = Array.from({ length: count }, (_, vertex) => vertex).filter((vertex) => !gone.has(vertex));
  const index = new Map(left.map((vertex, i) => [vertex, i]));
  const stays = values.map((_, edge) => !gone.has(ends[2 * edge]!) && !gone.has(ends[2 * edge + 1]!));
  return {
    ends: ends.flatMap((end, i) => (stays[i >> 1] ? [index.get(end)!] : [])),
    values: values.filter((_, edge) => stays[edge]),
    ...(names ? { names: left.map((vertex) => names[vertex]!) } : {}),
  };
}

/** The edges of a triangle, or the edge itself, by their indices. */
function edgesWithin({ ends }: WeightedEdges, simplex: readonly number[]): readonly number[] {
  const isIn = (end: number): boolean => simplex.includes(ends[end]!);
  return Array.from({ length: ends.length / 2 }, (_, edge) => edge).filter(
    (edge) => isIn(2 * edge) && isIn(2 * edge + 1) && ends[2 * edge] !== ends[2 * edge + 1],
  );
}

/** The edges after the last edge of a simplex has moved, so that the simplex enters at `value`. Other edges of the simplex do not move. */
export function withEntry(weighted: WeightedEdges, simplex: readonly number[], value: number): WeightedEdges {
  const within = edgesWithin(weighted, simplex);
  const last = within.reduce(
    (latest, edge) => (weighted.values[edge]! > weighted.values[latest]! ? edge : latest),
    within[0]!,
  );
  const entry = coordinate(Math.max(value, 0));
  return { ...weighted, values: weighted.values.map((old, edge) => (edge === last ? entry : old)) };
}

export function movedPoints(
  cloud: PointCloud,
  points: ReadonlySet<number>,
  dx: number,
  dy: number,
): PointCloud {
  return movedTo(cloud, (value, i) => (points.has(i >> 1) ? value + (i % 2 === 0 ? dx : dy) : value));
}

/** The reason why the page cannot compute the complex of the points; null: it can. */
export function refusal({ complex, coordinates, weighted }: PointCloud): string | null {
  if (weighted && weighted.values.length > MAX_RIPS ** 2 / 2)
    return `The page takes at most ${MAX_RIPS ** 2 / 2} edges; these are ${weighted.values.length}. The command line takes more: sublevel barcode EDGES --edge-filter --clique.`;
  const invalid = coordinates.findIndex((value) => !isCoordinate(value));
  if (invalid >= 0) {
    return `Point ${invalid >> 1}, counted from 0, has the coordinate ${coordinates[invalid]}. The page takes 0 and magnitudes from 1e-30 to 1e30: scale the points.`;
  }
  const points = coordinates.length / 2;
  const most = complex === "rips" ? MAX_RIPS : MAX_POINTS;
  if (points <= most) return null;
  const name = complex === "rips" ? "Rips complexes" : "alpha complexes";
  return `The page computes ${name} of at most ${most} points; these are ${points}. The command line takes more: sublevel barcode POINTS --${complex}.`;
}
