// The Euler characteristic transform on a fixed grid of directions and heights.

import type { Direction, Graph } from "../../../../domain/graph/graph";
import type { Topology } from "../../../../engine/topology";
import type { OwnGraph } from "../../../../domain/graph/subject";
import data from "./shapes.json";

/** The number of directions; whole degrees lie between them. */
export const ANGLES = 180;
/** The number of heights from −1 to 1. */
export const SAMPLES = 101;

export interface Transform {
  /** χ of each direction, from 0°, at each height, from −1. */
  readonly values: Int32Array;
  readonly least: number;
  readonly greatest: number;
}

export function transformOf(
  topology: Pick<Topology, "transform">,
  graph: Graph,
  positions: Float32Array,
  direction: Direction,
): Transform {
  const values = topology.transform(graph, positions, direction, ANGLES, SAMPLES);
  return { values, least: Math.min(0, ...values), greatest: Math.max(0, ...values) };
}

/** The column of the direction that is nearest to an angle in degrees. */
export function columnOf(degrees: number): number {
  return Math.round((degrees / 360) * ANGLES) % ANGLES;
}

export function angleOf(column: number): number {
  return (360 * column) / ANGLES;
}

export function heightOf(sample: number): number {
  return (2 * sample - (SAMPLES - 1)) / (SAMPLES - 1);
}

/** The last sample up to a height; −1: the height is below all of them. */
export function sampleOf(height: number): number {
  // Heights of the grid are their own sample.
  return Math.min(Math.floor((height + 1) * ((SAMPLES - 1) / 2) + 1e-6), SAMPLES - 1);
}

/** The curve of a column. */
export function curveOf({ values }: Transform, column: number): Int32Array {
  return values.subarray(column * SAMPLES, (column + 1) * SAMPLES);
}

/** A place of the grid with χ of two transforms. */
export interface Difference {
  readonly degrees: number;
  readonly height: number;
  readonly chi: readonly [number, number];
}

/**
 * The place where two transforms differ most: the middle of the longest interval of heights, in one direction, with the
 * largest difference; null: they are equal.
 */
export function largestDifference(a: Transform, b: Transform): Difference | null {
  let found: { readonly at: number; readonly by: number; readonly length: number } | null = null;
  for (let column = 0; column < ANGLES; column++) {
    let length = 0;
    for (let sample = 0; sample < SAMPLES; sample++) {
      const at = column * SAMPLES + sample;
      const by = Math.abs(a.values[at]! - b.values[at]!);
      const goesOn = sample > 0 && Math.abs(a.values[at - 1]! - b.values[at - 1]!) === by;
      length = goesOn ? length + 1 : 1;
      if (by === 0 || (found && (by < found.by || (by === found.by && length <= found.length)))) continue;
      found = { at, by, length };
    }
  }
  if (!found) return null;
  const middle = found.at - (found.length >> 1);
  return {
    degrees: angleOf(Math.floor(middle / SAMPLES)),
    height: heightOf(middle % SAMPLES),
    chi: [a.values[middle]!, b.values[middle]!],
  };
}

/** A graph in the plane. */
interface Shape {
  readonly kind: "letter" | "outline";
  readonly name: string;
  readonly graph: OwnGraph & { readonly places: readonly number[] };
}

export const SHAPES: readonly Shape[] = data.map(({ kind, name, ...graph }) => ({
  kind: kind as Shape["kind"],
  name,
  graph: { title: kind === "letter" ? `Letter ${name}` : name, ...graph, filters: [] },
}));

export const LETTERS: readonly Shape[] = SHAPES.filter(({ kind }) => kind === "letter");
