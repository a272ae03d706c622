// Edits of graphs: each function returns the graph after one change.

import type { NamedValues, OwnGraph } from "./subject";
import { LETTERS, freePlace, rounded } from "./graph";
import type { Graph } from "./graph";
import { stored } from "../stored";

/** Larger graphs cannot be edited. */
export const MAX_EDITABLE = 500;

/**
 * A graph whose vertices all have names and positions, so that edits of other vertices do not change them.
 */
export interface NamedGraph extends OwnGraph {
  readonly names: readonly string[];
  readonly places: readonly number[];
}

interface Edges {
  readonly edges: ArrayLike<number>;
}

export interface Editable {
  readonly graph: NamedGraph;
  /** Values that replace those of the filter; null: the filter's own values. */
  readonly values: readonly number[] | null;
}

/** Adds a vertex at the end, by default at a free position. Every filter gets this value for it. */
export function addVertex(
  { graph, values }: Editable,
  value: number,
  place = freePlace(graph.places),
): Editable {
  const { vertices, names, places } = graph;
  return {
    graph: {
      ...graph,
      vertices: vertices + 1,
      names: [...names, freshName(names)],
      places: [...places, ...place.map(rounded)],
      filters: withEach(graph.filters, (all) => [...all, value]),
      ...withOrigins(graph, (all) => [...all, null]),
    },
    values: values && [...values, value],
  };
}

/** Removes a vertex and its edges; the indices of later vertices decrease by one. */
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

/**
 * Can the editor add this edge? It rejects self-loops and repeated edges, although files may contain both.
 */
export function canJoin(graph: Edges, a: number, b: number): boolean {
  return a !== b && !edgesOf(graph).some(([c, d]) => (a === c && b === d) || (a === d && b === c));
}

/** Adds an edge at the end; returns the same graph if the edge exists. */
export function addEdge(before: Editable, a: number, b: number): Editable {
  const { graph, values } = before;
  if (!canJoin(graph, a, b)) return before;
  return { graph: { ...graph, edges: [...graph.edges, a, b] }, values };
}

/** Removes the edge with this index. */
export function removeEdge({ graph, values }: Editable, edge: number): Editable {
  return { graph: { ...graph, edges: graph.edges.filter((_, at) => at >> 1 !== edge) }, values };
}

/** Renames a vertex; returns the same graph if the name is invalid. */
export function rename(before: Editable, vertex: number, name: string): Editable {
  const { graph, values } = before;
  if (nameProblem(graph, vertex, name) !== null || graph.names[vertex] === name) return before;
  return { graph: { ...graph, names: graph.names.with(vertex, name) }, values };
}

/** The reason why a name is invalid; null: it is valid. */
export function nameProblem({ names }: NamedGraph, vertex: number, name: string): string | null {
  if (name.trim() === "") return "A vertex needs a name.";
  const other = names.findIndex((one, at) => one === name && at !== vertex);
  return other < 0 ? null : `Another vertex is already called ${name}.`;
}

/** Moves a vertex; coordinates are from 0 to 1. */
export function moveVertex({ graph, values }: Editable, vertex: number, x: number, y: number): Editable {
  const places = graph.places.with(2 * vertex, rounded(x)).with(2 * vertex + 1, rounded(y));
  return { graph: { ...graph, places }, values };
}

/** Sets all positions to those of a drawing. */
export function withPlaces({ graph, values }: Editable, places: ArrayLike<number>): Editable {
  return { graph: { ...graph, places: Array.from(places, rounded) }, values };
}

/** The endpoints of the edges, in order. */
export function edgesOf({ edges }: Edges): (readonly [a: number, b: number])[] {
  return Array.from({ length: edges.length / 2 }, (_, e) => [edges[2 * e]!, edges[2 * e + 1]!] as const);
}

/** A name that none of these vertices has: a letter if all names are letters, otherwise a number. */
export function freshName(names: readonly string[]): string {
  const taken = new Set(names);
  const letter = [...LETTERS].find((one) => !taken.has(one));
  if (letter !== undefined && names.every((name) => /^[a-z]$/.test(name))) return letter;
  let number = names.length;
  while (taken.has(`v${number}`)) number += 1;
  return `v${number}`;
}

/** A value that no vertex has: the middle of the widest gap. */
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

// The graph that a model receives.

/**
 * The graph with every edge once, from the smaller to the greater vertex, in this order, and without self-loops. The values of edges of a
 * model have the order of its edges. The same object for the same graph.
 */
export const simpleGraph = stored(simplified);

function simplified(graph: Graph): Graph {
  const { vertices, edges } = graph;
  const keys = new Set<number>();
  for (let end = 0; end < edges.length; end += 2) {
    const [u, v] = [edges[end]!, edges[end + 1]!];
    if (u !== v) keys.add(Math.min(u, v) * vertices + Math.max(u, v));
  }
  const sorted = Float64Array.from(keys).sort();
  const simple = Uint32Array.from([...sorted].flatMap((key) => [Math.floor(key / vertices), key % vertices]));
  const isSimple = simple.length === edges.length && simple.every((end, at) => end === edges[at]);
  return isSimple ? graph : { ...graph, edges: simple };
}
