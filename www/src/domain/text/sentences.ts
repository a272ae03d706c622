// Sentences about the drawing: for the page, hover texts and screen readers.

import { endsGoingBack } from "../persistence/bars";
import { hasArrived } from "../persistence/filtration";
import type { Walk } from "../persistence/filtration";
import { isLoop, vertexName } from "../graph/graph";
import type { Bar, BarcodeKind, Direction, Graph } from "../graph/graph";
import { listOf, plural } from "./format";
import { endsOf, formatApart, formatValue } from "./values";

/** The data of a sentence about a filtration. */
export interface SentenceContext {
  readonly graph: Graph;
  readonly filter: Float32Array;
  /** Vertices of the component that survives where a bar of H0 ends, just before. */
  readonly joins: (bar: Bar) => readonly number[];
  /**
   * Whether loops can end: by filled triangles, or on the way back in extended persistence; null: they never
   * end.
   */
  readonly loopsEnd: "filled" | "extended" | null;
}

/** Maximum number of vertices, edges or bars that a sentence names; it counts more of them. */
const NAMED = 4;

/** The events at a position, as one or two sentences; position -1 is K⁰, the empty graph. */
export function sentenceAt(walk: Walk, position: number, scene: SentenceContext): string {
  if (position < 0) return "K⁰ = ∅: no vertex has arrived yet.";
  const arriving = walk.order.subarray(walk.first[position], walk.first[position + 1]);
  const t = `t = ${formatValue(walk.values[position]!)}`;
  return `${t}: ${arriving.length > 1 ? several(walk, position, arriving, scene) : one(walk, position, arriving[0]!, scene)}`;
}

const LOOPS_END = {
  filled: "; a filled triangle can end a loop at once.",
  extended: "; in extended persistence a loop ends on the way back.",
  never: "; in a graph a loop never ends.",
} as const;

function one(walk: Walk, position: number, vertex: number, scene: SentenceContext): string {
  const { births, merges, loops } = walk.events[position]!;
  const name = vertexName(scene.graph, vertex);
  const closed = loops.reduce((sum, bar) => sum + bar.multiplicity, 0);
  const loop = closed === 1 ? "a loop is born" : `${closed} independent loops are born`;
  const also = closed === 0 ? "" : ` With it, ${loop}.`;
  if (births.length > 0) return `${name} arrives alone; a component is born.${also}`;
  const arrives = `${name} arrives ${withEdges(walk, position, vertex, scene)}`;
  const [merge, ...others] = merges;
  if (!merge && closed > 0) return `${arrives}, and ${loop}${LOOPS_END[scene.loopsEnd ?? "never"]}`;
  if (!merge) return `${arrives} and extends a component.`;
  return `${arrives} and merges ${others.length > 0 ? merges.length + 1 : "two"} components${ending(merges, scene)}${also}`;
}

/** The edges that arrive with a vertex; an edge arrives with its later endpoint. */
function withEdges(walk: Walk, position: number, vertex: number, { graph, filter }: SentenceContext): string {
  const edges = walk.edges[position]! - (walk.edges[position - 1] ?? 0);
  const others: string[] = [];
  for (let i = 0; i < graph.edges.length && edges <= NAMED; i += 2) {
    const [a, b] = [graph.edges[i]!, graph.edges[i + 1]!];
    const other = a === vertex ? b : b === vertex ? a : null;
    if (other === null || !hasArrived(filter[other]!, filter[vertex]!, walk.direction)) continue;
    others.push(other === vertex ? "itself" : vertexName(graph, other));
  }
  if (others.length === 0) return `with ${edges} edges`;
  return `with ${others.length === 1 ? "an edge" : "edges"} to ${listOf(others)}`;
}

/** The components that end where several meet, and whether there is a tie. */
function ending(merges: readonly Bar[], scene: SentenceContext): string {
  const elder = elderBirth(merges[0]!, scene);
  const ended = merges.map(pairOf);
  const tied = merges.filter(({ birth }) => birth === elder).length;
  const first = merges[0]!;
  if (merges.length === 1) {
    return tied === 1
      ? `, both born at ${formatValue(elder)}. Tie: either may end; the bar is ${ended[0]}.`
      : `, born at ${listOf(formatApart([elder, first.birth]))}. The younger one ends; its bar is ${ended[0]}.`;
  }
  const bars = merges.length <= NAMED ? `; their bars are ${listOf(ended)}` : "";
  if (tied === 0) return `. The oldest, born at ${formatValue(elder)}, survives. The others end${bars}.`;
  return `. ${tied + 1} of them were born at ${formatValue(elder)}. Tie: any of these may survive. All others end${bars}.`;
}

