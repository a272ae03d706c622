// Graphs as they are edited: each function answers the graph after one change.

import type { NamedValues, OwnGraph } from "./subject";
import { lettersFor } from "./names";
import { freePlace, rounded } from "./places";

/** Larger graphs are looked at, not edited. */
export const MAX_EDITABLE = 500;

/** A graph whose vertices all have a name and a place, so that they keep them when others come and go. */
export interface NamedGraph extends OwnGraph {
  readonly names: readonly string[];
  readonly places: readonly number[];
}

interface Edges {
  readonly edges: ArrayLike<number>;
}

export interface Editable {
  readonly graph: NamedGraph;
  /** Values put in the place of those of the filter; null: its own. */
  readonly values: readonly number[] | null;
}

/** The graph with one more vertex, the last, at a free place. Every filter has this value for it. */
export function addVertex({ graph, values }: Editable, value: number): Editable {
  const { vertices, names, places } = graph;
  return {
    graph: {
      ...graph,
      vertices: vertices + 1,
      names: [...names, freshName(names)],
      places: [...places, ...freePlace(places)],
      filters: withEach(graph.filters, (all) => [...all, value]),
      ...withOrigins(graph, (all) => [...all, null]),
    },
    values: values && [...values, value],
  };
}

/** The graph without a vertex and its edges; the vertices behind it move up. */
export function removeVertex({ graph, values }: Editable, vertex: number): Editable {
  const { vertices, names, places, filters } = graph;
  const without = <T>(all: readonly T[]): T[] => all.filter((_, at) => at !== vertex);
  const edges: number[] = [];
  for (const [a, b] of edgesOf(graph)) {
    if (a !== vertex && b !== vertex) edges.push(a > vertex ? a - 1 : a, b > vertex ? b - 1 : b);
  }
  return {
    graph: {
      ...graph,
      vertices: vertices - 1,
      edges,
      names: without(names),
      places: places.filter((_, at) => at >> 1 !== vertex),
      filters: withEach(filters, without),
      ...withOrigins(graph, without),
    },
    values: values && without(values),
  };
}

/** May the editor join them: not a vertex with itself, and none twice. Files may have both. */
export function canJoin(graph: Edges, a: number, b: number): boolean {
  return a !== b && !edgesOf(graph).some(([c, d]) => (a === c && b === d) || (a === d && b === c));
}

/** The graph with one more edge, the last; the same where it has it. */
export function addEdge(before: Editable, a: number, b: number): Editable {
  const { graph, values } = before;
  if (!canJoin(graph, a, b)) return before;
  return { graph: { ...graph, edges: [...graph.edges, a, b] }, values };
}

/** The graph without its edge of this number. */
export function removeEdge({ graph, values }: Editable, edge: number): Editable {
  return { graph: { ...graph, edges: graph.edges.filter((_, at) => at >> 1 !== edge) }, values };
}

/** The graph with another name of a vertex; the same where no vertex can be called that. */
export function rename(before: Editable, vertex: number, name: string): Editable {
  const { graph, values } = before;
  if (nameProblem(graph, vertex, name) !== null || graph.names[vertex] === name) return before;
  return { graph: { ...graph, names: graph.names.with(vertex, name) }, values };
}

/** Why a vertex cannot be called that; null: it can. */
export function nameProblem({ names }: NamedGraph, vertex: number, name: string): string | null {
  if (name.trim() === "") return "A vertex needs a name.";
  const other = names.findIndex((one, at) => one === name && at !== vertex);
  return other < 0 ? null : `Another vertex is already called ${name}.`;
}

/** The graph with a vertex at another place, from 0 to 1. */
export function moveVertex({ graph, values }: Editable, vertex: number, x: number, y: number): Editable {
  const places = graph.places.with(2 * vertex, rounded(x)).with(2 * vertex + 1, rounded(y));
  return { graph: { ...graph, places }, values };
}

/** The graph with all vertices where a drawing has them. */
export function withPlaces({ graph, values }: Editable, places: ArrayLike<number>): Editable {
  return { graph: { ...graph, places: Array.from(places, rounded) }, values };
}

/** Ends of the edges, in their order. */
export function edgesOf({ edges }: Edges): (readonly [a: number, b: number])[] {
  return Array.from({ length: edges.length / 2 }, (_, e) => [edges[2 * e]!, edges[2 * e + 1]!] as const);
}

/** A name that none of these vertices has: a letter among letters, otherwise a number. */
export function freshName(names: readonly string[]): string {
  const taken = new Set(names);
  const letter = lettersFor(26)!.find((one) => !taken.has(one));
  if (letter !== undefined && names.every((name) => /^[a-z]$/.test(name))) return letter;
  let number = names.length;
  while (taken.has(`v${number}`)) number += 1;
  return `v${number}`;
}

/** A value for another vertex that ties with none: in the middle of the widest gap. */
export function freshValue(values: ArrayLike<number>): number {
  const sorted = [...new Set(Array.from(values).filter(Number.isFinite))].sort((a, b) => a - b);
  if (sorted.length < 2) return sorted.length === 0 ? 1 : sorted[0]! + 1;
  let widest = 1;
  for (let i = 2; i < sorted.length; i++) {
    if (sorted[i]! - sorted[i - 1]! > sorted[widest]! - sorted[widest - 1]!) widest = i;
  }
  return Math.fround((sorted[widest - 1]! + sorted[widest]!) / 2);
}

function withEach(
  filters: readonly NamedValues[],
  change: (values: readonly number[]) => readonly number[],
): readonly NamedValues[] {
  return filters.map(({ name, values }) => ({ name, values: change(values) }));
}

function withOrigins(
  { origin }: NamedGraph,
  change: (vertices: readonly (number | null)[]) => readonly (number | null)[],
): Pick<OwnGraph, "origin"> {
  return origin ? { origin: { ...origin, vertices: change(origin.vertices) } } : {};
}
