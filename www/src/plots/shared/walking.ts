// Going through a filtration: by keys, by itself, and to where something is pointed at.

import { useEffect, useRef } from "preact/hooks";
import { hasEvents, thresholdAt } from "../../domain/persistence/filtration";
import type { Walk } from "../../domain/persistence/filtration";
import type { Axis } from "./axis";

export interface WalkingProps {
  readonly walk: Walk;
  /** Where the walk is; -1 is K⁰, where nothing has arrived. */
  readonly position: number;
  /** It goes on by itself, so many times as fast as usual. */
  readonly playing: boolean;
  readonly speed: number;
  /** No value lasts longer than this, in milliseconds; a walk of many values takes about ten times as long. */
  readonly longestStep: number;
  readonly onThreshold: (threshold: number | null) => void;
  readonly onPlay: (playing: boolean) => void;
}

export interface Walking {
  /** To a position, as near as there is one; what goes on by itself stops. */
  goTo(position: number): void;
  /** To the next position, or the one before, at which a component is born or ends or a loop closes. */
  goToEvent(step: 1 | -1): void;
  /** To the position that is drawn nearest to x. */
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

/** K⁰ is drawn so many pixels before the first value, and pointed at from half of them on. */
const K0_PIXELS = 28;
const BEFORE_FIRST = K0_PIXELS / 2;

/** Where the threshold is drawn; null is the last value. */
export function thresholdX(walk: Walk, position: number, threshold: number | null, axis: Axis): number {
  const { values, direction } = walk;
  if (values.length === 0) return axis.left;
  const within = (value: number): number => Math.min(Math.max(axis.x(value), axis.left), axis.right);
  if (position < 0) return within(values[0]!) + (direction === "sub" ? -K0_PIXELS : K0_PIXELS);
  return within(threshold ?? values[position]!);
}

/** A frame that comes later than this, in milliseconds, does not count for more. */
const LATE = 50;

/** Walks on by itself, until the end. */
function usePlaying(
  { walk, position, playing, speed, longestStep, onPlay }: WalkingProps,
  move: (to: number) => void,
): void {
  const latest = useRef({ walk, position, move, onPlay });
  latest.current = { walk, position, move, onPlay };
  useEffect(() => {
    if (!playing) return;
    // A page that opens with the walk going on has all of the filtration in view: it starts before the first value.
    const { walk: opened, position: at } = latest.current;
    if (at >= opened.values.length - 1) latest.current.move(-1);
    let owed = 0;
    let before = performance.now();
    let request = requestAnimationFrame(function step(now) {
      const { walk, position, move, onPlay } = latest.current;
      const last = walk.values.length - 1;
      const duration = Math.min((10 * longestStep) / Math.max(last, 1), longestStep) / speed;
      // A late frame skips nothing that could have been seen.
      owed += Math.min(now - before, Math.max(duration, LATE)) / duration;
      before = now;
      if (owed >= 1) {
        const next = Math.min(position + Math.floor(owed), last);
        owed %= 1;
        move(next);
        if (next >= last) {
          onPlay(false);
          return;
        }
      }
      request = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(request);
  }, [playing, speed, longestStep]);
}
