import { useEffect, useRef, useState } from "preact/hooks";
import type { BarId } from "../../domain/graph/graph";
import type { BarShape } from "./rows";

interface Props {
  readonly target: StageDrawing;
  /** Inputs of the drawing: a change of one of them starts the animation. */
  readonly follows: readonly unknown[];
  /** If one of these changes, and while `still`, the drawing jumps to its target. */
  readonly jumps: readonly unknown[];
  readonly still: boolean;
}

interface Transition {
  readonly from: StageDrawing;
  readonly began: number;
}

interface Memory extends Pick<Props, "follows" | "jumps"> {
  readonly transition: Transition | null;
  readonly drawn: StageDrawing;
}

const MORPH_MS = 320;

/** Animates the drawing to `target`; a change during the animation continues from the current state. */
export function useMorph({ target, follows, jumps, still }: Props): StageDrawing {
  const memory = useRef<Memory | null>(null);
  const [, draw] = useState(0);
  const now = performance.now();
  const way = wayOn(memory.current, { follows, jumps, still }, now);
  const drawn = way ? between(way.from, target, easeOut((now - way.began) / MORPH_MS)) : target;
  memory.current = { follows, jumps, transition: way, drawn };
  const moves = way !== null;
  useEffect(() => {
    if (!moves) return undefined;
    let frame = requestAnimationFrame(function next(time) {
      draw(time);
      frame = requestAnimationFrame(next);
    });
    return () => cancelAnimationFrame(frame);
  }, [moves]);
  return drawn;
}

function wayOn(
  before: Memory | null,
  { follows, jumps, still }: Omit<Props, "target">,
  now: number,
): Transition | null {
  if (before === null || still || differ(before.jumps, jumps)) return null;
  if (differ(before.follows, follows)) return { from: before.drawn, began: now };
  return before.transition && now - before.transition.began < MORPH_MS ? before.transition : null;
}

const differ = (a: readonly unknown[], b: readonly unknown[]): boolean => a.some((one, i) => one !== b[i]);

// Animates a drawing from one state of f to the next.

/** The animated parts; texts change at once. */
export interface StageDrawing {
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
export function between(from: StageDrawing, to: StageDrawing, share: number): StageDrawing {
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
