// Persistence: a direct, slow implementation for tests. The unit tests compare the topology module with it, and use it if the module is not
// built.

import { barsFromRows, isZeroLength, NO_VERTEX } from "../src/domain/persistence/bars";
import { hasArrived } from "../src/domain/persistence/filtration";
import type { Events, Walk } from "../src/domain/persistence/filtration";
import type { Bar, Direction, Graph } from "../src/domain/graph/graph";
import type { Topology } from "../src/engine/topology";
import { adjacencyOf } from "../src/layout/adjacency";

/** The vertices in filtration order. Ties are ordered by vertex index; the superlevel order is the exact reverse. */
export function arrivalOrder(filter: Float32Array, direction: Direction): Uint32Array {
  const order = Uint32Array.from(filter.keys());
  order.sort((a, b) => filter[a]! - filter[b]! || a - b);
  return direction === "sub" ? order : order.reverse();
}

type NoisyEvents = Record<keyof Events, Bar[]>;

/** Shared by the values without an event. */
const QUIET: Events = { births: [], merges: [], loops: [] };

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

/** The rank of each vertex in the filtration order. */
function ranks(filter: Float32Array, direction: Direction): Uint32Array {
  const rank = new Uint32Array(filter.length);
  arrivalOrder(filter, direction).forEach((v, i) => (rank[v] = i));
  return rank;
}

/**
 * The component of an H0 bar: that of its birth vertex before its death vertex arrives. For an essential bar, its component at threshold t
 * (null: in the whole graph); empty before its birth.
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

/** The component that survives the death of an H0 bar, before they merge; empty for an essential bar. */
export function joinsOf(graph: Graph, filter: Float32Array, bar: Bar): number[] {
  const { deathVertex: end, direction } = bar;
  if (end === null) return [];
  const rank = ranks(filter, direction);
  const { start, neighbour } = adjacencyOf(graph);
  const met: number[][] = [];
  for (let k = start[end]!; k < start[end + 1]!; k++) {
    const first = neighbour[k]!;
    if (rank[first]! >= rank[end]! || met.some((set) => set.includes(first))) continue;
    met.push([...componentOf(graph, filter, { ...bar, birthVertex: first }, null)]);
  }
  const eldest = (set: number[]): number => Math.min(...set.map((v) => rank[v]!));
  return met.reduce((best, set) => (eldest(set) < eldest(best) ? set : best), met[0] ?? []);
}

/** A shortest cycle that the birth vertex of an H1 bar closes, as its vertices in order; empty if none. */
export function cycleOf(graph: Graph, filter: Float32Array, bar: Bar): number[] {
  const { start, neighbour } = adjacencyOf(graph);
  const rank = ranks(filter, bar.direction);
  const last = rank[bar.birthVertex]!;
  // Breadth-first search from the birth vertex; each vertex stores the neighbour of the birth vertex on its path. The first edge between two
  // such branches closes a shortest cycle, up to the current depth.
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

/** The engine's rows by the elder rule, merge by merge. */
export function elderRuleRows(graph: Graph, filter: Float32Array): number[][] {
  const rows: number[][] = [];
  (["sub", "super"] as const).forEach((direction, d) => {
    const order = [...arrivalOrder(filter, direction)];
    /** For each vertex in the subgraph, the eldest vertex of its component. */
    const eldest = new Map<number, number>();
    const components: number[][] = [];
    const loops: number[][] = [];
    for (const v of order) {
      eldest.set(v, v);
      let closed = -1;
      for (let e = 0; e < graph.edges.length; e += 2) {
        const [a, b] = [graph.edges[e]!, graph.edges[e + 1]!];
        if ((a !== v && b !== v) || !eldest.has(a) || !eldest.has(b)) continue;
        const [x, y] = [eldest.get(a)!, eldest.get(b)!].sort((p, q) => order.indexOf(p) - order.indexOf(q));
        if (x === y) closed = closed < 0 ? 1 : closed + 1;
        else {
          if (y !== v) components.push([0, d, y!, v, 1]);
          for (const [w, root] of eldest) if (root === y) eldest.set(w, x!);
        }
      }
      if (closed > 0) loops.push([2, d, v, NO_VERTEX, closed]);
    }
    for (const root of new Set(eldest.values())) components.push([1, d, root, NO_VERTEX, 1]);
    const byVertex = (p: number[], q: number[]): number => p[2]! - q[2]!;
    rows.push(...components.sort(byVertex), ...loops.sort(byVertex));
  });
  return rows;
}

export function elderRule(graph: Graph, filter: Float32Array): Bar[] {
  return barsFromRows(Uint32Array.from(elderRuleRows(graph, filter).flat()), filter);
}

/** The part of the topology module that the unit tests use. */
export const oracle: Pick<Topology, "filtration" | "walk" | "component" | "cycle" | "joins"> = {
  filtration: (graph, filter) => ({ filter, bars: elderRule(graph, filter) }),
  walk: (graph, { filter, bars }, direction) => walkOf(graph, filter, bars, direction),
  component: componentOf,
  cycle: cycleOf,
  joins: joinsOf,
};
