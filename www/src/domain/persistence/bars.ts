import { DIRECTIONS, ORDINARY_KINDS } from "../graph/graph";
import type { Bar, Direction, Filtration, BarId } from "../graph/graph";

/** "No vertex" in the rows of the engine: the death of an essential class. */
export const NO_VERTEX = 0xffffffff;

const ROW = 5;

/**
 * Bars from the engine's rows `[kind, direction, birth vertex, death vertex, multiplicity]`. Rows with an
 * invalid vertex, kind or direction are a bug of the caller and throw.
 */
export function barsFromRows(rows: Uint32Array, filter: Float32Array): Bar[] {
  if (rows.length % ROW !== 0) throw new RangeError(`bars: ${rows.length} numbers are no multiple of ${ROW}`);
  const bars: Bar[] = [];
  for (let i = 0; i < rows.length; i += ROW) {
    const kind = ORDINARY_KINDS[rows[i]!];
    const direction = DIRECTIONS[rows[i + 1]!];
    const birthVertex = rows[i + 2]!;
    const end = rows[i + 3]!;
    const deathVertex = end === NO_VERTEX ? null : end;
    const birth = filter[birthVertex];
    const death = deathVertex === null ? null : filter[deathVertex];
    if (kind === undefined || direction === undefined || birth === undefined || death === undefined) {
      throw new RangeError(`bars: row ${i / ROW} does not fit a graph of ${filter.length} vertices`);
    }
    const multiplicity = rows[i + 4]!;
    bars.push({
      id: `${kind}:${direction}:${birthVertex}`,
      kind,
      direction,
      birth,
      death,
      birthVertex,
      deathVertex,
      multiplicity,
    });
  }
  return bars;
}

/** Born and ended at the same value: not part of the barcode, but optionally visible. */
export function isZeroLength(bar: Bar): boolean {
  return bar.birth === bar.death;
}

/** The bars of a direction that a barcode shows: those of positive length. */
export function drawnBars({ bars }: Pick<Filtration, "bars">, direction: Direction): readonly Bar[] {
  return bars.filter((bar) => bar.direction === direction && !isZeroLength(bar));
}

export function persistenceOf(bar: Bar): number {
  return bar.death === null ? Infinity : Math.abs(bar.death - bar.birth);
}

/** Does it end on the way back through the filtration, as an extended loop does? */
export function endsGoingBack({ birth, death, direction }: Bar): boolean {
  return death !== null && (direction === "sub" ? death < birth : death > birth);
}

// Extended persistence: after the whole graph has arrived, the filtration runs backwards, and essential bars
// end. A component ends at its last vertex, a loop at the value where the backward pass closes it.

/**
 * Birth and death vertices of the pairs, one pair after the other: up through the sublevel sets and back
 * down.
 */
interface ExtendedPairs {
  readonly components: ArrayLike<number>;
  readonly loops: ArrayLike<number>;
}

/**
 * The pairs as bars of both directions: going down first and then up gives the same pairs with swapped ends.
 * Loops with the same two vertices are one bar.
 */
export function extendedBars({ components, loops }: ExtendedPairs, filter: Float32Array): Bar[] {
  return DIRECTIONS.flatMap((direction) => [
    ...barsOf("h0Extended", direction, components, filter),
    ...barsOf("h1Extended", direction, loops, filter),
  ]);
}

function barsOf(
  kind: "h0Extended" | "h1Extended",
  direction: Direction,
  pairs: ArrayLike<number>,
  filter: Float32Array,
): Bar[] {
  const bars = new Map<BarId, Bar>();
  for (let i = 0; i < pairs.length; i += 2) {
    const ends = [pairs[i]!, pairs[i + 1]!] as const;
    const [birthVertex, deathVertex] = direction === "sub" ? ends : [ends[1], ends[0]];
    const [birth, death] = [filter[birthVertex], filter[deathVertex]];
    if (birth === undefined || death === undefined) {
      throw new RangeError(`extended bars: pair ${i / 2} does not fit a graph of ${filter.length} vertices`);
    }
    const id: BarId = `${kind}:${direction}:${birthVertex}:${deathVertex}`;
    const multiplicity = (bars.get(id)?.multiplicity ?? 0) + 1;
    bars.set(id, { id, kind, direction, birth, death, birthVertex, deathVertex, multiplicity });
  }
  return [...bars.values()];
}

/** The bars, with deaths for the essential ones. */
export function withEnds(bars: readonly Bar[], extended: readonly Bar[]): readonly Bar[] {
  return [...bars.filter(({ kind }) => kind === "h0"), ...extended];
}
