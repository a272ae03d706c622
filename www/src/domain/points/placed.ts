// Places in the plane for the vertices of weighted edges: classical multidimensional scaling (Torgerson 1952).

import type { WeightedEdges } from "../graph/subject";
import { principal } from "../principal";

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
