// Gradient descent on the positions of points, through the bars of their complex.
//
// A bar of positive length begins with an edge and ends with a triangle. The diameter at which a simplex enters is a function of two or
// three points: the pairs of the bars fix these points, and the gradient of a length follows (Hofer et al. 2020, section 3; Carrière et
// al., ICML 2021).

import { isLoop } from "../graph/graph";
import type { Bar } from "../graph/graph";
import type { PointCloud } from "../graph/subject";
import { persistenceOf } from "../persistence/bars";
import { movedTo } from "./edit";

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
export type Target = (typeof TARGETS)[number]["id"];
export const TARGET_IDS = TARGETS.map(({ id }) => id);

export interface PointLoss {
  readonly value: number;
  /** ∂ loss / ∂ coordinate, for x and y of each point in turn. */
  readonly gradient: Float64Array;
  /** The number of bars in the loss. */
  readonly bars: number;
}

/** The loss of a target and its gradient. The bars are those of the points. */
export function pointLoss(target: Target, bars: readonly Bar[], cloud: PointCloud): PointLoss {
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
  box: readonly [number, number, number, number],
): PointCloud {
  const [left, low, right, high] = box;
  const rate = (FIRST_STEP * Math.max(right - left, high - low)) / Math.sqrt(1 + step / HALVING);
  return movedTo(cloud, (value, i) => {
    const [least, most] = i % 2 === 0 ? [left, right] : [low, high];
    return Math.min(Math.max(value - rate * gradient[i]!, least), most);
  });
}

/** The bounding box of the points: least x and y, greatest x and y. */
export function boxOf({ coordinates }: PointCloud): readonly [number, number, number, number] {
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [i, value] of coordinates.entries()) {
    const axis = i % 2;
    box[axis] = Math.min(box[axis]!, value);
    box[axis + 2] = Math.max(box[axis + 2]!, value);
  }
  return box;
}

/**
 * Adds the gradient of the diameter at which a simplex enters, times `factor`. It is 2R, the diameter of the circle through the vertices
 * (alpha) or over the longest edge (Rips). With the centre c = Σ λᵢ pᵢ, ∂ 2R / ∂ pᵢ = 2 λᵢ (pᵢ − c) / R. Equal points have no direction, and
 * their gradient is 0.
 */
function addDiameterGradient(
  gradient: Float64Array,
  simplex: readonly number[],
  { coordinates, complex }: PointCloud,
  factor: number,
): void {
  const points = simplex.map((point) => [coordinates[2 * point]!, coordinates[2 * point + 1]!] as const);
  const shares = complex === "alpha" ? (centreShares(points) ?? edgeShares(points)) : edgeShares(points);
  const centre = [0, 1].map((axis) => points.reduce((sum, point, i) => sum + shares[i]! * point[axis]!, 0));
  for (const [i, point] of points.entries()) {
    const [dx, dy] = [point[0] - centre[0]!, point[1] - centre[1]!];
    const radius = Math.hypot(dx, dy);
    if (radius === 0) continue;
    gradient[2 * simplex[i]!]! += (factor * 2 * shares[i]! * dx) / radius;
    gradient[2 * simplex[i]! + 1]! += (factor * 2 * shares[i]! * dy) / radius;
  }
}

type Place = readonly [number, number];

const squared = (a: Place, b: Place): number => (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2;

/** The centre of the circle whose diameter is the longest edge: one half for each end. */
function edgeShares(points: readonly Place[]): readonly number[] {
  let [first, second, most] = [0, 1, -1];
  for (let i = 0; i < points.length; i++)
    for (let j = i + 1; j < points.length; j++) {
      const length = squared(points[i]!, points[j]!);
      if (length > most) [first, second, most] = [i, j, length];
    }
  return points.map((_, i) => (i === first || i === second ? 0.5 : 0));
}

/** The barycentric coordinates of the centre of the circle through the vertices; null: an edge, or vertices on a line. */
function centreShares(points: readonly Place[]): readonly number[] | null {
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
