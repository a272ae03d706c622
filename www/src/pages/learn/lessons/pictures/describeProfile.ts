import type { Direction, Graph } from "../../../../domain/graph/graph";
import { vertexName } from "../../../../domain/graph/graph";
import { plural } from "../../../../domain/text/format";
import { formatValue } from "../../../../domain/text/values";
import type { Stretch } from "./profile";

/** Describes the drawing for screen readers: the components at t, each by its oldest vertex. */
export function describeProfile(
  graph: Graph,
  filter: ArrayLike<number>,
  stretches: readonly Stretch[],
  threshold: number | null,
  direction: Direction,
): string {
  const way = direction === "sub" ? "up to" : "from";
  const set = threshold === null ? "the whole profile" : `the values ${way} ${formatValue(threshold)}`;
  if (stretches.length === 0) return "A profile with f upwards. No vertex is in yet.";
  const sign = direction === "sub" ? 1 : -1;
  const oldest = stretches.map(({ first, last }) => {
    let found = first;
    for (let v = first; v <= last; v++) if (sign * filter[v]! < sign * filter[found]!) found = v;
    return vertexName(graph, found);
  });
  const names = oldest.join(", ");
  return `A profile with f upwards. ${plural(stretches.length, "component", "components")} in ${set}, by oldest vertex: ${names}.`;
}
