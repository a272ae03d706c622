// The geometry of the plots of vectors.

import type { Point } from "../../../domain/graph/graph";

/** The inner rectangle of a plot; `size`: the size of its text. */
export interface PlotBox {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export function boxOf(width: number, height: number, size: number): PlotBox {
  const [left, top] = [2.9 * size, 0.7 * size];
  return {
    left,
    top,
    right: Math.max(width - 0.8 * size, left + 1),
    bottom: Math.max(height - 1.7 * size, top + 1),
  };
}

/** The points of a sampled curve; a stepped one keeps its value up to the next sample. */
export function curvePoints(
  values: ArrayLike<number>,
  x: (sample: number) => number,
  y: (value: number) => number,
  stepped: boolean,
): readonly Point[] {
  return Array.from(values).flatMap((value, i): readonly Point[] =>
    stepped && i + 1 < values.length
      ? [
          [x(i), y(value)],
          [x(i + 1), y(value)],
        ]
      : [[x(i), y(value)]],
  );
}

/** A path through points. */
export const pathThrough = (points: readonly Point[]): string =>
  points.length === 0 ? "" : `M${points.map(([x, y]) => `${x} ${y}`).join("L")}`;

/** The region between two curves. */
export const regionBetween = (a: readonly Point[], b: readonly Point[]): string =>
  `${pathThrough([...a, ...b.toReversed()])}Z`;

/** The outline of the pixels with a mark, as a path; pixel (0, 0) is at the bottom left, with sides of length 1. */
export function outlineOf(marked: readonly boolean[], pixels: number): string {
  const isIn = (column: number, row: number): boolean =>
    column >= 0 && column < pixels && row >= 0 && row < pixels && marked[row * pixels + column]!;
  let path = "";
  for (let row = 0; row < pixels; row++) {
    for (let column = 0; column < pixels; column++) {
      if (!isIn(column, row)) continue;
      const [left, bottom] = [column, pixels - row];
      if (!isIn(column - 1, row)) path += `M${left} ${bottom}v-1`;
      if (!isIn(column + 1, row)) path += `M${left + 1} ${bottom}v-1`;
      if (!isIn(column, row - 1)) path += `M${left} ${bottom}h1`;
      if (!isIn(column, row + 1)) path += `M${left} ${bottom - 1}h1`;
    }
  }
  return path;
}
