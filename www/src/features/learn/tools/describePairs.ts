import type { Graph } from "../../../domain/graph/graph";
import { vertexName } from "../../../domain/graph/names";
import type { Pairs } from "../../../domain/persistence/reduction";
import { listOf, plural } from "../../../domain/text/format";

/** What the reduced matrix says about components and loops. */
export function describePairs({ finite, endless, loops }: Pairs, graph: Graph, filter: Float32Array): string {
  const name = (vertex: number): string => vertexName(graph, vertex);
  const those = (haveLength: boolean): readonly string[] =>
    finite
      .filter(({ birthVertex, deathVertex }) => (filter[birthVertex] !== filter[deathVertex]) === haveLength)
      .map(({ birthVertex, deathVertex }) => `${name(birthVertex)} with ${name(deathVertex)}`);
  const [lasting, short] = [those(true), those(false)];
  return [
    describeEnds(lasting, short),
    endless.length === 0 ? "" : `What began with ${listOf(endless.map(name))} never ends.`,
    loops.length === 0 ? "" : `${plural(loops.length, "loop", "loops")} closed.`,
  ]
    .filter((part) => part !== "")
    .join(" ");
}

/** The components that end, and those that end at the value of their birth: the barcode has no bar for these. */
function describeEnds(lasting: readonly string[], short: readonly string[]): string {
  if (lasting.length + short.length === 0) return "Done: no component ends.";
  if (lasting.length === 0) return `Done: only components of length zero end, that of ${listOf(short)}.`;
  const also = short.length === 0 ? "" : `; with length zero, that of ${listOf(short)}`;
  return `Done: components end, that of ${listOf(lasting)}${also}.`;
}
