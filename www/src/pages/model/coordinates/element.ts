// The coordinate functions as in the crate (`shaders/parts/element_*.wgsl`), over a finite bar (birth, death) or over
// a birth alone. The last parameters are those after the centre.

import { hatAtDistance } from "../../../domain/persistence/vectors";
import type { InspectedCoordinateFunctions } from "../../../protocol";

export type Element = InspectedCoordinateFunctions["element"];

/** Birth and death, or a birth. */
export type BarPosition = readonly [birth: number, death?: number];

/** Slope of the LeakyReLU. */
const LEAKY_SLOPE = 0.01;

/** Value of the coordinate function at a point, before the weight of a bar. */
export function valueAt(element: Element, parameters: ArrayLike<number>, place: BarPosition): number {
  const at = (i: number): number => parameters[i]!;
  const dimension = place.length;
  const along = place.map((x, i) => x! - at(i));
  switch (element) {
    case "rational": {
      const distance = along.reduce((sum, offset) => sum + Math.abs(offset), 0);
      return hatAtDistance(at(dimension), distance);
    }
    case "exponential":
      return Math.exp(-along.reduce((sum, offset, i) => sum + (at(dimension + i) * offset) ** 2, 0));
    case "triangle": {
      const [birth, death] = place;
      const height = death === undefined ? Math.abs(at(1)) : Math.abs(death - birth) / 2;
      const middle = death === undefined ? birth : (birth + death) / 2;
      return Math.max(0, height - Math.abs(at(0) - middle));
    }
    case "line":
    case "leaky-line": {
      const sum = place.reduce<number>((total, x, i) => total + x! * at(i), at(dimension));
      return element === "leaky-line" && sum < 0 ? LEAKY_SLOPE * sum : sum;
    }
  }
}

/** Outline of a coordinate function in the plane, which separates the bars inside from those outside. */
export type Outline =
  /** Points at a fixed distance from the centre in the 1-norm. */
  | { readonly type: "diamond"; readonly centre: FiniteBarPosition; readonly radius: number }
  | { readonly type: "ellipse"; readonly centre: FiniteBarPosition; readonly radii: FiniteBarPosition }
  /** Bars that contain this value: a corner on the diagonal, in both directions. */
  | { readonly type: "corner"; readonly place: number }
  /** The side on which a·birth + b·death + c is positive. */
  | { readonly type: "side"; readonly line: readonly [a: number, b: number, c: number] };

export type FiniteBarPosition = readonly [birth: number, death: number];

/** A Gaussian falls to half its maximum at this distance divided by its sharpness. */
const HALF = Math.sqrt(Math.LN2);

/** Region where a coordinate function over finite bars is positive; for an exponential one, at least half its maximum. */
export function outlineOf(element: Element, parameters: ArrayLike<number>): Outline {
  const at = (i: number): number => parameters[i]!;
  switch (element) {
    case "rational":
      return { type: "diamond", centre: [at(0), at(1)], radius: Math.abs(at(2)) / 2 };
    case "exponential":
      return {
        type: "ellipse",
        centre: [at(0), at(1)],
        radii: [HALF / Math.abs(at(2)), HALF / Math.abs(at(3))],
      };
    case "triangle":
      return { type: "corner", place: at(0) };
    case "line":
    case "leaky-line":
      return { type: "side", line: [at(0), at(1), at(2)] };
  }
}
