// The rational hat of the paper over finite bars, as in the crate (`shaders/parts/element_rational.wgsl`): 1
// / (1 + ‖p − c‖₁) − 1 / (1 + | |r| − ‖p − c‖₁ |).

import { finiteBars } from "./slopes";
import type { Bar, Direction } from "../graph/graph";

/** The centre, in values of f, and the radius. */
export interface Hat {
  readonly birth: number;
  readonly death: number;
  readonly radius: number;
}

/** A point of the diagram. */
export interface DiagramPoint {
  readonly birth: number;
  readonly death: number;
}

/** A bar and its value under the hat. */
export interface Contribution {
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
