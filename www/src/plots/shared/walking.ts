// Navigation through a filtration: by keys, by animation, and by pointer.

import { useEffect, useRef } from "preact/hooks";
import { prefersReducedMotion } from "./canvas";
import { hasEvents, thresholdAt } from "../../domain/persistence/filtration";
import type { Walk } from "../../domain/persistence/filtration";
import type { Axis } from "./axis";

export interface WalkingProps {
  readonly walk: Walk;
  /** The current position; -1 is K⁰, the empty graph. */
  readonly position: number;
  /** The animation runs, at this multiple of the normal speed. */
  readonly playing: boolean;
  readonly speed: number;
  /**
   * The maximal duration of a value, in milliseconds; the animation of many values takes about ten times as
   * long.
   */
  readonly longestStep: number;
  /** The position where the animation ends; undefined: the last one. */
  readonly until?: number | undefined;
  readonly onThreshold: (threshold: number | null) => void;
  readonly onPlay: (playing: boolean) => void;
  /** Called at the end of the animation. */
  readonly onEnd?: () => void;
  /** Another value starts the animation again. */
  readonly again?: unknown;
}

export interface Walking {
  /** Moves to the nearest valid position and stops the animation. */
  goTo(position: number): void;
  /** Moves to the next or previous position with a birth, a death or a loop. */
  goToEvent(step: 1 | -1): void;
  /** Moves to the position drawn nearest to x. */
  goToX(axis: Axis, x: number): void;
  keyDown(event: KeyboardEvent): void;
}

export function useWalking(props: WalkingProps): Walking {
  const { walk, position, playing, onThreshold, onPlay } = props;
  const last = walk.values.length - 1;
  const move = (to: number): void => {
    if (last >= 0) onThreshold(thresholdAt(walk, Math.min(Math.max(to, -1), last)));
  };
  const goTo = (to: number): void => {
    if (playing) onPlay(false);
    move(to);
  };
  const goToEvent = (step: 1 | -1): void => {
    let to = position + step;
    while (to >= 0 && to < last && !hasEvents(walk.events[to]!)) to += step;
    goTo(to);
  };
  usePlaying(props, move);
  return {
    goTo,
    goToEvent,
    goToX: (axis, x) => goTo(nearestPosition(walk, axis, x)),
    keyDown(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const page = Math.max(Math.ceil(last / 10), 1);
      const actions: Record<string, () => void> = {
        ArrowRight: () => (event.shiftKey ? goToEvent(1) : goTo(position + 1)),
        ArrowUp: () => goTo(position + 1),
        ArrowLeft: () => (event.shiftKey ? goToEvent(-1) : goTo(position - 1)),
        ArrowDown: () => goTo(position - 1),
        PageUp: () => goTo(position + page),
        PageDown: () => goTo(position - page),
        Home: () => goTo(-1),
        End: () => goTo(last),
        " ": () => onPlay(!playing),
      };
      const action = actions[event.key];
      if (!action) return;
      action();
      event.preventDefault();
    },
  };
}

function nearestPosition(walk: Walk, axis: Axis, x: number): number {
  const before = walk.direction === "sub" ? axis.x(walk.values[0]!) - x : x - axis.x(walk.values[0]!);
  if (before > BEFORE_FIRST) return -1;
  let best = 0;
  let nearest = Infinity;
  walk.values.forEach((value, i) => {
    const distance = Math.abs(axis.x(value) - x);
    if (distance < nearest) {
      nearest = distance;
      best = i;
    }
  });
  return best;
}

/** K⁰ is drawn this many pixels before the first value; half of this distance selects it. */
const K0_PIXELS = 28;
const BEFORE_FIRST = K0_PIXELS / 2;

/** The x of the threshold; null is the last value. */
export function thresholdX(walk: Walk, position: number, threshold: number | null, axis: Axis): number {
  const { values, direction } = walk;
  if (values.length === 0) return axis.left;
  const within = (value: number): number => Math.min(Math.max(axis.x(value), axis.left), axis.right);
  if (position < 0) return within(values[0]!) + (direction === "sub" ? -K0_PIXELS : K0_PIXELS);
  return within(threshold ?? values[position]!);
}

/** The share of the first step that counts as past. */
const EAGER = 0.75;

/** A frame later than this, in milliseconds, counts as this long. */
const LATE = 50;

/** Runs the animation to its end. */
function usePlaying(props: WalkingProps, move: (to: number) => void): void {
  const { playing, speed, longestStep, until } = props;
  const onEnd = props.onEnd ?? (() => props.onPlay(false));
  const latest = useRef({ ...props, move, onEnd });
  latest.current = { ...props, move, onEnd };
  useEffect(() => {
    if (!playing) return;
    const { walk: opened, position: at } = latest.current;
    if (until !== undefined && prefersReducedMotion()) {
      latest.current.move(until);
      latest.current.onEnd();
      return;
    }
    // If the page opens with the animation on, the whole filtration is in view, so the animation restarts
    // before the first value.
    if (at >= (until ?? opened.values.length - 1)) latest.current.move(-1);
    // From K⁰ on, the first step follows soon.
    let owed = at < 0 ? EAGER : 0;
    let before = performance.now();
    let request = requestAnimationFrame(function step(now) {
      const { walk, position, move, onEnd } = latest.current;
      const last = Math.min(until ?? Infinity, walk.values.length - 1);
      const duration = Math.min((10 * longestStep) / Math.max(last, 1), longestStep) / speed;
      // A late frame skips no event.
      owed += Math.min(now - before, Math.max(duration, LATE)) / duration;
      before = now;
      if (owed >= 1) {
        const next = Math.min(position + Math.floor(owed), last);
        owed %= 1;
        move(next);
        if (next >= last) {
          onEnd();
          return;
        }
      }
      request = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(request);
  }, [playing, speed, longestStep, until, props.again]);
}
