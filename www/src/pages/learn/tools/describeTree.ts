import { branchesAt, nodesOf } from "../../../domain/persistence/mergeTree";
import type { Branch } from "../../../domain/persistence/mergeTree";
import type { Walk } from "../../../domain/persistence/filtration";
import { formatValue } from "../../../domain/text/values";
import { plural } from "../../../domain/text/format";

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
