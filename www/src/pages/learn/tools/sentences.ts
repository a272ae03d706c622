import type { Graph } from "../../../domain/graph/graph";
import { vertexName } from "../../../domain/graph/graph";
import type { Pairs } from "../../../domain/persistence/reduction";
import { listOf, plural } from "../../../domain/text/format";
import { formatValue } from "../../../domain/text/values";
import { branchesAt, nodesOf } from "../../../domain/persistence/mergeTree";
import type { Branch } from "../../../domain/persistence/mergeTree";
import type { Walk } from "../../../domain/persistence/filtration";

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

/** The leaves, nodes and roots of a merge tree. */
export function describeTree(branches: readonly Branch[]): string {
  const nodes = nodesOf(branches);
  const roots = branches.filter(({ parent }) => parent === null).length;
  const tied = nodes.filter((node) => node.branches > 2).length;
  const joined =
    tied === 0 ? "" : ` At ${plural(tied, "fork", "forks")}, more than two branches meet at one value.`;
  return `${plural(branches.length, "leaf", "leaves")}, ${plural(nodes.length, "fork", "forks")}, ${plural(roots, "root", "roots")}: each root is a component that never ends.${joined}`;
}

/** The components at t as branches that t crosses. */
export function describeCrossing(
  branches: readonly Branch[],
  { direction, values }: Pick<Walk, "direction" | "values">,
  position: number,
  threshold: number | null,
): string {
  if (position < 0) return "K is empty.";
  const count = branchesAt(branches, direction, threshold);
  const components = plural(count, "component", "components");
  const t = formatValue(threshold ?? values[position]!);
  return `t = ${t} crosses ${plural(count, "branch", "branches")}: K has ${components}.`;
}

/** The effect of the elder rule. */
export function describeCut(cut: boolean): string {
  return cut
    ? "Each piece is the bar of a component. At each fork, the branch that begins first continues; the others end."
    : "The elder rule cuts at each fork: the branch that begins first continues, and the others end there.";
}
