// Navigation through the growth of points: t takes every value, and the steps are events.

import { useLayoutEffect, useRef } from "preact/hooks";
import type { Walk } from "../../domain/persistence/filtration";
import type { Axis } from "../shared/axis";
import { prefersReducedMotion } from "../shared/canvas";
import { useWalking } from "../shared/walking";
import type { Walking, WalkingProps } from "../shared/walking";

interface Props extends WalkingProps {
  readonly threshold: number | null;
  /** The end of the axis. */
  readonly end: number;
  /** An answer that is played: t grows to a value; null: to the end. */
  readonly answer: { readonly to: number | null } | null;
  readonly onAnswered: () => void;
}

/** The duration of the animation from 0 to the end of the axis, in milliseconds. */
const DURATION = 9000;
const ANSWER_DURATION = 3000;

/** Within this distance of an event, in pixels, the pointer means the event. */
const SNAP = 6;

/** The value at x, or that of the nearest event beside it. */
export function snapped({ values }: Pick<Walk, "values">, axis: Axis, x: number): number {
  const distance = (value: number): number => Math.abs(axis.x(value) - x);
  const nearest = values.reduce((best, value) => (distance(value) < distance(best) ? value : best), Infinity);
  return distance(nearest) <= SNAP ? nearest : axis.valueAt(x);
}

export function useGrowth(props: Props): Walking {
  const { playing, speed, walk, end, answer, onThreshold, onPlay } = props;
  const walking = useWalking({ ...props, playing: false });
  const latest = useRef(props);
  latest.current = props;
  // Its cleanup runs before the next frame: no step follows the end of the animation.
  useLayoutEffect(() => {
    if (!playing) return undefined;
    if (answer && prefersReducedMotion()) {
      latest.current.onAnswered();
      return undefined;
    }
    const { threshold } = latest.current;
    const last = answer?.to ?? walk.values.at(-1) ?? 0;
    const duration = answer ? ANSWER_DURATION : DURATION;
    let t = threshold === null || threshold >= last ? 0 : Math.max(threshold, 0);
    let before = performance.now();
    let request = requestAnimationFrame(function step(now) {
      t += ((now - before) / duration) * latest.current.end * latest.current.speed;
      before = now;
      if (t >= last && answer) {
        latest.current.onAnswered();
        return;
      }
      if (t >= last) {
        latest.current.onThreshold(null);
        latest.current.onPlay(false);
        return;
      }
      latest.current.onThreshold(t);
      request = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(request);
  }, [playing, speed, walk, end, answer]);
  return {
    ...walking,
    goTo(position) {
      if (playing) onPlay(false);
      walking.goTo(position);
    },
    goToX(axis: Axis, x) {
      if (playing) onPlay(false);
      const t = snapped(walk, axis, Math.min(Math.max(x, axis.left), axis.right));
      onThreshold(t >= (walk.values.at(-1) ?? 0) ? null : t);
    },
    keyDown(event) {
      if (event.key === " " && !event.ctrlKey && !event.metaKey && !event.altKey) {
        onPlay(!playing);
        event.preventDefault();
      } else walking.keyDown(event);
    },
  };
}
