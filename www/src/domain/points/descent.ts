// Gradient descent on the positions of points, through the bars of their complex.
//
// A bar of a loop begins with an edge and ends with a triangle. The diameter at which a simplex enters is a function of its points. The
// pairs of the bars name these points, so the length of a bar has a gradient (Hofer et al. 2020, section 3; Carrière et al., ICML 2021).

import { isLoop } from "../graph/graph";
import type { Bar, Box, Point } from "../graph/graph";
import type { PointCloud } from "../graph/subject";
import { persistenceOf } from "../persistence/bars";
import { withEntry, movedTo } from "./points";

export interface PointLoss {
  readonly value: number;
  /** ∂ loss / ∂ coordinate, for x and y of each point in turn. */
  readonly gradient: Float64Array;
  /** The number of bars in the loss. */
  readonly bars: number;
}

/** The loss of a target and its gradient. The bars are those of the points. */
export function pointLoss(target: DescentTarget, bars: readonly Bar[], cloud: PointCloud): PointLoss {
  const { longest, others } = TARGETS.find(({ id }) => id === target)!;
  const loops = bars
    .filter(({ kind, death }) => isLoop(kind) && death !== null)
    .sort((a, b) => persistenceOf(b) - persistenceOf(a));
  const gradient = new Float64Array(cloud.coordinates.length);
  let value = 0;
  let count = 0;
  for (const [index, { birth, death, simplices }] of loops.entries()) {
    const sign = index === 0 ? longest : others;
    if (sign === 0 || death === null || !simplices?.death) continue;
    value += sign * (death - birth);
    count += 1;
    addDiameterGradient(gradient, simplices.death, cloud, sign);
    addDiameterGradient(gradient, simplices.birth, cloud, -sign);
  }
  return { value, gradient, bars: count };
}

/** The directions of the next step: − gradient, the longest arrow of length 1. */
export function arrowsOf(gradient: Float64Array): Float64Array {
  let longest = 0;
  for (let i = 0; i < gradient.length; i += 2)
    longest = Math.max(longest, Math.hypot(gradient[i]!, gradient[i + 1]!));
  return gradient.map((slope) => (longest > 0 ? -slope / longest : 0));
}

/** The first step moves a point of one bar by about this share of the extent of the points. */
const FIRST_STEP = 0.006;
/** After this number of steps, a step has the length of the first one divided by √2. */
const HALVING = 60;

/**
 * The points after step `step` (from 0) of the descent, within the rectangle of the start. Subgradient descent converges with steps that
 * become shorter.
 */
export function descended(
  cloud: PointCloud,
  gradient: Float64Array,
  step: number,
  { x, y, width, height }: Box,
): PointCloud {
  const rate = (FIRST_STEP * Math.max(width, height)) / Math.sqrt(1 + step / HALVING);
  return movedTo(cloud, (value, i) => {
    const [least, extent] = i % 2 === 0 ? [x, width] : [y, height];
    return Math.min(Math.max(value - rate * gradient[i]!, least), least + extent);
  });
}

/** Adds the gradient of the diameter at which a simplex enters, times `factor`. */
function addDiameterGradient(
  gradient: Float64Array,
  simplex: readonly number[],
  cloud: PointCloud,
  factor: number,
): void {
  for (const [i, slope] of entryOf(simplex, cloud).slopes.entries())
    gradient[2 * simplex[i >> 1]! + (i % 2)]! += factor * slope;
}

/** The largest number of steps of a pull: an edge needs one, and triangles a few. */
const MAX_PULLS = 20;
/** A pull ends at this share of the wanted diameter. */
const CLOSE = 1e-6;

/**
 * Moves the points of a simplex by the least distance, to the first order, until it enters at `diameter`: Newton steps along the gradient.
 * For weighted edges, the value of the last edge of the simplex changes.
 */
