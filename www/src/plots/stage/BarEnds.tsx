import type { JSX, RefObject } from "preact";
import { isLit } from "../../domain/graph/graph";
import type { Bar, BarId, Highlight } from "../../domain/graph/graph";
import type { StageRow, BarShape } from "./rows";

interface Props {
  readonly rows: readonly StageRow[];
  readonly shapes: ReadonlyMap<BarId, BarShape>;
  /** The height of a row. */
  readonly pitch: number;
  readonly highlight: Highlight;
  /** Receives the pressed end: the stage drags it. */
  readonly pulled: RefObject<BarEnd>;
  readonly onPoint: (bar: BarId | null) => void;
}

/** The half of the width that reacts to the pointer, in pixels. */
const REACH = 10;
/** Lower rows have no handles. */
const MIN_PITCH = 9;
const GRIP = 5;

/** Handles on the ends of the bars. An end is the value of a vertex or of a simplex, which a drag changes. */
export function BarEnds({ rows, shapes, pitch, highlight, pulled, onPoint }: Props): JSX.Element | null {
  if (pitch < MIN_PITCH) return null;
  return (
    <g class="stage-bar-ends" aria-hidden="true">
      {rows.flatMap((row) =>
        endsOf(row, shapes.get(row.bar.id)!).map(({ end, x, y, inward }) => (
          <g
            key={`${row.bar.id} ${inward > 0 ? "right" : "left"}`}
            class={`stage-bar-end${isLit(row.bar, highlight) ? " lit" : ""}`}
            onPointerEnter={() => onPoint(row.bar.id)}
            onPointerLeave={({ pointerType }) => {
              // The drawing captures the pointer of a drag.
              if (pointerType === "mouse" && pulled.current === null) onPoint(null);
            }}
            onPointerDown={({ button }) => {
              if (button !== 0) return;
              pulled.current = end;
              onPoint(row.bar.id);
            }}
          >
            <rect
              x={x - (inward < 0 ? -inward : REACH)}
              y={y - pitch / 2}
              width={REACH + Math.abs(inward)}
              height={pitch}
            />
            <circle cx={x} cy={y} r={GRIP} />
          </g>
        )),
      )}
    </g>
  );
}

/** The end of a bar. */
export interface BarEnd {
  readonly bar: Bar;
  readonly at: "birth" | "death";
}

interface End {
  readonly end: BarEnd;
  readonly x: number;
  readonly y: number;
  /** The reach towards the other end: to the right if positive. The handles of a short bar do not overlap. */
  readonly inward: number;
}

/** The ends that are drawn. The birth of a component of points is 0 and cannot move. */
function endsOf({ bar, born, ended }: StageRow, { from, to, y, back }: BarShape): readonly End[] {
  if (!born) return [];
  const { simplices } = bar;
  const [hasBirth, hasDeath] = simplices
    ? [simplices.birth.length > 1, simplices.death !== null]
    : [true, bar.deathVertex !== null];
  const last = back ?? to;
  const inward = Math.sign(last - from || 1) * Math.min(REACH, Math.abs(last - from) / 2);
  const first: End = { end: { bar, at: "birth" }, x: from, y, inward };
  const second: End = { end: { bar, at: "death" }, x: last, y, inward: -inward };
  return [...(hasBirth ? [first] : []), ...(ended && hasDeath ? [second] : [])];
}
