// Vectors of the bars of one dimension: landscape, image and Betti curve, computed by the topology module, and
// rational hats. They have samples in the range of f, and one length for all filters.

import { isZeroLength } from "./bars";
import { isLoop } from "../graph/graph";
import type { Bar, Direction } from "../graph/graph";
import { finiteBars } from "./slopes";

export type Dimension = 0 | 1;
export const VECTOR_KINDS = ["landscape", "image", "betti", "hats"] as const;
export type VectorKind = (typeof VECTOR_KINDS)[number];
export type Vectors = Readonly<Record<VectorKind, ArrayLike<number>>>;

/** `bandwidth`, `length` and `radius` are shares of the range. */
export interface VectorParameters {
  /** Levels and samples of the landscape. */
  readonly levels: number;
  readonly samples: number;
  /** Pixels of the image in each direction, and the standard deviation of its Gaussians. */
  readonly pixels: number;
  readonly bandwidth: number;
  /** Samples of the Betti curve. */
  readonly steps: number;
  /** Number of hats, length of the bars at their centres, and their radius. */
  readonly hats: number;
  readonly length: number;
  readonly radius: number;
}

/** The samples, the direction of the bars, and the points that the hats read. */
export interface VectorFrame {
  readonly parameters: VectorParameters;
  readonly range: readonly [number, number];
  readonly direction: Direction;
  /** The hats read the births of essential bars instead of the points of finite bars. */
  readonly births: boolean;
}

/** The bars of a dimension and a direction, without those of length 0. */
export function barsOf(bars: readonly Bar[], direction: Direction, dimension: Dimension): readonly Bar[] {
  return bars.filter(
    (bar) => bar.direction === direction && isLoop(bar.kind) === (dimension === 1) && !isZeroLength(bar),
  );
}

/** Birth and death of each bar, as often as it occurs; `end`: the death of essential bars. */
export function pointsOf(bars: readonly Bar[], end: number): readonly number[] {
  return bars.flatMap(({ birth, death, multiplicity }) =>
    Array.from({ length: multiplicity }, () => [birth, death ?? end]).flat(),
  );
}

/** Where essential bars end: the last value of the range in the direction of the filtration. */
export function endOf({ range, direction }: Pick<VectorFrame, "range" | "direction">): number {
  return direction === "sub" ? range[1] : range[0];
}

/** `count` equally spaced values between the ends of the range, without the ends. */
const between = ([low, high]: readonly [number, number], count: number): readonly number[] =>
  Array.from({ length: count }, (_, i) => low + ((i + 0.5) / count) * (high - low));

/** The hats of a vector: centres of one length whose births are equally spaced, so that births and deaths are in the range. */
export function hatsOf({ parameters, range: [low, high], direction, births }: VectorFrame): readonly Hat[] {
  const span = high - low;
  const length = births ? 0 : parameters.length * span;
  const sign = direction === "sub" ? 1 : -1;
  return between(sign > 0 ? [low, high - length] : [low + length, high], parameters.hats).map((birth) => ({
    birth,
    death: birth + sign * length,
    radius: parameters.radius * span,
  }));
}

/** The value of a hat at a bar that it reads, as often as the bar occurs. */
export function hatTerm(hat: Hat, { birth, death, multiplicity }: Bar, births: boolean): number {
  const value = births
    ? hatAtDistance(hat.radius, Math.abs(birth - hat.birth))
    : hatAt(hat, { birth, death: death! });
  return multiplicity * value;
}

/** The bars that the hats read. */
export function readByHats(bars: readonly Bar[], { births }: Pick<VectorFrame, "births">): readonly Bar[] {
  return bars.filter(({ death }) => (death === null) === births);
}

/** A value for each hat: the sum over the bars that it reads. */
export function hatVector(bars: readonly Bar[], frame: VectorFrame): readonly number[] {
  const read = readByHats(bars, frame);
  return hatsOf(frame).map((hat) => read.reduce((sum, bar) => sum + hatTerm(hat, bar, frame.births), 0));
}

