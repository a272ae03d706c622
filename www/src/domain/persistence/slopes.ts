// Slopes of a loss by the filter values. The loss, as the page states it, is the sum of the lengths of the
// finite bars of one direction. With equal values the barcode is unique, but the owners of its endpoints are
// a choice: the tie rule.

import { isZeroLength, persistenceOf } from "./bars";
import { isLoop } from "../graph/graph";
import type { Bar, Direction, Graph } from "../graph/graph";

/** Tie rule: the vertex that begins or ends a bar among vertices with equal values: the first, the last, or a share for each. */
export type TieRule = "index" | "reversed" | "mean";

/** The bars of a filter, as the topology module pairs them. */
export type BarsOf = (graph: Graph, filter: Float32Array) => readonly Bar[];

/** A vertex and its share of an endpoint; the shares of an endpoint sum to 1. */
export interface Share {
  readonly vertex: number;
  readonly share: number;
}

/** A finite bar and the owners of its endpoints under a tie rule. */
export interface OwnedBar {
  readonly bar: Bar;
  readonly birth: readonly Share[];
  readonly death: readonly Share[];
}

/** The finite bars of the loss, each with its owners. */
export function ownedBars(
  graph: Graph,
  filter: Float32Array,
  direction: Direction,
  rule: TieRule,
  barsOf: BarsOf,
): readonly OwnedBar[] {
  const bars = finiteBars(barsOf(graph, filter), direction);
  const sharesOf = rule === "mean" ? sharedAmongTies(filter) : ownedAlone;
  return barsUnder(rule, graph, filter, bars, barsOf).map(({ birthVertex, deathVertex }, i) => ({
    bar: bars[i]!,
    birth: sharesOf(birthVertex),
    death: sharesOf(deathVertex!),
  }));
}

/** The bars with the vertices that a rule gives their ends, and with their ids. The mean gives each end to several vertices, so it changes no bar. */
export function barsUnder(
  rule: TieRule,
  graph: Graph,
  filter: Float32Array,
  bars: readonly Bar[],
  barsOf: BarsOf,
): readonly Bar[] {
  if (rule !== "reversed") return bars;
  // Loops born together are one bar with a multiplicity, so the two orders can group them differently.
  const isOwned = (bar: Bar): boolean => !isLoop(bar.kind) && bar.kind !== "h0Extended" && !isZeroLength(bar);
  const owned = bars.filter(isOwned);
  const owners = inOrderOf(owned, barsFromBehind(graph, filter, barsOf));
  return bars.map((bar) => {
    const owner = owners[owned.indexOf(bar)];
    return owner ? { ...bar, birthVertex: owner.birthVertex, deathVertex: owner.deathVertex } : bar;
  });
}

/** The vertices among which the mean shares the birth of a bar. */
export function sharedBirth(filter: Float32Array, { birthVertex }: Bar): readonly number[] {
  return sharedAmongTies(filter)(birthVertex).map(({ vertex }) => vertex);
}

export function finiteBars(bars: readonly Bar[], direction: Direction): readonly Bar[] {
  return bars.filter((bar) => bar.kind === "h0" && bar.direction === direction && !isZeroLength(bar));
}

/** The sum of the lengths of the finite bars. */
export function lossOf(bars: readonly Bar[], direction: Direction): number {
  return finiteBars(bars, direction).reduce((sum, bar) => sum + persistenceOf(bar), 0);
}

/** The derivative of the loss by the value of each vertex. */
export function slopesOf(owned: readonly OwnedBar[], vertices: number): Float64Array {
  const slopes = new Float64Array(vertices);
  for (const { bar, birth, death } of owned) {
    const sign = bar.direction === "sub" ? 1 : -1;
    for (const { vertex, share } of death) slopes[vertex]! += sign * share;
    for (const { vertex, share } of birth) slopes[vertex]! -= sign * share;
  }
  return slopes;
}

export interface DescentStep {
  /** The learning rate: a number for mental arithmetic, about a tenth of the range of the values. */
  readonly rate: number;
  readonly values: readonly number[];
  /** The sum of the squares of the slopes: to first order, the loss falls by the rate times this. */
  readonly squares: number;
}

