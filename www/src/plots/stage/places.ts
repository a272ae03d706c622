// Where the vertices of the stage stand.

import type { Graph } from "../../domain/graph/graph";
import { fAxis } from "../shared/axis";
import type { Axis } from "../shared/axis";
import type { Domain } from "../shared/colour";

/** What the names of the bars and their ends, as pairs, take on both sides; on narrow pages less. */
function sideOf(width: number, textSize: number): number {
  return 38 + (width >= 560 ? 4 : 3.2) * textSize;
}

export function stageAxis(width: number, domain: Domain, textSize: number): Axis {
  const side = sideOf(width, textSize);
  return fAxis(width, domain, [side, side]);
}

export interface Room {
  readonly top: number;
  readonly bottom: number;
  readonly radius: number;
}

/** Between which pixels the middles of vertices lie. */
export function heightsIn({ top, bottom, radius }: Room): readonly [number, number] {
  return [top + radius + 2, bottom - radius - 2];
}

/** Up to so many vertices, those that would lie on one another are moved apart. */
const MAX_APART = 60;
const ROUNDS = 60;
/** Beside an edge steeper than this there is no room to move away up or down. */
const STEEPEST = 3;
/** Up to so many vertices, the shape of a drawing says something. */
const MAX_SHAPED = 12;

/**
 * At x = f, and as high as in the layout; x and y of one after the other, in pixels. Those that somebody has put somewhere stay
 * there, and others make room for them.
 */
export function placesAtValues(
  { vertices, edges }: Graph,
  filter: Float32Array,
  layout: Float32Array,
  axis: Axis,
  room: Room,
  put: ReadonlyMap<number, unknown>,
): Float32Array {
  const places = new Float32Array(2 * vertices);
  const [low, high] = heightsIn(room);
  for (let v = 0; v < vertices; v++) {
    places[2 * v] = axis.x(filter[v]!);
    places[2 * v + 1] = low + (layout[2 * v + 1] ?? 0.5) * (high - low);
  }
  // Up and down only: x is the value.
  const move = (v: number, by: number): void => {
    if (put.has(v)) return;
    places[2 * v + 1] = Math.min(Math.max(places[2 * v + 1]! + by, low), high);
  };
  for (let round = 0; round < ROUNDS && vertices <= MAX_APART; round++) {
    const moved = moveApart(places, 2 * room.radius + 4, move);
    const cleared = vertices <= MAX_SHAPED && moveOffEdges(places, edges, room.radius + 5, move);
    if (!moved && !cleared) break;
  }
  return places;
}

type Move = (vertex: number, by: number) => void;

/** Vertices that would lie on one another; tells whether there were any. */
function moveApart(places: Float32Array, least: number, move: Move): boolean {
  const vertices = places.length / 2;
  let moved = false;
  for (let a = 0; a < vertices; a++) {
    for (let b = a + 1; b < vertices; b++) {
      const dx = places[2 * a]! - places[2 * b]!;
      if (Math.abs(dx) >= least) continue;
      const dy = places[2 * b + 1]! - places[2 * a + 1]!;
      const missing = Math.sqrt(least * least - dx * dx) - Math.abs(dy);
      if (missing <= 0.5) continue;
      const shift = (dy < 0 ? -1 : 1) * (missing / 2);
      move(a, -shift);
      move(b, shift);
      moved = true;
    }
  }
  return moved;
}

/** Vertices that would lie on an edge of others, which would seem to end there; tells whether there were any. */
function moveOffEdges(places: Float32Array, edges: Uint32Array, least: number, move: Move): boolean {
  let moved = false;
  for (let e = 0; e < edges.length; e += 2) {
    const [a, b] = [edges[e]!, edges[e + 1]!];
    const width = places[2 * b]! - places[2 * a]!;
    for (let v = 0; 2 * v < places.length; v++) {
      const along = (places[2 * v]! - places[2 * a]!) / width;
      if (v === a || v === b || !(along > 0 && along < 1)) continue;
      const rise = places[2 * b + 1]! - places[2 * a + 1]!;
      const below = places[2 * v + 1]! - places[2 * a + 1]! - along * rise;
      const missing = least * Math.min(Math.hypot(1, rise / width), STEEPEST) - Math.abs(below);
      if (missing <= 0.5) continue;
      const shift = (below < 0 ? -1 : 1) * (missing / 2);
      move(v, shift);
      move(a, -shift);
      move(b, -shift);
      moved = true;
    }
  }
  return moved;
}

/** The rectangle of the free layout, as large as fits. */
export interface Sheet {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export function sheetFor(vertices: number, axis: Axis, room: Room): Sheet {
  const [top, bottom] = heightsIn(room);
  // Small graphs keep their shape, larger ones need the room.
  const widest = vertices <= MAX_SHAPED ? 1.6 : 5;
  const width = Math.min(axis.right - axis.left, widest * (bottom - top));
  return { left: (axis.left + axis.right - width) / 2, top, width, height: bottom - top };
}

/** Where the layout puts them. */
export function placesOfLayout(layout: Float32Array, sheet: Sheet): Float32Array {
  const { left, top, width, height } = sheet;
  return layout.map((place, i) => (i % 2 === 0 ? left + place * width : top + place * height));
}

/** What the layout would say of a pixel, at most at the rim. */
export function layoutAt([x, y]: readonly [number, number], sheet: Sheet): readonly [number, number] {
  return [share(x - sheet.left, sheet.width), share(y - sheet.top, sheet.height)];
}

/** From 0 to 1. */
export function share(part: number, whole: number): number {
  return Math.min(Math.max(part / (whole || 1), 0), 1);
}

/** Radius of a vertex: large enough for a name where names are drawn. */
export function radiusFor(vertices: number, height: number): number {
  if (vertices <= 12) return Math.min(18, Math.max(12, height / 16));
  if (vertices <= MAX_APART) return Math.min(12, Math.max(9, height / 26));
  return Math.max(2, Math.min(6, 60 / Math.sqrt(vertices)));
}

/** The vertex nearest to a place, at most so far away; of several the one that is drawn last. */
export function vertexNear(
  places: Float32Array,
  [x, y]: readonly [number, number],
  farthest: number,
): number | null {
  let found: number | null = null;
  let least = farthest;
  for (let v = 0; 2 * v < places.length; v++) {
    const distance = Math.hypot(places[2 * v]! - x, places[2 * v + 1]! - y);
    if (distance > least) continue;
    least = distance;
    found = v;
  }
  return found;
}