/** The factor between the movement of a point in the 1-norm and the change of a hat: at most 1 + 1 / (1 + |r|)². */
export function hatFactor({ radius }: Pick<Hat, "radius">): number {
  return radius === 0 ? 0 : 1 + 1 / (1 + Math.abs(radius)) ** 2;
}

/** The Euclidean norm. */
export function normOf(vector: ArrayLike<number>): number {
  return Math.hypot(...Array.from(vector));
}

/** The difference of two vectors of one length. */
export interface VectorChange {
  /** The entry that changed most; the first one of several. */
  readonly entry: number;
  /** Its change, with a sign. */
  readonly by: number;
  /** The Euclidean distance. */
  readonly distance: number;
}

export function changeOf(before: ArrayLike<number>, now: ArrayLike<number>): VectorChange {
  const differences = Array.from(now, (value, entry) => value - before[entry]!);
  const entry = differences.reduce(
    (most, by, at) => (Math.abs(by) > Math.abs(differences[most]!) ? at : most),
    0,
  );
  return { entry, by: differences[entry] ?? 0, distance: normOf(differences) };
}

// The rational hat of the paper over finite bars, as in the crate (`shaders/parts/element_rational.wgsl`): 1
// / (1 + ‖p − c‖₁) − 1 / (1 + | |r| − ‖p − c‖₁ |).

/** The centre, in values of f, and the radius. */
export interface Hat {
  readonly birth: number;
  readonly death: number;
  readonly radius: number;
}

export interface DiagramPoint {
  readonly birth: number;
  readonly death: number;
}

/** A bar and its value under the hat. */
interface Contribution {
  readonly bar: Bar;
  readonly value: number;
}

/** ‖p − c‖₁ */
export function distanceTo(hat: Hat, point: DiagramPoint): number {
  return Math.abs(point.birth - hat.birth) + Math.abs(point.death - hat.death);
}

/** The value of the hat at a distance from its centre. */
export function hatAtDistance(radius: number, distance: number): number {
  return 1 / (1 + distance) - 1 / (1 + Math.abs(Math.abs(radius) - distance));
}

export function hatAt(hat: Hat, point: DiagramPoint): number {
  return hatAtDistance(hat.radius, distanceTo(hat, point));
}

/** The derivatives of the hat at a point by its centre and its radius. */
export function hatSlopes(hat: Hat, point: DiagramPoint): Hat {
  const distance = distanceTo(hat, point);
  const inside = Math.abs(hat.radius) - distance;
  const side = Math.sign(inside) / (1 + Math.abs(inside)) ** 2;
  const byDistance = -1 / (1 + distance) ** 2 - side;
  return {
    birth: -byDistance * Math.sign(point.birth - hat.birth),
    death: -byDistance * Math.sign(point.death - hat.death),
    radius: side * Math.sign(hat.radius),
  };
}

/**
 * The derivatives of the hat by the birth and the death of a point: those by the centre with the opposite sign. At the centre, and where
 * the point has a coordinate of the centre, the hat has a kink, and the derivative is 0.
 */
export function pointSlopes(hat: Hat, point: DiagramPoint): DiagramPoint {
  const { birth, death } = hatSlopes(hat, point);
  // Not −0.
  return { birth: 0 - birth, death: 0 - death };
}

/** The distance from the centre at which the hat is 0; it is negative beyond. */
export function zeroDistance({ radius }: Hat): number {
  return Math.abs(radius) / 2;
}

/** The contribution of each finite bar of a direction to V(B). */
export function contributionsOf(
  hat: Hat,
  bars: readonly Bar[],
  direction: Direction,
): readonly Contribution[] {
  return finiteBars(bars, direction).map((bar) => ({
    bar,
    value: hatAt(hat, { birth: bar.birth, death: bar.death! }),
  }));
}

/** V(B): the hat summed over the bars. */
export function hatSum(contributions: readonly Contribution[]): number {
  return contributions.reduce((sum, { value }) => sum + value, 0);
}
