// The first two principal components of rows of numbers: block iteration with Rayleigh–Ritz.

import { seeded } from "./random";

/** Rows of equal length. */
export interface DataRows {
  readonly count: number;
  readonly width: number;
  /** Row by row. */
  readonly values: Float64Array;
}

export interface Principal {
  /** Two coordinates for each row. */
  readonly points: Float32Array;
  /** The share of the variance along each axis, in [0, 1]. */
  readonly shares: readonly [number, number];
}

/** More vectors than the two requested ones: they converge faster. */
const BLOCK = 6;
const MAX_ROUNDS = 400;
const PRECISION = 1e-7;

/**
 * Rows are centred and not scaled. In each axis, the column with the largest weight has a positive one, so that the same rows give the
 * same picture. Yields between rounds.
 */
export function* principal({ count, width, values }: DataRows): Generator<undefined, Principal> {
  const centred = centre(values, count, width);
  const total = dot(centred, centred);
  const block = Math.min(BLOCK, width, count);
  if (!(total > 0)) return { points: new Float32Array(2 * count), shares: [0, 0] };
  const random = seeded(1);
  let axes = Array.from({ length: block }, () => Float64Array.from({ length: width }, () => random() - 0.5));
  let spreads = new Float64Array(block);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    orthonormalise(axes);
    const images = axes.map((axis) => covarianceTimes(centred, count, axis));
    const ritz = eigen(axes.map((axis) => Float64Array.from(images, (image) => dot(axis, image))));
    spreads = ritz.values;
    const rotated = ritz.vectors.map((weights) => combine(axes, weights));
    axes = ritz.vectors.map((weights) => combine(images, weights));
    const error = (axis: number): number =>
      Math.sqrt(axes[axis]!.reduce((sum, x, i) => sum + (x - spreads[axis]! * rotated[axis]![i]!) ** 2, 0));
    const found = [0, 1].every((axis) => axis >= block || error(axis) <= PRECISION * spreads[0]!);
    if (found || round + 1 === MAX_ROUNDS) {
      axes = rotated;
      break;
    }
    yield;
  }
  const points = new Float32Array(2 * count);
  axes.slice(0, 2).forEach((axis, place) => {
    const heaviest = axis.reduce((best, weight) => (Math.abs(weight) > Math.abs(best) ? weight : best), 0);
    for (let row = 0; row < count; row++) {
      const own = dot(centred.subarray(row * width, (row + 1) * width), axis);
      points[2 * row + place] = heaviest < 0 ? -own : own;
    }
  });
  const share = (axis: number): number => Math.min(1, Math.max(0, (spreads[axis] ?? 0) / total));
  return { points, shares: [share(0), share(1)] };
}

function centre(values: Float64Array, count: number, width: number): Float64Array<ArrayBuffer> {
  const means = new Float64Array(width);
  values.forEach((value, i) => (means[i % width]! += value / count));
  return values.map((value, i) => value - means[i % width]!);
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

/** The covariance matrix of the rows, times the number of rows, times a vector. */
function covarianceTimes(rows: Float64Array, count: number, vector: Float64Array): Float64Array<ArrayBuffer> {
  const width = vector.length;
  const image = new Float64Array(width);
  for (let row = 0; row < count; row++) {
    const own = rows.subarray(row * width, (row + 1) * width);
    const factor = dot(own, vector);
    for (let i = 0; i < width; i++) image[i]! += factor * own[i]!;
  }
  return image;
}

function combine(vectors: readonly Float64Array[], weights: Float64Array): Float64Array<ArrayBuffer> {
  const sum = new Float64Array(vectors[0]!.length);
  vectors.forEach((vector, v) => vector.forEach((value, i) => (sum[i]! += weights[v]! * value)));
  return sum;
}

/** Gram–Schmidt, twice for precision; a vector in the span of those before it becomes 0. */
function orthonormalise(vectors: readonly Float64Array[]): void {
  vectors.forEach((vector, v) => {
    const before = Math.sqrt(dot(vector, vector));
    for (let times = 0; times < 2; times++) {
      for (const other of vectors.slice(0, v)) {
        const along = dot(vector, other);
        for (let i = 0; i < vector.length; i++) vector[i]! -= along * other[i]!;
      }
    }
    const length = Math.sqrt(dot(vector, vector));
    for (let i = 0; i < vector.length; i++)
      vector[i] = length > 1e-12 * before && length > 0 ? vector[i]! / length : 0;
  });
}

/** Eigenvalues in descending order and eigenvectors of a small symmetric matrix: Jacobi rotations. */
function eigen(matrix: readonly Float64Array[]): {
  values: Float64Array<ArrayBuffer>;
  vectors: readonly Float64Array<ArrayBuffer>[];
} {
  const size = matrix.length;
  const a = matrix.map((row, i) => row.map((value, j) => (value + matrix[j]![i]!) / 2));
  const vectors = a.map((_, i) => Float64Array.from({ length: size }, (_, j) => Number(i === j)));
  for (let sweep = 0; sweep < 30; sweep++) {
    for (let p = 0; p < size; p++) {
      for (let q = p + 1; q < size; q++) {
        const off = a[p]![q]!;
        if (off === 0) continue;
        const angle = 0.5 * Math.atan2(2 * off, a[q]![q]! - a[p]![p]!);
        const [c, s] = [Math.cos(angle), Math.sin(angle)];
        for (const row of a) [row[p], row[q]] = [c * row[p]! - s * row[q]!, s * row[p]! + c * row[q]!];
        rotate(a, p, q, c, s);
        rotate(vectors, p, q, c, s);
      }
    }
  }
  const order = [...a.keys()].sort((i, j) => a[j]![j]! - a[i]![i]!);
  return { values: Float64Array.from(order, (i) => a[i]![i]!), vectors: order.map((i) => vectors[i]!) };
}

function rotate(rows: readonly Float64Array[], p: number, q: number, c: number, s: number): void {
  const [one, other] = [rows[p]!, rows[q]!];
  for (let i = 0; i < one.length; i++)
    [one[i], other[i]] = [c * one[i]! - s * other[i]!, s * one[i]! + c * other[i]!];
}
