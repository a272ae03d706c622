import { isZeroLength } from "../../domain/persistence/bars";
import type { Domain } from "../shared/colour";
import type { Bar, BarcodeKind, Direction } from "../../domain/graph/graph";

/** The square of the diagram and its strips, in pixels. */
export interface DiagramFrame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly strips: readonly DiagramStrip[];
  /** The height of a strip. */
  readonly strip: number;
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
}

/** The strip of essential bars of one kind: above the square (never ending at +∞) or below it (−∞). */
export interface DiagramStrip {
  readonly kind: BarcodeKind;
  readonly direction: Direction;
  readonly y: number;
}

/** The height of a strip: of its name, for text of 13 px and for a projector. */
const STRIP = 24;
export const LARGE_STRIP = 34;
const LEFT = 48;
const RIGHT = 14;
const GAP = 8;
const AXIS = 24;

/** The frame has strips if there are essential bars. */
export function frameOf(
  width: number,
  height: number,
  directions: readonly Direction[],
  domain: Domain,
  endless = true,
  strip = STRIP,
): DiagramFrame {
  const strips = 2 * strip + GAP;
  const above = endless && directions.includes("sub") ? strips : 4;
  const below = endless && directions.includes("super") ? strips : 0;
  const side = Math.max(Math.min(width - LEFT - RIGHT, height - above - below - AXIS), 40);
  const left = LEFT + Math.max((width - LEFT - RIGHT - side) / 2, 0);
  const top = above + Math.max((height - above - below - AXIS - side) / 2, 0);
  const right = left + side;
  const bottom = top + side;
  const scale = (value: number): number =>
    (Math.min(Math.max(value, domain[0]), domain[1]) - domain[0]) / (domain[1] - domain[0]);
  const made: DiagramStrip[] = [];
  for (const direction of endless ? directions : []) {
    const start = direction === "sub" ? top - GAP - strip / 2 : bottom + GAP + strip / 2;
    const step = direction === "sub" ? -strip : strip;
    made.push(
      { kind: "h0Essential", direction, y: start },
      { kind: "h1Essential", direction, y: start + step },
    );
  }
  return {
    left,
    right,
    top,
    bottom,
    strips: made,
    strip,
    x: (v) => left + scale(v) * side,
    y: (v) => bottom - scale(v) * side,
  };
}

/** The data that determines the positions of points. */
export type DiagramScales = Pick<DiagramFrame, "x" | "y" | "strips">;

/** The point of a bar; essential bars are on the strip of their barcode. */
export function placeOf(bar: Bar, { x, y, strips }: DiagramScales): readonly [x: number, y: number] {
  if (bar.death !== null) return [x(bar.birth), y(bar.death)];
  const own = strips.find(({ kind, direction }) => kind === bar.kind && direction === bar.direction)!;
  return [x(bar.birth), own.y];
}

/** Bars that share one point of the diagram. */
export interface DiagramPoint {
  readonly id: string;
  readonly kind: BarcodeKind;
  readonly direction: Direction;
  readonly x: number;
  readonly y: number;
  readonly bars: readonly Bar[];
  readonly multiplicity: number;
  readonly radius: number;
}

/** Bars closer than half a pixel share one point. */
export function pointsOf(
  bars: readonly Bar[],
  directions: readonly Direction[],
  frame: DiagramScales,
): DiagramPoint[] {
  const found = new Map<string, { first: Bar; x: number; y: number; bars: Bar[]; multiplicity: number }>();
  for (const bar of bars) {
    if (!directions.includes(bar.direction) || isZeroLength(bar)) continue;
    const [x, y] = placeOf(bar, frame);
    const id = `${bar.kind}${bar.direction}${Math.round(2 * x)},${Math.round(2 * y)}`;
    const point = found.get(id);
    if (point) {
      point.bars.push(bar);
      point.multiplicity += bar.multiplicity;
    } else found.set(id, { first: bar, x, y, bars: [bar], multiplicity: bar.multiplicity });
  }
  const small = found.size > 300 ? 2.5 : 4.5;
  return [...found].map(([id, { first, x, y, bars, multiplicity }]) => ({
    id,
    kind: first.kind,
    direction: first.direction,
    x,
    y,
    bars,
    multiplicity,
    radius: Math.min(small * (1 + Math.log2(multiplicity) / 6), 1.8 * small),
  }));
}

/** The nearest point within reach of a finger. */
export function pointAt(
  points: readonly DiagramPoint[],
  x: number,
  y: number,
  reach = 12,
): DiagramPoint | null {
  let best: DiagramPoint | null = null;
  let nearest = reach;
  for (const point of points) {
    const distance = Math.max(Math.hypot(point.x - x, point.y - y) - point.radius / 2, 0);
    if (distance < nearest) {
      nearest = distance;
      best = point;
    }
  }
  return best;
}
