// The sentence about a bar whose end the user drags.

import { drawnBars } from "../persistence/bars";
import { describeSwaps, swaps } from "../persistence/stability";
import { isLoop, vertexName } from "../graph/graph";
import type { Bar, Direction, Filtration, Graph } from "../graph/graph";
import { pairOf } from "./sentences";
import { formatValue } from "./values";

/** Describes how the bars of one direction differ since a drag of the value of a vertex began. */
export function describePull(
  before: Filtration,
  now: Filtration,
  vertex: number,
  direction: Direction,
  graph: Graph,
): string {
  const nameOf = (v: number): string => vertexName(graph, v);
  const value = `f(${nameOf(vertex)}) = ${formatValue(now.filter[vertex]!)}.`;
  const [old, bars] = [before, now].map((filtration) => drawnBars(filtration, direction)) as [Bar[], Bar[]];
  if (samePairs(old, bars)) return `${value} The same vertices start and end the bars.`;
  const others = new Map(old.filter(isComponent).map((bar) => [bar.birthVertex, bar]));
  const ends = bars.filter(isComponent).flatMap((bar) => {
    const { deathVertex: from } = others.get(bar.birthVertex) ?? bar;
    const { deathVertex: to } = bar;
    return from === null || to === null || from === to ? [] : [{ bar, from, to }];
  });
  const describeEnd = ({ bar, from, to }: (typeof ends)[number]): string =>
    `${nameOf(to)} instead of ${nameOf(from)} now ends the bar ${pairOf(bar)}.`;
  // First the bar whose end was dragged.
  const own = ends.find(({ from }) => from === vertex);
  const component =
    (own && describeEnd(own)) ||
    describeSwaps(swaps(before, now, direction), nameOf) ||
    ends.slice(0, 1).map(describeEnd).join("");
  const [gone, come] = [old, bars].map((list) => list.filter(isComponent).length) as [number, number];
  const count =
    gone === come
      ? ""
      : `There are ${come} component bars instead of ${gone}: bars of length zero are not drawn.`;
  const loops = samePairs(old.filter(isCycle), bars.filter(isCycle))
    ? ""
    : "The vertices that close the loops have changed.";
  const changes = [component, count, loops].filter((text) => text !== "");
  return [value, ...(changes.length > 0 ? changes : ["Other vertices start or end some bars."])].join(" ");
}

const isCycle = ({ kind }: Bar): boolean => isLoop(kind);
const isComponent = (bar: Bar): boolean => !isCycle(bar);

/** The same vertices start and end the bars. */
function samePairs(a: readonly Bar[], b: readonly Bar[]): boolean {
  const keys = (bars: readonly Bar[]): string =>
    bars
      .map(({ kind, birthVertex, deathVertex, multiplicity }) =>
        [kind, birthVertex, deathVertex, multiplicity].join(" "),
      )
      .sort()
      .join();
  return keys(a) === keys(b);
}

// Describes a drag of the end of a bar of points.

/** A simplex whose diameter of entry the user drags. */
export interface PulledSimplex {
  readonly points: readonly number[];
  readonly end: "birth" | "death";
}

/** Describes the bar that the simplex begins or ends now. */
export function describePulledPoints(
  { points, end }: PulledSimplex,
  bars: readonly Bar[],
  graph: Pick<Graph, "names">,
  moves: "points" | "value",
): string {
  const kind = points.length === 2 ? "edge" : "triangle";
  const name = `The ${kind} ${points.map((point) => vertexName(graph, point)).join("–")}`;
  const bar = bars.find(({ simplices }) => isSame(simplices?.[end], points));
  if (!bar) return `${name} ${end === "birth" ? "begins" : "ends"} no bar now: the pairs changed.`;
  const value = end === "birth" ? bar.birth : bar.death!;
  return `${name} ${end === "birth" ? "begins" : "ends"} this bar at t = ${formatValue(value)}. ${MOVES[moves]}`;
}

/** The effect of the drag. */
const MOVES = {
  points: "Its points move along the gradient of t.",
  value: "The value of its last edge changes.",
};

function isSame(a: readonly number[] | null | undefined, b: readonly number[]): boolean {
  return a?.length === b.length && a.every((point) => b.includes(point));
}
