// Sentences about the filtration of an edge filter.

import type { Bar, Graph } from "../graph/graph";
import { vertexName } from "../graph/names";
import type { Walk } from "../persistence/filtration";
import { pairOf, simplexName } from "./sentences";
import { formatValue } from "./values";

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
