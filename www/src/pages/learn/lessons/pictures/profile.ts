// The geometry of a profile: a path graph with f upwards.

import { hasArrived } from "../../../../domain/persistence/filtration";
import type { Direction, Graph } from "../../../../domain/graph/graph";

/** Each vertex is joined to the next one, and there are no other edges. */
export function isPathInOrder({ vertices, edges }: Pick<Graph, "vertices" | "edges">): boolean {
  if (vertices < 2 || edges.length !== 2 * (vertices - 1)) return false;
  const joined = new Set<number>();
  for (let e = 0; e < edges.length; e += 2) {
    const [a, b] = [Math.min(edges[e]!, edges[e + 1]!), Math.max(edges[e]!, edges[e + 1]!)];
    if (b !== a + 1) return false;
    joined.add(a);
  }
  return joined.size === vertices - 1;
}

/** The vertices from `first` to `last`, which form one component at t. */
export interface Stretch {
  readonly first: number;
  readonly last: number;
}

/** The components at t, in the order of the path; null is the whole graph. */
export function stretchesAt(
  filter: ArrayLike<number>,
  threshold: number | null,
  direction: Direction,
): readonly Stretch[] {
  const found: Stretch[] = [];
  let first: number | null = null;
  for (let v = 0; v <= filter.length; v++) {
    const isIn = v < filter.length && hasArrived(filter[v]!, threshold, direction);
    if (isIn) first ??= v;
    else if (first !== null) {
      found.push({ first, last: v - 1 });
      first = null;
    }
  }
  return found;
}

/**
 * The corners of the area between the profile and the level t over a stretch: x is a place along the path, y a value.
 * Beside the stretch, the profile meets the level between two vertices.
 */
export function areaOf(
  filter: ArrayLike<number>,
  { first, last }: Stretch,
  level: number,
): readonly (readonly [number, number])[] {
  const meeting = (inside: number, outside: number): readonly [number, number] => {
    const [from, to] = [filter[inside]!, filter[outside]!];
    const share = to === from ? 0 : (level - from) / (to - from);
    return [inside + (outside - inside) * share, level];
  };
  const corners: (readonly [number, number])[] = [];
  corners.push(first > 0 ? meeting(first, first - 1) : [first, level]);
  for (let v = first; v <= last; v++) corners.push([v, filter[v]!]);
  corners.push(last < filter.length - 1 ? meeting(last, last + 1) : [last, level]);
  return corners;
}

/** A rectangle, in pixels. */
export interface PixelBounds {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The space between two names. */
const APART = 6;

/** Whether no two boxes touch, beside or above each other. */
export function areApart(boxes: readonly PixelBounds[]): boolean {
  return boxes.every((a, i) =>
    boxes
      .slice(i + 1)
      .every(
        (b) =>
          a.right + APART <= b.left || b.right + APART <= a.left || a.bottom <= b.top || b.bottom <= a.top,
      ),
  );
}
