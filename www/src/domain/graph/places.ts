// Positions of the vertices of a small graph, as numbers from 0 to 1.

import type { Graph } from "./graph";

/** Rounds a coordinate to about a pixel, which keeps files readable. */
export function rounded(place: number): number {
  return Math.round(1e4 * Math.min(Math.max(place, 0), 1)) / 1e4;
}

const COLUMNS = 12;
const ROWS = 8;

/** The point of a grid that is farthest from all vertices. */
export function freePlace(places: readonly number[]): readonly [x: number, y: number] {
  let best: readonly [number, number] = [0.5, 0.5];
  let most = places.length === 0 ? Infinity : -1;
  for (let row = 0; row <= ROWS; row++) {
    for (let column = 0; column <= COLUMNS; column++) {
      const [x, y] = [rounded(column / COLUMNS), rounded(row / ROWS)];
      const room = roomAt(places, x, y);
      if (room > most) [best, most] = [[x, y], room];
    }
  }
  return best;
}

/** The squared distance to the nearest vertex. */
function roomAt(places: readonly number[], x: number, y: number): number {
  let nearest = Infinity;
  for (let i = 0; i < places.length; i += 2) {
    nearest = Math.min(nearest, (places[i]! - x) ** 2 + (places[i + 1]! - y) ** 2);
  }
  return nearest;
}

/**
 * The smallest distance between an edge and the centre of a vertex that is not its endpoint; infinite if
 * there is no such pair.
 */
export function clearance({ edges }: Graph, places: ArrayLike<number>): number {
  let least = Infinity;
  for (let e = 0; e < edges.length; e += 2) {
    const [a, b] = [edges[e]!, edges[e + 1]!];
    const [ax, ay] = [places[2 * a]!, places[2 * a + 1]!];
    const [dx, dy] = [places[2 * b]! - ax, places[2 * b + 1]! - ay];
    for (let v = 0; 2 * v < places.length; v++) {
      if (v === a || v === b) continue;
      const [x, y] = [places[2 * v]! - ax, places[2 * v + 1]! - ay];
      const along = Math.min(Math.max((x * dx + y * dy) / (dx * dx + dy * dy || 1), 0), 1);
      least = Math.min(least, Math.hypot(x - along * dx, y - along * dy));
    }
  }
  return least;
}
