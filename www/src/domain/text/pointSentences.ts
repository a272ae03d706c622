// Sentences about growing points. The value t is the diameter of the discs.

import { isLoop, vertexName } from "../graph/graph";
import type { Bar, Graph } from "../graph/graph";
import type { PointCloud } from "../graph/subject";
import type { Walk } from "../persistence/filtration";
import { listOf, plural } from "./format";
import { pairOf, simplexName } from "./sentences";
import { formatValue } from "./values";

export interface PointScene {
  readonly graph: Graph;
  readonly complex: PointCloud["complex"];
  /** Edges enter at given values, without discs. */
  readonly isWeighted: boolean;
  /** t is exactly the value of the position. */
  readonly isAtEvent: boolean;
}

/** The last event up to t. Position -1 is before the first point. */
export function pointSentence(walk: Walk, position: number, scene: PointScene): string {
  const points = scene.graph.vertices;
  if (points === 0) return "There are no points. Click in the plane to add one.";
  if (position < 0) return "K⁰ = ∅: no point has entered yet.";
  const { births, merges, loops } = walk.events[position]!;
  const value = formatValue(walk.values[position]!);
  const at = scene.isAtEvent ? `t = ${value}` : `Since t = ${value}`;
  if (births.length > 0) return `${at}: ${begin(points, births.length)}`;
  const ended = merges.filter((bar) => !isLoop(bar.kind));
  const filled = merges.filter((bar) => isLoop(bar.kind));
  const parts = [
    ...(ended.length > 0 ? [mergeOf(ended, scene)] : []),
    ...(loops.length > 0 ? [loopOf(loops, scene)] : []),
    ...(filled.length > 0 ? [fillingOf(filled, scene)] : []),
  ];
  const text = parts.join(" ");
  return `${at}: ${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

function begin(points: number, components: number): string {
  if (points === 1) return "one point is one component. It never ends.";
  const equal = points === components ? "" : " Equal points are one component from the beginning.";
  return `${points} points form ${plural(components, "component", "components")}, all born at 0.${equal}`;
}

function mergeOf(ended: readonly Bar[], { graph, isWeighted }: PointScene): string {
  const [first] = ended;
  if (isWeighted && ended.length > 1)
    return `${ended.length} edges that join components enter, so ${ended.length} components end: a tie.`;
  if (isWeighted)
    return `${edgeOf(graph, first!.simplices!.death!)} enters, and two components merge. Both were born at 0, so either may end: the bar is ${pairOf(first!)}.`;
  if (ended.length > 1) {
    return `At ${ended.length} places, discs of different components touch, so ${ended.length} components end: a tie.`;
  }
  return `${discs(graph, first!.simplices!.death!)} touch, and two components merge. Both were born at 0, so either may end: the bar is ${pairOf(first!)}.`;
}

function loopOf(loops: readonly Bar[], { graph, isWeighted }: PointScene): string {
  if (isWeighted && loops.length > 1)
    return `${loops.length} edges enter that close independent loops: a tie.`;
  if (isWeighted) return `${edgeOf(graph, loops[0]!.simplices!.birth)} enters and closes a loop: it is born.`;
  if (loops.length > 1)
    return `Discs touch at ${loops.length} places, and ${loops.length} independent loops are born: a tie.`;
  return `${discs(graph, loops[0]!.simplices!.birth)} touch and close a loop: it is born.`;
}

function fillingOf(filled: readonly Bar[], { graph, complex, isWeighted }: PointScene): string {
  const bars = listOf(timesEach(filled.map(pairOf)));
  if (filled.length > 1) return `${filled.length} loops end; their bars are ${bars}.`;
  if (isWeighted)
    return `${edgeOf(graph, filled[0]!.simplices!.death!)} enters with its last edge and ends the loop: its bar is ${bars}.`;
  const three = discs(graph, filled[0]!.simplices!.death!);
  const how =
    complex === "alpha"
      ? `${three} have a common point and fill the loop`
      : `${three} touch in pairs, and their triangle ends the loop`;
  return `${how}: its bar is ${bars}.`;
}

/** Equal texts once, with their number. */
function timesEach(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].map((text) => {
    const times = texts.filter((one) => one === text).length;
    return times === 1 ? text : `${text} ×${times}`;
  });
}

/** An edge or a triangle; the picture marks it without names. */
function edgeOf(graph: Graph, simplex: readonly number[]): string {
  const kind = simplex.length === 2 ? "edge" : "triangle";
  if (!graph.names) return simplex.length === 2 ? "An edge" : "A triangle";
  return `The ${kind} ${simplex.map((vertex) => vertexName(graph, vertex)).join("–")}`;
}

/** The picture marks discs without names. */
function discs(graph: Graph, points: readonly number[]): string {
  if (!graph.names) return points.length === 2 ? "Two discs" : "Three discs";
  return `The discs of ${listOf(points.map((point) => vertexName(graph, point)))}`;
}

// Sentences about the filtration of an edge filter.

/** The last event of the walk up to a position; position -1 is before the first edge. */
export function edgeSentence(walk: Walk, position: number, graph: Graph): string {
  if (position < 0) return "K⁰ = ∅: no edge has entered yet.";
  const { births, merges, loops } = walk.events[position]!;
  const parts = [
    ...describeBars(
      births,
      ({ birthVertex }) => `a component is born with ${vertexName(graph, birthVertex)}`,
      (n) => `${n} components are born`,
    ),
    ...describeBars(
      merges,
      (bar) =>
        `${simplexName(graph, bar.simplices!.death!)} joins two components, and one ends: its bar is ${pairOf(bar)}`,
      (n) => `${n} components end`,
    ),
    ...describeBars(
      loops,
      (bar) => `${simplexName(graph, bar.simplices!.birth)} closes a loop`,
      (n) => `${n} independent loops are born`,
    ),
  ];
  const events = parts.length === 0 ? "the components and loops stay the same" : parts.join("; ");
  return `f = ${formatValue(walk.values[position]!)}: ${events}.`;
}

/** One bar in words, several by their number. */
function describeBars(
  bars: readonly Bar[],
  one: (bar: Bar) => string,
  several: (count: number) => string,
): readonly string[] {
  const [first] = bars;
  if (!first) return [];
  return [bars.length === 1 ? one(first) : several(bars.length)];
}
