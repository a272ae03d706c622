import { useEffect, useRef, useState } from "preact/hooks";
import { between, easeOut } from "./morph";
import type { Drawn } from "./morph";

interface Props {
  readonly target: Drawn;
  /** Inputs of the drawing: a change of one of them starts the animation. */
  readonly follows: readonly unknown[];
  /** If one of these changes, and while `still`, the drawing jumps to its target. */
  readonly jumps: readonly unknown[];
  readonly still: boolean;
}

interface Way {
  readonly from: Drawn;
  readonly began: number;
}

interface Memory extends Pick<Props, "follows" | "jumps"> {
  readonly way: Way | null;
  readonly drawn: Drawn;
}

const MORPH_MS = 320;

/** Animates the drawing to `target`; a change during the animation continues from the current state. */
export function useMorph({ target, follows, jumps, still }: Props): Drawn {
  const memory = useRef<Memory | null>(null);
  const [, draw] = useState(0);
  const now = performance.now();
  const way = wayOn(memory.current, { follows, jumps, still }, now);
  const drawn = way ? between(way.from, target, easeOut((now - way.began) / MORPH_MS)) : target;
  memory.current = { follows, jumps, way, drawn };
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
): Way | null {
  if (before === null || still || differ(before.jumps, jumps)) return null;
  if (differ(before.follows, follows)) return { from: before.drawn, began: now };
  return before.way && now - before.way.began < MORPH_MS ? before.way : null;
}

const differ = (a: readonly unknown[], b: readonly unknown[]): boolean => a.some((one, i) => one !== b[i]);