/** The birth of the component that survives where this bar ends. */
function elderBirth(bar: Bar, { filter, joins }: SentenceContext): number {
  const eldest = bar.direction === "sub" ? Math.min : Math.max;
  return joins(bar).reduce((best, vertex) => eldest(best, filter[vertex]!), bar.birth);
}

export function pairOf({ birth, death, direction }: Pick<Bar, "birth" | "death" | "direction">): string {
  const [start, end] = endsOf({ birth, death });
  return `(${start}, ${end ?? (direction === "sub" ? "∞" : "−∞")})`;
}

function several(walk: Walk, position: number, arriving: Uint32Array, { graph }: SentenceContext): string {
  const { births, merges, loops } = walk.events[position]!;
  const closed = loops.reduce((sum, bar) => sum + bar.multiplicity, 0);
  const edges = walk.edges[position]! - (walk.edges[position - 1] ?? 0);
  const who =
    arriving.length <= NAMED
      ? listOf([...arriving].map((vertex) => vertexName(graph, vertex)))
      : `${arriving.length} vertices`;
  const parts: string[] = [];
  if (births.length > 0) parts.push(plural(births.length, "component is born", "components are born"));
  if (merges.length > 0) parts.push(plural(merges.length, "component ends", "components end"));
  if (closed > 0) parts.push(plural(closed, "loop is born", "loops are born"));
  const what = parts.length === 0 ? "they only extend components" : parts.join(", ");
  const tie = edges === 0 ? "" : ` with ${plural(edges, "edge", "edges")}`;
  return `${who} have the same value and arrive together${tie}; ${what}.`;
}

const KIND_NAMES: Record<BarcodeKind, string> = {
  h0: "component",
  h0Essential: "component that never ends",
  h1Essential: "loop that never ends",
  h0Extended: "extended component",
  h1Extended: "extended loop",
};
const DIRECTION_NAMES: Record<Direction, string> = { sub: "Sublevel", super: "Superlevel" };

/**
 * A bar as a phrase, for hover texts and screen readers; without its death if it has not ended yet. `births` are the vertices that share its
 * birth.
 */
export function describeBar(bar: Bar, graph: Graph, births: readonly number[] = [bar.birthVertex]): string {
  const { kind, deathVertex, direction, multiplicity } = bar;
  const times = multiplicity > 1 ? ` ×${multiplicity}` : "";
  const name = kind === "h1Extended" && !endsGoingBack(bar) ? "loop" : KIND_NAMES[kind];
  const [start, stop] = endsOf(bar);
  const { birth: first = null, death: last = null } = bar.simplices ?? {};
  const begin = first
    ? simplexName(graph, first)
    : listOf(
        births.map((vertex) => vertexName(graph, vertex)),
        "or",
      );
  const birth = `born at ${start} with ${begin}`;
  const ends = name === "loop" ? "filled" : "ended";
  const end = stop === null ? "" : `, ${ends} at ${stop} with ${simplexName(graph, last ?? [deathVertex!])}`;
  if (bar.simplices) return `${name.charAt(0).toUpperCase()}${name.slice(1)}, ${birth}${end}`;
  return `${DIRECTION_NAMES[direction]} ${name}${times}, ${birth}${end}`;
}

/** "a", "the edge a–b" or "the triangle a–b–c". */
export function simplexName(graph: Graph, vertices: readonly number[]): string {
  const kind = ["", "", "the edge ", "the triangle "][vertices.length] ?? "";
  return kind + vertices.map((vertex) => vertexName(graph, vertex)).join("–");
}

/** A vertex of the drawing, for screen readers. */
export function describeVertex(graph: Graph, vertex: number, value: number, arrived: boolean): string {
  return `f(${vertexName(graph, vertex)}) = ${formatValue(value)}${arrived ? "" : ", not arrived yet"}`;
}

/** The end of a pair of extended persistence on the way back. */
export function describeReturn(bar: Bar, graph: Graph): string {
  const below = bar.direction === "sub";
  const value = endsOf(bar)[1]!;
  const end = isLoop(bar.kind)
    ? `ends at ${value}, with ${vertexName(graph, bar.deathVertex!)}`
    : `ends with its ${below ? "greatest" : "least"} value, ${value}`;
  return `It lasts to the end of the filtration; on the way back ${below ? "down" : "up"} it ${end}.`;
}
