import type { Graph } from "../../../domain/graph";
import { vertexName } from "../../../domain/names";
import type { Pairs } from "../../../domain/reduction";
import { plural } from "../../../domain/text";

/** What the reduced matrix says about components and loops. */
export function describePairs({ finite, endless, loops }: Pairs, graph: Graph): string {
  const name = (vertex: number): string => vertexName(graph, vertex);
  const ends = finite.map(({ birthVertex, deathVertex }) => `${name(birthVertex)} with ${name(deathVertex)}`);
  return [
    ends.length === 0 ? "Done: no component ends." : `Done: components end, that of ${listed(ends)}.`,
    endless.length === 0 ? "" : `What began with ${listed(endless.map(name))} never ends.`,
    loops.length === 0 ? "" : `${plural(loops.length, "loop", "loops")} closed.`,
  ]
    .filter((part) => part !== "")
    .join(" ");
}

function listed(items: readonly string[]): string {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)!}`;
}
