// The merge tree of a filtration: components are branches, and a node joins those that meet.

import type { Bar, Direction } from "../graph/graph";
import { hasArrived } from "./filtration";
import type { GrowingPoints } from "./filtration";

/** A component of positive length. Branches meet at the death of the younger one. */
export interface Branch {
  readonly bar: Bar;
  /** The branch that survives at its death, by its index; null: it is a root, or the survivor is not drawn. */
  readonly parent: number | null;
  /** Its row in a drawing without crossings, counted from the top. */
  readonly row: number;
}

/**
 * The branches of these bars of H0 of one direction, without those of length zero. `survivor` is the birth vertex of the component
 * that survives the death of a bar.
 */
export function mergeTree(bars: readonly Bar[], survivor: (bar: Bar) => number): readonly Branch[] {
  const places = new Map(bars.map(({ birthVertex }, place) => [birthVertex, place]));
  const parents = bars.map((bar) => (bar.death === null ? null : (places.get(survivor(bar)) ?? null)));
  const children = bars.map((): number[] => []);
  parents.forEach((parent, place) => {
    if (parent !== null) children[parent]!.push(place);
  });
  const rows = new Array<number>(bars.length);
  let row = 0;
  // The subtree of a child that ends earlier is nearer to its parent.
  const visit = (place: number): void => {
    const length = (child: number): number => Math.abs(bars[child]!.death! - bars[place]!.birth);
    for (const child of children[place]!.toSorted((a, b) => length(b) - length(a))) visit(child);
    rows[place] = row++;
  };
  parents.forEach((parent, place) => {
    if (parent === null) visit(place);
  });
  return bars.map((bar, place) => ({ bar, parent: parents[place]!, row: rows[place]! }));
}

/** The survivors of a complex of points: all points enter at 0, so the eldest point of a component is its first one. */
export function survivorsAmong(growing: Pick<GrowingPoints, "components">): (bar: Bar) => number {
  return ({ death, birthVertex }) => growing.components(death!)[birthVertex]!;
}

/** A node: the value at which branches meet, and the number of these branches, including the one that survives. */
export interface MergeNode {
  readonly value: number;
  readonly branches: number;
}

/** The nodes. Branches that meet at one value are one node, in any order of their vertices. */
export function nodesOf(branches: readonly Branch[]): readonly MergeNode[] {
  const nodes = new Map<string, MergeNode>();
  for (const { bar, parent } of branches) {
    if (bar.death === null || parent === null) continue;
    let survivor = parent;
    while (branches[survivor]!.bar.death === bar.death && branches[survivor]!.parent !== null)
      survivor = branches[survivor]!.parent!;
    const key = `${bar.death} ${survivor}`;
    nodes.set(key, { value: bar.death, branches: (nodes.get(key)?.branches ?? 1) + 1 });
  }
  return [...nodes.values()];
}

/** The number of branches at threshold t: components of K at t. */
export function branchesAt(
  branches: readonly Branch[],
  direction: Direction,
  threshold: number | null,
): number {
  return branches.filter(
    ({ bar }) =>
      hasArrived(bar.birth, threshold, direction) &&
      (bar.death === null || !hasArrived(bar.death, threshold, direction)),
  ).length;
}
