// Questions about the component that will end: the components that meet at the next
// value, if no tie decides.

import type { Walk } from "../persistence/filtration";
import { thresholdAt } from "../persistence/filtration";
import type { Bar, Graph } from "../graph/graph";
import { vertexName } from "../graph/graph";
import { formatValue } from "./values";
import { listOf } from "./format";

/** One of the meeting components, just before they meet. */
export interface MergingComponent {
  /** The vertex that created it, and the value. */
  readonly birthVertex: number;
  readonly birth: number;
  readonly vertices: ReadonlySet<number>;
  readonly right: boolean;
}

export interface MergeQuestion {
  /** The position and the value where they meet, and the vertex that joins them. */
  readonly position: number;
  readonly value: number;
  readonly vertex: number;
  /** With two components, which one ends; with more, which one survives. */
  readonly asks: "ends" | "survives";
  readonly candidates: readonly MergingComponent[];
}

/** The data of a question. */
export interface AskedOf {
  readonly graph: Graph;
  readonly filter: Float32Array;
  /** The component of a vertex at threshold t. */
  readonly componentAt: (vertex: number, threshold: number | null) => Uint32Array;
  /** Vertices of the component that survives where a bar of H0 ends, just before. */
  readonly joins: (bar: Bar) => readonly number[];
}

/** No questions about more components than this, because they are hard to distinguish. */
const MOST = 4;

/** The question at a position; null if no component ends there, or if the answer is ambiguous. */
export function questionAt(walk: Walk, position: number, scene: AskedOf): MergeQuestion | null {
  const merges = walk.events[position]?.merges ?? [];
  const [merge] = merges;
  const arriving = walk.first[position + 1]! - walk.first[position]!;
  // Several vertices that arrive together have no separate effects.
  if (!merge || arriving > 1 || merges.length >= MOST) return null;
  const before = thresholdAt(walk, position - 1);
  const elder = eldestOf(scene.joins(merge), scene.filter, walk);
  const birth = scene.filter[elder]!;
  if (merges.some((bar) => bar.birth === birth)) return null;
  const asks = merges.length === 1 ? "ends" : "survives";
  const born = [elder, ...merges.map(({ birthVertex }) => birthVertex)].sort((a, b) => a - b);
  return {
    position,
    value: walk.values[position]!,
    vertex: walk.order[walk.first[position]!]!,
    asks,
    candidates: born.map((birthVertex) => ({
      birthVertex,
      birth: scene.filter[birthVertex]!,
      vertices: new Set(scene.componentAt(birthVertex, before)),
      right: (birthVertex === elder) === (asks === "survives"),
    })),
  };
}

/** The vertex that created a component: among equal values, the first in the order of arrival. */
function eldestOf(vertices: readonly number[], filter: Float32Array, { direction, order }: Walk): number {
  const eldest = direction === "sub" ? Math.min : Math.max;
  const birth = vertices.reduce((best, vertex) => eldest(best, filter[vertex]!), filter[vertices[0]!]!);
  const inside = new Set(vertices);
  return order.find((vertex) => filter[vertex] === birth && inside.has(vertex))!;
}

/** The first question after `from`, up to `to`; null: none. */
export function nextQuestion(walk: Walk, from: number, to: number, scene: AskedOf): MergeQuestion | null {
  for (let position = from + 1; position <= to; position++) {
    const question = questionAt(walk, position, scene);
    if (question) return question;
  }
  return null;
}

export function describeQuestion({ value, vertex, asks, candidates }: MergeQuestion, graph: Graph): string {
  const those = listOf(candidates.map(({ birthVertex }) => vertexName(graph, birthVertex)));
  const joins = `At t = ${formatValue(value)}, ${vertexName(graph, vertex)} joins the components of ${those}.`;
  return `${joins} Which one ${asks}?`;
}

export function describeCandidate({ birthVertex, birth }: MergingComponent, graph: Graph): string {
  return `${vertexName(graph, birthVertex)} (born at ${formatValue(birth)})`;
}
