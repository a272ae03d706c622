import type { JSX, RefObject } from "preact";
import { useState } from "preact/hooks";
import { useEscape } from "../shared/Tip";
import { vertexNear } from "./places";
import { CLICK } from "./useVertexDrag";

/** An edge during a drag: from a vertex to the pointer, or to the vertex there. */
interface EdgeOnItsWay {
  readonly from: number;
  readonly start: readonly [number, number];
  readonly to: readonly [number, number];
  readonly target: number | null;
}

export interface EdgeDrag {
  readonly edge: EdgeOnItsWay | null;
  /** Returns whether the event belongs to an edge: it began at the rim of a vertex. */
  pointer(event: JSX.TargetedPointerEvent<SVGElement>, vertex: number): boolean;
}

interface Props {
  readonly frame: RefObject<HTMLElement>;
  readonly places: Float32Array;
  readonly radius: number;
  /** null: vertices have no rim. */
  readonly onEdge: ((from: number, to: number) => void) | null;
  readonly onSelect: (vertex: number) => void;
}

/** A drag from this part of the radius outwards draws an edge; a drag from further inside moves the vertex. */
export const RIM = 0.7;

/** Draws an edge by a drag from the rim of a vertex to another vertex. */
export function useEdgeDrag({ frame, places, radius, onEdge, onSelect }: Props): EdgeDrag {
  const [edge, setEdge] = useState<EdgeOnItsWay | null>(null);
  useEscape(edge !== null, () => setEdge(null));

  const pointer = (event: JSX.TargetedPointerEvent<SVGElement>, vertex: number): boolean => {
    const { left, top } = frame.current!.getBoundingClientRect();
    const to = [event.clientX - left, event.clientY - top] as const;
    if (event.type === "pointerdown") {
      const inside = Math.hypot(to[0] - places[2 * vertex]!, to[1] - places[2 * vertex + 1]!);
      if (!onEdge || event.button !== 0 || inside < RIM * radius) return false;
      event.currentTarget.setPointerCapture(event.pointerId);
      setEdge({ from: vertex, start: to, to, target: null });
    } else {
      if (edge?.from !== vertex) return false;
      if (event.type === "pointermove") {
        const near = vertexNear(places, to, radius + 10);
        setEdge({ ...edge, to, target: near === vertex ? null : near });
      } else {
        setEdge(null);
        const isClick = Math.hypot(to[0] - edge.start[0], to[1] - edge.start[1]) < CLICK;
        if (event.type === "pointerup" && isClick) onSelect(vertex);
        else if (event.type === "pointerup" && edge.target !== null) onEdge?.(vertex, edge.target);
      }
    }
    event.stopPropagation();
    return true;
  };
  return { edge, pointer };
}
