import { adjacencyOf } from "./layout/adjacency";
import type { Bar, BarcodeKind, Direction, Graph } from "./types";

/** "No vertex" in the rows of the engine: the death of an essential class. */
export const NO_VERTEX = 0xffffffff;

const ROW = 5;
const KINDS: readonly BarcodeKind[] = ["h0", "h0Essential", "h1Essential"];
const DIRECTIONS: readonly Direction[] = ["sub", "super"];

/**
 * Bars from the engine's rows `[kind, direction, birth vertex, death vertex, multiplicity]`. Rows that name no
 * existing vertex, kind or direction are a bug of the caller and throw.
 */
export function barsFromRows(rows: Uint32Array, filter: Float32Array): Bar[] {
  if (rows.length % ROW !== 0) throw new RangeError(`bars: ${rows.length} numbers are no multiple of ${ROW}`);
  const bars: Bar[] = [];
  for (let i = 0; i < rows.length; i += ROW) {
    const kind = KINDS[rows[i]!];
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

/** Born and ended at the same value: not part of the barcode, but shown on request. */
export function isZeroLength(bar: Bar): boolean {
  return bar.birth === bar.death;
}

export function persistenceOf(bar: Bar): number {
  return bar.death === null ? Infinity : Math.abs(bar.death - bar.birth);
}

/** The vertices in the order of their arrival. Ties go to the smaller vertex; the superlevel order is the exact reverse. */
export function arrivalOrder(filter: Float32Array, direction: Direction): Uint32Array {
  const order = Uint32Array.from(filter.keys());
  order.sort((a, b) => filter[a]! - filter[b]! || a - b);
  return direction === "sub" ? order : order.reverse();
}

/** Has a vertex or edge of this value arrived at threshold t? null is the end of the filtration. */
export function hasArrived(value: number, threshold: number | null, direction: Direction): boolean {
  if (threshold === null) return true;
  return direction === "sub" ? value <= threshold : value >= threshold;
}

/** What happens at one value of the filtration, zero-length bars left out. */
export interface Events {
  readonly births: readonly Bar[];
  readonly merges: readonly Bar[];
  readonly loops: readonly Bar[];
}

type NoisyEvents = Record<keyof Events, Bar[]>;

/** Most values have no event; they share this. */
const QUIET: Events = { births: [], merges: [], loops: [] };

/** A filtration as a sequence K^1 ⊂ … ⊂ K^m; position i (from 0) is K^{i+1}. */
export interface Walk {
  readonly direction: Direction;
  /** The distinct values in the order of arrival: ascending for sub, descending for super. */
  readonly values: Float32Array;
  /** |V| of each K. */
  readonly vertices: Uint32Array;
  /** |E| of each K. */
  readonly edges: Uint32Array;
  /** β0 of each K. */
  readonly components: Uint32Array;
  readonly events: readonly Events[];
  /** All vertices as they arrive; those new at position i are `order[first[i]] … order[first[i + 1] - 1]`. */
  readonly order: Uint32Array;
  readonly first: Uint32Array;
}

export function walkOf(graph: Graph, filter: Float32Array, bars: readonly Bar[], direction: Direction): Walk {
  const order = arrivalOrder(filter, direction);
  const n = order.length;
  const position = new Uint32Array(n);
  const firsts: number[] = [];
  for (let i = 0; i < n; i++) {
    if (i === 0 || filter[order[i]!] !== filter[order[i - 1]!]) firsts.push(i);
    position[order[i]!] = firsts.length - 1;
  }
  const m = firsts.length;
  firsts.push(n);
  const first = Uint32Array.from(firsts);
  const values = Float32Array.from({ length: m }, (_, i) => filter[order[first[i]!]!]!);

  const edges = new Uint32Array(m);
  const merged = new Uint32Array(m);
  const { start, neighbour } = adjacencyOf(graph);
  const parent = Uint32Array.from({ length: n }, (_, v) => v);
  const arrived = new Uint8Array(n);
  const rootOf = (v: number): number => {
    while (parent[v] !== v) v = parent[v] = parent[parent[v]!]!;
    return v;
  };
  for (let i = 0; i < n; i++) {
    const v = order[i]!;
    const at = position[v]!;
    arrived[v] = 1;
    for (let k = start[v]!; k < start[v + 1]!; k++) {
      const w = neighbour[k]!;
      if (!arrived[w]) continue;
      edges[at]!++;
      const root = rootOf(w);
      const own = rootOf(v);
      if (root === own) continue;
      parent[root] = own;
      merged[at]!++;
    }
  }
  const vertices = first.slice(1);
  const components = new Uint32Array(m);
  for (let i = 0, joins = 0, count = 0; i < m; i++) {
    count += edges[i]!;
    edges[i] = count;
    joins += merged[i]!;
    components[i] = vertices[i]! - joins;
  }

  const events = new Array<Events>(m).fill(QUIET);
  const eventsAt = (v: number): NoisyEvents => {
    const at = position[v]!;
    if (events[at] === QUIET) events[at] = { births: [], merges: [], loops: [] };
    return events[at] as NoisyEvents;
  };
  for (const bar of bars) {
    if (bar.direction !== direction || isZeroLength(bar)) continue;
    const born = eventsAt(bar.birthVertex);
    if (bar.kind === "h1Essential") born.loops.push(bar);
    else born.births.push(bar);
    if (bar.deathVertex !== null) eventsAt(bar.deathVertex).merges.push(bar);
  }
  return { direction, values, vertices, edges, components, events, order, first };
}

/** β1 at a position, by Euler's formula. */
export function loopsAt(walk: Walk, position: number): number {
  return walk.edges[position]! - walk.vertices[position]! + walk.components[position]!;
}

/** The last position whose value has arrived at t; -1 where nothing has. */
export function positionAt(walk: Walk, threshold: number | null): number {
  let low = 0;
  let high = walk.values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (hasArrived(walk.values[middle]!, threshold, walk.direction)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

export function hasEvents({ births, merges, loops }: Events): boolean {
  return births.length + merges.length + loops.length > 0;
}

/** A filter value as text: two or three decimals. */
export function formatValue(value: number): string {
  return value.toFixed(3).replace(/^(-?\d+\.\d\d)0$/, "$1");
}

function loopCount(loops: readonly Bar[]): number {
  return loops.reduce((sum, bar) => sum + bar.multiplicity, 0);
}

/** What happens at a position, as one sentence. */
export function sentenceAt(walk: Walk, position: number): string {
  if (position < 0) return "Nothing has arrived yet.";
  const { births, merges, loops } = walk.events[position]!;
  const t = `t = ${formatValue(walk.values[position]!)}`;
  const arriving = walk.first[position + 1]! - walk.first[position]!;
  const closed = loopCount(loops);
  const closing = closed === 0 ? "" : closed === 1 ? "closes a loop" : `closes ${closed} loops`;
  if (arriving > 1) {
    const parts: string[] = [];
    if (births.length > 0) parts.push(`${count(births.length, "component is", "components are")} born`);
    if (merges.length > 0) parts.push(`${count(merges.length, "component ends", "components end")}`);
    if (closed > 0) parts.push(`${count(closed, "loop closes", "loops close")}`);
    const what = parts.length === 0 ? "they only extend components" : parts.join(", ");
    return `${t}: ${arriving} vertices arrive; ${what}.`;
  }
  const name = `v${walk.order[walk.first[position]!]!}`;
  const also = closing && ` It also ${closing}.`;
  if (births.length > 0) return `${t}: ${name} arrives alone; a component is born.`;
  if (merges.length === 1) {
    return `${t}: ${name} joins two components; the younger one, born ${formatValue(merges[0]!.birth)}, ends.${also}`;
  }
  if (merges.length > 1) {
    return `${t}: ${name} joins ${merges.length + 1} components; all but the eldest end.${also}`;
  }
  if (closing) return `${t}: ${name} ${closing}; in a graph a loop never ends.`;
  return `${t}: ${name} extends a component.`;
}

function count(n: number, one: string, many: string): string {
  return `${n} ${n === 1 ? one : many}`;
}

/** The order of arrival as a number for each vertex. */
function ranks(filter: Float32Array, direction: Direction): Uint32Array {
  const rank = new Uint32Array(filter.length);
  arrivalOrder(filter, direction).forEach((v, i) => (rank[v] = i));
  return rank;
}

/**
 * The component that a bar of H0 stands for: that of its birth vertex just before its death vertex arrives. For an
 * essential bar, its component at threshold t (null: in the whole graph); empty before its birth.
 */
export function componentOf(
  graph: Graph,
  filter: Float32Array,
  bar: Bar,
  threshold: number | null,
): Uint32Array {
  const { start, neighbour } = adjacencyOf(graph);
  const rank = ranks(filter, bar.direction);
  const end = bar.deathVertex === null ? Infinity : rank[bar.deathVertex]!;
  const inside = (v: number): boolean =>
    bar.deathVertex === null ? hasArrived(filter[v]!, threshold, bar.direction) : rank[v]! < end;
  if (bar.deathVertex === bar.birthVertex) return Uint32Array.of(bar.birthVertex);
  if (!inside(bar.birthVertex)) return new Uint32Array();
  const found = [bar.birthVertex];
  const seen = new Uint8Array(graph.vertices);
  seen[bar.birthVertex] = 1;
  for (const v of found) {
    for (let k = start[v]!; k < start[v + 1]!; k++) {
      const w = neighbour[k]!;
      if (seen[w] || !inside(w)) continue;
      seen[w] = 1;
      found.push(w);
    }
  }
  return Uint32Array.from(found);
}

/** A shortest cycle that closes when the birth vertex of an H1 bar arrives, as its vertices in order; empty if none. */
export function cycleOf(graph: Graph, filter: Float32Array, bar: Bar): number[] {
  const { start, neighbour } = adjacencyOf(graph);
  const rank = ranks(filter, bar.direction);
  const last = rank[bar.birthVertex]!;
  // Breadth first from the birth vertex; every vertex remembers by which neighbour of it it was reached. The first
  // edge between two such branches closes a shortest cycle, up to the depth that is still being explored.
  const from = new Int32Array(graph.vertices).fill(-1);
  const branch = new Int32Array(graph.vertices).fill(-1);
  const depth = new Uint32Array(graph.vertices);
  const queue = [bar.birthVertex];
  from[bar.birthVertex] = bar.birthVertex;
  let best = Infinity;
  let ends: readonly [number, number] | null = null;
  for (const v of queue) {
    if (2 * depth[v]! + 1 >= best) break;
    for (let k = start[v]!; k < start[v + 1]!; k++) {
      const w = neighbour[k]!;
      if (rank[w]! > last || w === bar.birthVertex) continue;
      if (from[w] === -1) {
        from[w] = v;
        depth[w] = depth[v]! + 1;
        branch[w] = v === bar.birthVertex ? w : branch[v]!;
        queue.push(w);
      } else if (v !== bar.birthVertex && branch[w] !== branch[v] && depth[v]! + depth[w]! + 1 < best) {
        best = depth[v]! + depth[w]! + 1;
        ends = [v, w];
      }
    }
  }
  if (!ends) return [];
  const back = (v: number): number[] => {
    const path = [];
    for (; v !== bar.birthVertex; v = from[v]!) path.push(v);
    return path;
  };
  return [bar.birthVertex, ...back(ends[0]).reverse(), ...back(ends[1])];
}

/** The bars that a vertex begins or ends. */
export function barsAt(bars: readonly Bar[], vertex: number): Bar[] {
  return bars.filter((bar) => bar.birthVertex === vertex || bar.deathVertex === vertex);
}

const KIND_NAMES: Record<BarcodeKind, string> = {
  h0: "component",
  h0Essential: "component that never ends",
  h1Essential: "loop that never ends",
};

/** A bar as a sentence, for hover texts and screen readers. */
export function describeBar(bar: Bar): string {
  const times = bar.multiplicity > 1 ? ` ×${bar.multiplicity}` : "";
  const birth = `born ${formatValue(bar.birth)} at v${bar.birthVertex}`;
  const death = bar.death === null ? "" : `, ended ${formatValue(bar.death)} at v${bar.deathVertex}`;
  return `${bar.direction === "sub" ? "Sublevel" : "Superlevel"} ${KIND_NAMES[bar.kind]}${times}, ${birth}${death}`;
}