export function pulledTo(cloud: PointCloud, simplex: readonly number[], diameter: number): PointCloud {
  if (cloud.weighted) return { ...cloud, weighted: withEntry(cloud.weighted, simplex, diameter) };
  let pulled = cloud;
  for (let step = 0; step < MAX_PULLS; step++) {
    const entry = entryOf(simplex, pulled);
    const missing = diameter - entry.diameter;
    const norm = entry.slopes.reduce((sum, slope) => sum + slope * slope, 0);
    if (Math.abs(missing) <= CLOSE * diameter || norm === 0) break;
    // A triangle changes its shape during the step.
    const length = Math.sign(missing) * Math.min(Math.abs(missing), 0.3 * entry.diameter);
    pulled = movedTo(pulled, (value, i) => {
      const at = simplex.indexOf(i >> 1);
      return at < 0 ? value : value + (length / norm) * entry.slopes[2 * at + (i % 2)]!;
    });
  }
  return pulled;
}

/**
 * The diameter at which a simplex enters and its gradient, for x and y of each point in turn. The diameter is that of the circle through the
 * vertices (alpha) or over the longest edge (Rips). With the radius R and the centre c = Σ λᵢ pᵢ, ∂ 2R / ∂ pᵢ = 2 λᵢ (pᵢ − c) / R. Equal
 * points have no direction, and their gradient is 0.
 */
function entryOf(
  simplex: readonly number[],
  { coordinates, complex }: PointCloud,
): { readonly diameter: number; readonly slopes: readonly number[] } {
  const points = simplex.map((point) => [coordinates[2 * point]!, coordinates[2 * point + 1]!] as const);
  const shares = complex === "alpha" ? (centreShares(points) ?? edgeShares(points)) : edgeShares(points);
  const centre = [0, 1].map((axis) => points.reduce((sum, point, i) => sum + shares[i]! * point[axis]!, 0));
  let diameter = 0;
  const slopes = points.flatMap((point, i) => {
    const share = shares[i]!;
    const [dx, dy] = [point[0] - centre[0]!, point[1] - centre[1]!];
    const radius = Math.hypot(dx, dy);
    if (share === 0 || radius === 0) return [0, 0];
    diameter = 2 * radius;
    return [(2 * share * dx) / radius, (2 * share * dy) / radius];
  });
  return { diameter, slopes };
}

const squared = (a: Point, b: Point): number => (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2;

/** The centre of the circle whose diameter is the longest edge: one half for each end. */
function edgeShares(points: readonly Point[]): readonly number[] {
  let [first, second, most] = [0, 1, -1];
  for (let i = 0; i < points.length; i++)
    for (let j = i + 1; j < points.length; j++) {
      const length = squared(points[i]!, points[j]!);
      if (length > most) [first, second, most] = [i, j, length];
    }
  return points.map((_, i) => (i === first || i === second ? 0.5 : 0));
}

/** The barycentric coordinates of the centre of the circle through the vertices; null: an edge, or vertices on a line. */
function centreShares(points: readonly Point[]): readonly number[] | null {
  const [a, b, c] = points;
  if (!a || !b || !c) return null;
  const [opposite, second, third] = [squared(b, c), squared(a, c), squared(a, b)];
  const weights = [
    opposite * (second + third - opposite),
    second * (opposite + third - second),
    third * (opposite + second - third),
  ];
  const sum = weights.reduce((all, weight) => all + weight);
  return sum > 0 ? weights.map((weight) => weight / sum) : null;
}

// The targets of the gradient descent of points.

/** The losses, sums over the bars of loops with a sign for the longest bar and one for each other bar. */
export const TARGETS = [
  {
    id: "longest",
    title: "Lengthen the longest loop",
    loss: "− length of the longest bar",
    longest: -1,
    others: 0,
  },
  {
    id: "others",
    title: "Shorten all other loops",
    loss: "Σ lengths of all bars but the longest",
    longest: 0,
    others: 1,
  },
  {
    id: "one",
    title: "Make one loop",
    loss: "Σ lengths of all bars but the longest − length of the longest bar",
    longest: -1,
    others: 1,
  },
] as const;
export type DescentTarget = (typeof TARGETS)[number]["id"];
export const TARGET_IDS = TARGETS.map(({ id }) => id);
