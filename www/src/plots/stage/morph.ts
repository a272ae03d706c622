// Animates a drawing from one state of f to the next.

import type { BarId } from "../../domain/graph/graph";
import type { BarShape } from "./barShape";

/** The animated parts; texts change at once. */
export interface Drawn {
  /** x and y of each vertex, in pixels. */
  readonly places: Float32Array;
  /** The colour step. */
  readonly steps: readonly number[];
  readonly shapes: ReadonlyMap<BarId, BarShape>;
}

/** Starts fast and slows down. */
export function easeOut(share: number): number {
  return 1 - (1 - Math.min(Math.max(share, 0), 1)) ** 3;
}

/** The drawing at a progress from 0 to 1; new elements start at their target. */
export function between(from: Drawn, to: Drawn, share: number): Drawn {
  return {
    places: to.places.map((end, i) => mix(from.places[i] ?? end, end, share)),
    steps: to.steps.map((end, v) => Math.round(mix(from.steps[v] ?? end, end, share))),
    shapes: new Map([...to.shapes].map(([id, end]) => [id, mixShapes(from.shapes.get(id), end, share)])),
  };
}

function mixShapes(start: BarShape | undefined, end: BarShape, share: number): BarShape {
  if (!start) return end;
  const whole = start.back === null || end.back === null;
  return {
    from: mix(start.from, end.from, share),
    to: mix(start.to, end.to, share),
    y: mix(start.y, end.y, share),
    back: whole ? end.back : mix(start.back, end.back, share),
  };
}

const mix = (start: number, end: number, share: number): number => start + (end - start) * share;
