// Describes a drag of the end of a bar of points.

import type { Bar, Graph } from "../graph/graph";
import { vertexName } from "../graph/names";
import { formatValue } from "./values";

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
