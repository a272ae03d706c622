import type { JSX, RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { ticksOf } from "../shared/axis";
import type { Domain } from "../shared/colour";
import { stageAxis } from "./places";

export interface VertexDrag {
  /** The range of the axis: it stays as it is while a vertex is held. */
  readonly domain: Domain;
  /** The vertex that has been moved by the hand that holds it; the one that is held. */
  readonly vertex: number | null;
  readonly held: number | null;
  pointer(event: JSX.TargetedPointerEvent<SVGElement>, vertex: number): void;
  keyDown(event: KeyboardEvent, vertex: number): void;
}

interface Props {
  readonly frame: RefObject<HTMLElement>;
  readonly domain: Domain;
  /** Of the labels beside the axis. */
  readonly textSize: number;
  /** Where a vertex stands is its value. */
  readonly canMoveAlong: boolean;
  readonly valueOf: (vertex: number) => number;
  readonly onValue: (vertex: number, value: number, gesture: string) => void;
  /** In pixels from the top of the frame. */
  readonly onHeight: (vertex: number, y: number) => void;
  readonly onCancel: () => void;
  readonly onSelect: (vertex: number | null) => void;
}

interface Held {
  readonly vertex: number;
  readonly domain: Domain;
  readonly from: readonly [number, number];
  readonly gesture: string;
  readonly moved: boolean;
}

/** A pointer that moves less than this has clicked. */
const CLICK = 4;
let gestures = 0;

/** Drags vertices along the axis, by hand or by keys. */
export function useVertexDrag(props: Props): VertexDrag {
  const [held, setHeld] = useState<Held | null>(null);
  const typing = useRef<{ readonly vertex: number; readonly gesture: string } | null>(null);
  const domain = held?.domain ?? props.domain;

  // Wherever the focus is.
  const isMoved = held?.moved ?? false;
  const cancel = useRef(props.onCancel);
  cancel.current = props.onCancel;
  useEffect(() => {
    if (!isMoved) return undefined;
    const escape = (event: KeyboardEvent): void => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      setHeld(null);
      cancel.current();
    };
    document.addEventListener("keydown", escape);
    return () => document.removeEventListener("keydown", escape);
  }, [isMoved]);

  const pointer = (event: JSX.TargetedPointerEvent<SVGElement>, vertex: number): void => {
    const { left, top, width } = props.frame.current!.getBoundingClientRect();
    const [x, y] = [event.clientX - left, event.clientY - top];
    switch (event.type) {
      case "pointerdown":
        if (event.button !== 0) return;
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
        setHeld({ vertex, domain: props.domain, from: [x, y], gesture: `drag ${++gestures}`, moved: false });
        return;
      case "pointermove": {
        if (held?.vertex !== vertex) return;
        event.stopPropagation();
        if (!held.moved && Math.hypot(x - held.from[0], y - held.from[1]) < CLICK) return;
        if (!held.moved) setHeld({ ...held, moved: true });
        if (props.canMoveAlong) {
          const value = rounded(stageAxis(width, domain, props.textSize).valueAt(x), domain);
          if (value !== props.valueOf(vertex)) props.onValue(vertex, value, held.gesture);
        }
        props.onHeight(vertex, y);
        return;
      }
      case "pointercancel":
        if (held?.moved) props.onCancel();
        setHeld(null);
        return;
      default:
        if (held?.vertex === vertex && !held.moved) props.onSelect(vertex);
        setHeld(null);
    }
  };

  const keyDown = (event: KeyboardEvent, vertex: number): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = stepOf(domain) * (event.shiftKey ? 10 : 1);
    const change: Record<string, number> = {
      ArrowUp: step,
      ArrowRight: step,
      ArrowDown: -step,
      ArrowLeft: -step,
    };
    const by = change[event.key];
    if (by !== undefined) {
      if (typing.current?.vertex !== vertex) typing.current = { vertex, gesture: `keys ${++gestures}` };
      props.onValue(vertex, rounded(props.valueOf(vertex) + by, domain), typing.current.gesture);
    } else if (event.key === "Enter" || event.key === " ") props.onSelect(vertex);
    else if (event.key === "Escape" && !held && typing.current) {
      typing.current = null;
      props.onCancel();
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

function rounded(value: number, domain: Domain): number {
  const step = stepOf(domain);
  return Number((Math.round(value / step) * step).toPrecision(10)) + 0;
}
