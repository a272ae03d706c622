import { useEffect, useRef } from "preact/hooks";
import { prefersReducedMotion } from "../../../../plots/shared/canvas";
import { useApp } from "../../../../ui/context";
import { useTurn } from "./useTurn";

const DURATION_MS = 4000;

/**
 * Turns the dial once around and on to a direction in degrees, as one gesture. It stops early if something else changes
 * the document.
 */
export function useDialPlay(): (to: number, gesture: string, onEnd: () => void) => void {
  const { store } = useApp();
  const turn = useTurn();
  const frame = useRef(0);
  useEffect(() => () => cancelAnimationFrame(frame.current), []);
  return (to, gesture, onEnd) => {
    cancelAnimationFrame(frame.current);
    const start = performance.now();
    const step = (now: number): void => {
      if (store.state.peek().history.gesture !== gesture) return;
      const share = prefersReducedMotion() ? 1 : Math.min(Math.max((now - start) / DURATION_MS, 0), 1);
      turn(share * (360 + to), gesture);
      if (share < 1) frame.current = requestAnimationFrame(step);
      else onEnd();
    };
    step(start);
  };
}
