import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { parentsOf } from "../../../domain/persistence/reduction";
import type { Trace, TraceState } from "../../../protocol";

interface ForestProps {
  readonly trace: Trace;
  readonly names: readonly string[];
  readonly state: TraceState;
  /** Later simplices have not entered yet. */
  readonly entered: number;
  /** The vertex of the last step. */
  readonly lit: number | null;
}

const GAP = 36;
const RADIUS = 13;
const ROOM = 18;

/**
 * Union-find: an arc points from each vertex to an elder one; a vertex without an arc is the oldest of its
 * component.
 */
export function Forest({ trace, names, state, entered, lit }: ForestProps): JSX.Element {
  const parents = parentsOf(state);
  const vertices = trace.simplices.flatMap(({ edge }, place) => (edge === null ? [place] : []));
  const x = new Map(vertices.map((place, i) => [place, ROOM + i * GAP]));
  const width = 2 * ROOM + Math.max(vertices.length - 1, 0) * GAP;
  // A curve reaches three quarters of the height of its control points.
  const height = 0.75 * riseOf(width - 2 * ROOM) + RADIUS + 2 * ROOM;
  const base = height - ROOM;
  const scroller = useRef<HTMLDivElement>(null);

  // Keeps the vertex of the step in view.
  useLayoutEffect(() => {
    const box = scroller.current!;
    const at = lit === null ? undefined : x.get(lit);
    if (at === undefined) return;
    if (at - ROOM < box.scrollLeft) box.scrollLeft = at - ROOM;
    else if (at + ROOM > box.scrollLeft + box.clientWidth) box.scrollLeft = at + ROOM - box.clientWidth;
  }, [state, lit]);

  const arcs = vertices.flatMap((place) => {
    const parent = parents[place] ?? null;
    return parent === null ? [] : [{ place, from: x.get(place)!, to: x.get(parent)!, parent }];
  });
  const descriptions = arcs.map(({ place, parent }) => `${names[place]} points to ${names[parent]}`);
  return (
    <div class="forest-scroll" ref={scroller} tabIndex={0} role="region" aria-label="Union-find">
      <svg
        class="forest"
        width={width}
        height={height}
        role="img"
        aria-label={
          descriptions.length === 0
            ? "No vertex points to another vertex yet."
            : `${descriptions.join(", ")}.`
        }
      >
        {arcs.map(({ place, from, to }) => {
          const rise = riseOf(from - to);
          const end = to + RADIUS * 0.5;
          const top = base - RADIUS;
          return (
            <g key={place} class={lit === place ? "arc is-active" : "arc"}>
              <path
                d={`M${from - RADIUS * 0.5} ${top}C${from - 8} ${top - rise} ${end + 8} ${top - rise} ${end} ${top}`}
              />
              <path class="arc-head" d={`M${end} ${top}l5 -7h-7z`} />
            </g>
          );
        })}
        {vertices.map((place) => (
          <g
            key={place}
            class={vertexClass(place > entered, (parents[place] ?? null) === null, lit === place)}
          >
            <circle cx={x.get(place)} cy={base} r={RADIUS} />
            <text x={x.get(place)} y={base} dy="0.35em">
              {names[place]}
            </text>
          </g>
        ))}
      </svg>
    </div>
  );
}

/** The height of the control points of an arc with this width. */
const riseOf = (width: number): number => Math.min(0.7 * width, 120);

function vertexClass(waiting: boolean, eldest: boolean, active: boolean): string {
  return `forest-vertex${waiting ? " is-waiting" : eldest ? " is-eldest" : ""}${active ? " is-active" : ""}`;
}
