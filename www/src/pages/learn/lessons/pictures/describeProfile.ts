import type { Bar, Direction, Graph } from "../../../../domain/graph/graph";
import { isLoop, vertexName } from "../../../../domain/graph/graph";
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

/** What a summit or a pass means for the bars of the superlevel filtration, after it was pulled to another height. */
export function describePulledHeight(graph: Graph, bars: readonly Bar[], vertex: number): string {
  const name = vertexName(graph, vertex);
  const components = bars.filter(({ kind, direction }) => !isLoop(kind) && direction === "super");
  const own = components.find(({ birthVertex, birth, death }) => birthVertex === vertex && birth !== death);
  if (own && own.death === null)
    return `${name} is the highest now. No island can swallow it, so its bar never ends.`;
  if (own)
    return (
      `${name} stands ${formatValue(own.birth - own.death!)} above the pass to a higher summit, ` +
      `${vertexName(graph, own.deathVertex!)}: this is the length of its bar.`
    );
  const ended = components.find(({ deathVertex, birth, death }) => deathVertex === vertex && birth !== death);
  return ended
    ? `${name} joins two islands at ${formatValue(ended.death!)}, and the bar of ${vertexName(graph, ended.birthVertex)} ends there.`
    : `${name} is on a slope now: no island appears or joins another here, so no bar begins or ends.`;
}
