// Edits of points and of weighted edges.

import type { PointCloud, WeightedEdges } from "../graph/subject";
import { principal } from "../principal";

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

// The coordinates of points: their limits, and maps of all of them. Coordinates are 32-bit numbers.

/** Maximum number of points of the Rips complex in the page: its edges grow with the square. */
export const MAX_RIPS = 500;
const MAX_POINTS = 10_000;

/** The limits of the magnitude of a coordinate, apart from 0: between them, triangulations and 32-bit diameters exist. */
const [LEAST, GREATEST] = [2 ** -100, 2 ** 100];

export function isCoordinate(value: number): boolean {
  const magnitude = Math.abs(value);
  return value === 0 || (magnitude >= LEAST && magnitude <= GREATEST);
}

/** The nearest valid coordinate with 32 bits. */
function coordinate(value: number): number {
  if (Math.abs(value) < LEAST) return 0;
  return Math.fround(Math.min(Math.max(value, -GREATEST), GREATEST));
}

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

// Places in the plane for the vertices of weighted edges: classical multidimensional scaling (Torgerson 1952).

/** The margin of the drawing in the unit square. */
const MARGIN = 0.1;
/** The distance of two components, as a multiple of the largest distance in one. */
const APART = 1.5;

/**
 * x and y of each vertex in turn, in the unit square. The distance of two vertices is the length of a shortest path, whose steps are
 * the values of edges. A repeated drawing has the same places.
 */
export function placesOf(vertices: number, weighted: Pick<WeightedEdges, "ends" | "values">): number[] {
  const distances = pathLengths(vertices, weighted);
  const largest = distances.reduce((most, one) => (one < Infinity ? Math.max(most, one) : most), 0) || 1;
  const squares = distances.map((one) => Math.min(one, APART * largest) ** 2);
  const means = Array.from({ length: vertices }, (_, row) => {
    const own = squares.subarray(row * vertices, (row + 1) * vertices);
    return own.reduce((sum, square) => sum + square / vertices, 0);
  });
  const mean = means.reduce((sum, one) => sum + one / vertices, 0);
  // Rows and columns of the matrix of scalar products have the mean 0.
  const products = squares.map(
    (square, i) => (means[Math.floor(i / vertices)]! + means[i % vertices]! - square - mean) / 2,
  );
  const rounds = principal({ count: vertices, width: vertices, values: products });
  let round = rounds.next();
  while (!round.done) round = rounds.next();
  const { points } = round.value;
  // The axis λv becomes √λ v.
  const scale = [0, 1].map((axis) => {
    const length = points.reduce((sum, value, i) => (i % 2 === axis ? Math.hypot(sum, value) : sum), 0);
    return length > 0 ? 1 / Math.sqrt(length) : 0;
  });
  const places = Array.from(points, (value, i) => scale[i % 2]! * value);
  const [low, high] = [0, 1].map((axis) => {
    const own = places.filter((_, i) => i % 2 === axis);
    return [Math.min(...own), Math.max(...own)] as const;
  }) as [readonly [number, number], readonly [number, number]];
  const extent = Math.max(low[1] - low[0], high[1] - high[0]) || 1;
  return places.map((value, i) => {
    const [least, most] = i % 2 === 0 ? low : high;
    return Math.fround(0.5 + ((1 - 2 * MARGIN) * (value - (least + most) / 2)) / extent);
  });
}

/** The lengths of shortest paths, row by row; infinite between components (Floyd–Warshall). */
function pathLengths(
  vertices: number,
  { ends, values }: Pick<WeightedEdges, "ends" | "values">,
): Float64Array {
  const lengths = new Float64Array(vertices * vertices).fill(Infinity);
  for (let vertex = 0; vertex < vertices; vertex++) lengths[vertex * vertices + vertex] = 0;
  values.forEach((value, edge) => {
    const [a, b] = [ends[2 * edge]!, ends[2 * edge + 1]!];
    for (const place of [a * vertices + b, b * vertices + a])
      lengths[place] = Math.min(lengths[place]!, value);
  });
  for (let by = 0; by < vertices; by++)
    for (let from = 0; from < vertices; from++) {
      const first = lengths[from * vertices + by]!;
      if (first === Infinity) continue;
      for (let to = 0; to < vertices; to++) {
        const through = first + lengths[by * vertices + to]!;
        if (through < lengths[from * vertices + to]!) lengths[from * vertices + to] = through;
      }
    }
  return lengths;
}

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
