import type { JSX, RefObject } from "preact";
import { useRef, useState } from "preact/hooks";
import { ticksOf } from "../shared/axis";
import type { Domain } from "../shared/colour";
import { useEscape } from "../shared/Tip";

export interface VertexDrag {
  /** The range of the axis: fixed while the user holds a vertex. */
  readonly domain: Domain;
  /** The dragged vertex; the held vertex. */
  readonly vertex: number | null;
  readonly held: number | null;
  pointer(event: JSX.TargetedPointerEvent<SVGElement>, vertex: number): void;
  /** Keys on a vertex. Arrow keys change its value once it is selected; before, they move t. */
  keyDown(event: KeyboardEvent, vertex: number, isSelected: boolean): void;
}

interface Props {
  readonly frame: RefObject<HTMLElement>;
  readonly domain: Domain;
  readonly valueOf: (vertex: number) => number;
  /** null: its values are read-only. */
  readonly onValue: ((vertex: number, value: number, gesture: string) => void) | null;
  /** Drags the vertex to a pixel of the frame; returns whether this is an undoable change. */
  readonly onDrag: (vertex: number, to: readonly [number, number], gesture: string) => boolean;
  /** Moves it by steps in the drawing; null: its position is its value. */
  readonly onNudge: ((vertex: number, by: readonly [number, number], gesture: string) => void) | null;
  /** Cancels the gesture: reverts all of it or nothing. */
  readonly onCancel: (undoable: boolean) => void;
  readonly onSelect: (vertex: number | null) => void;
}

interface Held {
  readonly vertex: number;
  readonly domain: Domain;
  readonly from: readonly [number, number];
  readonly gesture: string;
  readonly moved: boolean;
  /** There is an undoable change. */
  readonly changed: boolean;
}

/** A smaller move is a click. */
export const CLICK = 4;
let gestures = 0;
/** The moves by arrow keys with Alt and Shift; plain arrow keys change the value. */
const NUDGES: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [0, -1],
  ArrowRight: [1, 0],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
};

/** Drags vertices along the axis, by pointer or by keys. */
export function useVertexDrag(props: Props): VertexDrag {
  const [held, setHeld] = useState<Held | null>(null);
  const typing = useRef<{ readonly vertex: number; readonly gesture: string } | null>(null);
  const domain = held?.domain ?? props.domain;

  useEscape(held?.moved ?? false, () => {
    setHeld(null);
    props.onCancel(held?.changed ?? false);
  });

  const pointer = (event: JSX.TargetedPointerEvent<SVGElement>, vertex: number): void => {
    const { left, top } = props.frame.current!.getBoundingClientRect();
    const [x, y] = [event.clientX - left, event.clientY - top];
    switch (event.type) {
      case "pointerdown":
        if (event.button !== 0) return;
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
        setHeld({
          vertex,
          domain: props.domain,
          from: [x, y],
          gesture: `drag ${++gestures}`,
          moved: false,
          changed: false,
        });
        return;
      case "pointermove": {
        if (held?.vertex !== vertex) return;
        event.stopPropagation();
        if (!held.moved && Math.hypot(x - held.from[0], y - held.from[1]) < CLICK) return;
        const changed = props.onDrag(vertex, [x, y], held.gesture) || held.changed;
        if (!held.moved || changed !== held.changed) setHeld({ ...held, moved: true, changed });
        return;
      }
      case "pointercancel":
        if (held?.moved) props.onCancel(held.changed);
        setHeld(null);
        return;
      default:
        if (held?.vertex === vertex && !held.moved) props.onSelect(vertex);
        setHeld(null);
    }
  };

  const gestureOf = (vertex: number): string => {
    if (typing.current?.vertex !== vertex) typing.current = { vertex, gesture: `keys ${++gestures}` };
    return typing.current.gesture;
  };
  const keyDown = (event: KeyboardEvent, vertex: number, isSelected: boolean): void => {
    const nudge = event.altKey && event.shiftKey && NUDGES[event.key];
    if (nudge && props.onNudge) {
      props.onNudge(vertex, nudge, gestureOf(vertex));
      event.preventDefault();
      event.stopPropagation();
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = stepOf(domain) * (event.shiftKey ? 10 : 1);
    const change: Record<string, number> = {
      ArrowUp: step,
      ArrowRight: step,
      ArrowDown: -step,
      ArrowLeft: -step,
    };
    const by = change[event.key];
    if (by !== undefined && isSelected && props.onValue) {
      props.onValue(vertex, rounded(props.valueOf(vertex) + by, domain), gestureOf(vertex));
    } else if (event.key === "Enter" || event.key === " ") props.onSelect(isSelected ? null : vertex);
    else if (event.key === "Escape" && !held && typing.current) {
      typing.current = null;
      props.onCancel(true);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return { domain, vertex: held?.moved ? held.vertex : null, held: held?.vertex ?? null, pointer, keyDown };
}

/** A hundredth of the axis, as a round number. */
function stepOf([low, high]: Domain): number {
  const [first = 0, second = 1] = ticksOf([0, (high - low) / 20], 5);
  return Math.abs(second - first) || 1;
}

/** A dragged value, rounded to the steps of the keys. */
export function rounded(value: number, domain: Domain): number {
  const step = stepOf(domain);
  return Number((Math.round(value / step) * step).toPrecision(10)) + 0;
}