/** Moves each value against its slope. */
export function descentStep(filter: Float32Array, slopes: Float64Array): DescentStep {
  const range = Math.max(...filter) - Math.min(...filter);
  const rate = 0.25 * 10 ** Math.floor(Math.log10(range > 0 ? range : 1));
  return {
    rate,
    values: Array.from(filter, (value, vertex) => value - rate * slopes[vertex]!),
    squares: slopes.reduce((sum, slope) => sum + slope * slope, 0),
  };
}

/** The number of values that several vertices have. */
export function tiedValues(filter: Float32Array): number {
  return [...byValue(filter).values()].filter((vertices) => vertices.length > 1).length;
}

/** The loss against the value of one vertex; all other values are fixed. */
export interface LossCurve {
  readonly values: readonly number[];
  readonly losses: readonly number[];
  /** No kink lies between the values. */
  readonly exact: boolean;
}

/** The maximal number of evaluated values. */
const MAX_VALUES = 48;

/**
 * The loss has kinks only where the vertex meets another value. Evaluations there and at both ends of the
 * range draw it exactly, unless there are too many values.
 */
export function lossAgainst(
  graph: Graph,
  filter: Float32Array,
  direction: Direction,
  vertex: number,
  range: readonly [number, number],
  barsOf: BarsOf,
): LossCurve {
  const { values, exact } = gridOf(filter, vertex, range);
  const moved = filter.slice();
  const losses = values.map((value) => {
    moved[vertex] = value;
    return lossOf(barsOf(graph, moved), direction);
  });
  return { values, losses, exact };
}

/** The slopes of the loss just below and just above a value of the curve. */
export function slopesBeside({ values, losses }: LossCurve, value: number): readonly [number, number] {
  const at = values.indexOf(value);
  const slope = (i: number): number => (losses[i + 1]! - losses[i]!) / (values[i + 1]! - values[i]!);
  const [first, last] = [0, values.length - 2];
  return [slope(Math.max(at - 1, first)), slope(Math.min(at, last))];
}

function gridOf(
  filter: Float32Array,
  vertex: number,
  [low, high]: readonly [number, number],
): Pick<LossCurve, "values" | "exact"> {
  const within = [...filter].filter((value, v) => v !== vertex && value > low && value < high);
  const bends = [...new Set(within)];
  const exact = bends.length <= MAX_VALUES;
  const inner = exact
    ? bends
    : Array.from({ length: MAX_VALUES }, (_, i) => low + ((i + 1) / (MAX_VALUES + 1)) * (high - low));
  return { values: [...new Set([low, ...inner, filter[vertex]!, high])].sort((a, b) => a - b), exact };
}

/** The bars of the graph with reversed vertex indices, mapped back to the original indices. */
function barsFromBehind(graph: Graph, filter: Float32Array, barsOf: BarsOf): readonly Bar[] {
  const last = graph.vertices - 1;
  const turned = { vertices: graph.vertices, edges: graph.edges.map((vertex) => last - vertex) };
  return barsOf(turned, filter.slice().reverse()).map((bar) => ({
    ...bar,
    birthVertex: last - bar.birthVertex,
    deathVertex: bar.deathVertex === null ? null : last - bar.deathVertex,
  }));
}

/** Matches each bar with one of the same values; the two barcodes differ only in the owners. */
function inOrderOf(bars: readonly Bar[], others: readonly Bar[]): readonly Bar[] {
  const left = new Map<string, Bar[]>();
  const values = ({ kind, direction, birth, death }: Bar): string => `${kind} ${direction} ${birth} ${death}`;
  for (const bar of others) {
    const alike = left.get(values(bar));
    if (alike) alike.push(bar);
    else left.set(values(bar), [bar]);
  }
  return bars.map((bar) => left.get(values(bar))!.pop()!);
}

function ownedAlone(vertex: number): readonly Share[] {
  return [{ vertex, share: 1 }];
}

function sharedAmongTies(filter: Float32Array): (vertex: number) => readonly Share[] {
  const tied = byValue(filter);
  return (vertex) => {
    const vertices = tied.get(filter[vertex]!)!;
    return vertices.map((each) => ({ vertex: each, share: 1 / vertices.length }));
  };
}

function byValue(filter: Float32Array): ReadonlyMap<number, readonly number[]> {
  const vertices = new Map<number, number[]>();
  filter.forEach((value, vertex) => {
    const tied = vertices.get(value);
    if (tied) tied.push(vertex);
    else vertices.set(value, [vertex]);
  });
  return vertices;
}
