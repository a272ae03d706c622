// The events of a filtration, found by searching the graph, for tests of the page's sentences.

import fc from "fast-check";
import { hasArrived } from "../src/domain/persistence/filtration";
import { DIRECTIONS, vertexName } from "../src/domain/graph/graph";
import type { Direction, Graph } from "../src/domain/graph/graph";
import { formatValue } from "../src/domain/text/values";

export interface Case {
  readonly graph: Graph;
  readonly filter: Float32Array;
  readonly direction: Direction;
}

/**
 * Graphs with parallel edges and self-loops, simple graphs up to the complete one, single vertices and graphs without edges. Values with and
 * without ties.
 */
export const cases: fc.Arbitrary<Case> = fc.integer({ min: 1, max: 9 }).chain((vertices) => {
  const vertex = fc.nat({ max: vertices - 1 });
  const pairs = Array.from({ length: vertices ** 2 }, (_, i) => [i % vertices, Math.floor(i / vertices)]);
  const edges = fc.oneof(
    fc.array(fc.tuple(vertex, vertex), { maxLength: 16 }),
    fc.subarray(pairs.filter(([a, b]) => a! < b!)),
  );
  return fc.record({
    graph: edges.map((ends) => ({ vertices, edges: Uint32Array.from(ends.flat()) })),
    filter: filters(vertices),
    direction: fc.constantFrom(...DIRECTIONS),
  });
});

/** A value for each vertex, with many ties. */
export function filters(vertices: number): fc.Arbitrary<Float32Array> {
  const values = (most: number): fc.Arbitrary<number[]> =>
    fc.array(fc.integer({ min: -most, max: most }), { minLength: vertices, maxLength: vertices });
  return fc.oneof(values(2), values(1000)).map((list) => Float32Array.from(list, (value) => value / 4));
}

/** The components of the vertices that `isIn` accepts, each as a set. */
export function components(
  { vertices, edges }: Graph,
  isIn: (vertex: number) => boolean,
): readonly ReadonlySet<number>[] {
  const found: Set<number>[] = [];
  for (let v = 0; v < vertices; v++) {
    if (!isIn(v) || found.some((set) => set.has(v))) continue;
    const set = new Set([v]);
    for (let before = 0; before < set.size;) {
      before = set.size;
      for (let e = 0; e < edges.length; e += 2) {
        const [a, b] = [edges[e]!, edges[e + 1]!];
        if (isIn(a) && isIn(b) && (set.has(a) || set.has(b))) set.add(a).add(b);
      }
    }
    found.push(set);
  }
  return found;
}

/** The number of edges with both ends inside. */
export function edgesIn({ edges }: Graph, isIn: (vertex: number) => boolean): number {
  let count = 0;
  for (let e = 0; e < edges.length; e += 2) if (isIn(edges[e]!) && isIn(edges[e + 1]!)) count += 1;
  return count;
}

/** The event at threshold t. */
export function truth({ graph, filter, direction }: Case, t: number) {
  const isIn = (v: number): boolean => hasArrived(filter[v]!, t, direction);
  const was = (v: number): boolean => isIn(v) && filter[v] !== t;
  const [old, now] = [components(graph, was), components(graph, isIn)];
  const arriving = [...filter.keys()].filter((v) => filter[v] === t);
  const birthOf = (set: ReadonlySet<number>): number =>
    direction === "sub"
      ? Math.min(...[...set].map((v) => filter[v]!))
      : Math.max(...[...set].map((v) => filter[v]!));
  const met = now.map((set) => old.filter((before) => [...before].some((v) => set.has(v))));
  const ended = met.flatMap((group) => {
    const births = group.map(birthOf).sort((a, b) => (direction === "sub" ? a - b : b - a));
    return births.slice(1).map((birth) => `(${formatValue(birth)}, ${formatValue(t)})`);
  });
  const loops = (sets: readonly unknown[], has: (v: number) => boolean): number =>
    edgesIn(graph, has) - [...filter.keys()].filter(has).length + sets.length;
  return {
    arriving: arriving.map((v) => vertexName(graph, v)),
    born: met.filter((group) => group.length === 0).length,
    met: met.filter((group) => group.length > 1).map((group) => group.map(birthOf)),
    ended: ended.sort(),
    closed: loops(now, isIn) - loops(old, was),
    edges: edgesIn(graph, isIn) - edgesIn(graph, was),
  };
}
