// A curve with a bounded number of points: drawing a run costs the same at its first step and at its
// millionth.

export type XY = readonly [x: number, y: number];

/** The lowest and the highest of a few neighbouring points, in their order. */
interface Span {
  readonly first: XY;
  /** null: the span is one point. */
  readonly second: XY | null;
}

export interface Curve {
  /** The number of points in a span, a power of two. */
  readonly stride: number;
  readonly spans: readonly Span[];
  /** Points in the last span. */
  readonly filled: number;
  /** Number of points ever added. */
  readonly count: number;
}

/** Up to this many points a curve is exact. */
export const MAX_SPANS = 1024;

export const EMPTY_CURVE: Curve = { stride: 1, spans: [], filled: 0, count: 0 };

function join(a: Span, b: Span): Span {
  const points = [a.first, ...(a.second ? [a.second] : []), b.first, ...(b.second ? [b.second] : [])];
  // A point that is not finite must not hide the others.
  const finite = points.filter(([, y]) => Number.isFinite(y));
  if (finite.length < 2) return { first: finite[0] ?? points[0]!, second: null };
  const low = finite.reduce((p, q) => (q[1] < p[1] ? q : p));
  const high = finite.reduce((p, q) => (q[1] > p[1] ? q : p));
  if (low === high) return { first: low, second: null };
  return low[0] <= high[0] ? { first: low, second: high } : { first: high, second: low };
}

/** Extends the curve by points in the order of x. */
export function extend(curve: Curve, points: readonly XY[]): Curve {
  if (points.length === 0) return curve;
  let { stride, filled } = curve;
  let spans = [...curve.spans];
  for (const point of points) {
    const one: Span = { first: point, second: null };
    if (spans.length > 0 && filled < stride) {
      spans[spans.length - 1] = join(spans.at(-1)!, one);
      filled += 1;
      continue;
    }
    if (spans.length === MAX_SPANS) {
      spans = Array.from({ length: MAX_SPANS / 2 }, (_, i) => join(spans[2 * i]!, spans[2 * i + 1]!));
      stride *= 2;
    }
    spans.push(one);
    filled = 1;
  }
  return { stride, spans, filled, count: curve.count + points.length };
}

/** The points to draw: every point, or the lowest and the highest of each span. */
export function pointsOf(curve: Curve): XY[] {
  return curve.spans.flatMap(({ first, second }) => (second ? [first, second] : [first]));
}
