import type { Graph } from "../../../domain/graph/graph";
import { vertexName } from "../../../domain/graph/graph";
import type { Pairs } from "../../../domain/persistence/reduction";
import { listOf, plural } from "../../../domain/text/format";

/** The components and loops that the reduced matrix shows. */
export function describePairs({ finite, endless, loops }: Pairs, graph: Graph, filter: Float32Array): string {
  const name = (vertex: number): string => vertexName(graph, vertex);
  const those = (haveLength: boolean): readonly string[] =>
    finite
      .filter(({ birthVertex, deathVertex }) => (filter[birthVertex] !== filter[deathVertex]) === haveLength)
      .map(({ birthVertex, deathVertex }) => `(${name(birthVertex)}, ${name(deathVertex)})`);
  const [lasting, short] = [those(true), those(false)];
  return [
    describeEnds(lasting, short),
    endless.length === 0 ? "" : `Components that never end: ${listOf(endless.map(name))}.`,
    loops.length === 0 ? "" : `${plural(loops.length, "loop is", "loops are")} born.`,
  ]
    .filter((part) => part !== "")
    .join(" ");
}

/** The pairs of the components that end. The barcode omits the pairs of length zero. */
function describeEnds(lasting: readonly string[], short: readonly string[]): string {
  if (lasting.length + short.length === 0) return "Done. No component ends.";
  if (lasting.length === 0) return `Done. All pairs have length zero: ${listOf(short)}.`;
  const also = short.length === 0 ? "" : ` Pairs of length zero: ${listOf(short)}.`;
  return `Done. Persistence pairs: ${listOf(lasting)}.${also}`;
}
