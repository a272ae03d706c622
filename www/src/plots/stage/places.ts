// Positions of the vertices in the stage.

import type { Graph } from "../../domain/graph/graph";
import { clearance } from "../../domain/graph/graph";
import { seeded } from "../../domain/random";
import { fAxis } from "../shared/axis";
import type { Axis } from "../shared/axis";
import type { Domain } from "../shared/colour";

/** The share of the width that long names of bars may take on each side. */
const MAX_NAMES_SHARE = 0.25;

/** The width of the bar labels and pairs on both sides; smaller on narrow pages. */
function sideOf(width: number, textSize: number, letters: number): number {
  const usual = 38 + (width >= 560 ? 4 : 3.2) * textSize;
  return Math.max(usual, Math.min(0.64 * textSize * letters + 12, MAX_NAMES_SHARE * width));
}

/** The axis of f; `letters` is the length of the longest name of a bar. */
export function stageAxis(width: number, domain: Domain, textSize: number, letters = 1): Axis {
  const side = sideOf(width, textSize, letters);
  return fAxis(width, domain, [side, side]);
}

export interface Room {
  readonly top: number;
  readonly bottom: number;
  readonly radius: number;
}

/** The pixel range for the centres of vertices. */
export function heightsIn({ top, bottom, radius }: Room): readonly [number, number] {
  return [top + radius + 2, bottom - radius - 2];
}

/** Up to this number of vertices, overlapping ones are moved apart. */
const MAX_APART = 60;
const ROUNDS = 60;
/** Next to a steeper edge, there is no space to move up or down. */
const STEEPEST = 3;
/** Up to this number of vertices, the layout keeps its aspect ratio. */
const MAX_SHAPED = 12;

/** The number of other drawings to try if an edge runs through a vertex. */
const DRAWINGS = 60;

/**
 * x = f, y from the layout; x and y of each vertex, in pixels. If an edge would run through a vertex of a small
 * graph, the rows of the vertices change.
 */
export function placesAtValues(
  graph: Graph,
  filter: Float32Array,
  layout: Float32Array,
  axis: Axis,
  room: Room,
): Float32Array {
  const { vertices } = graph;
  const wanted = room.radius + 2;
  let best = settle(
    graph,
    filter,
    Array.from({ length: vertices }, (_, v) => layout[2 * v + 1] ?? 0.5),
    axis,
    room,
  );
  if (vertices > MAX_SHAPED) return best;
  let widest = clearance(graph, best);
  const random = seeded(vertices);
  for (let drawing = 0; drawing < DRAWINGS && widest < wanted; drawing++) {
    const rows = shuffledRows(vertices, random);
    const places = settle(graph, filter, rows, axis, room);
    const clear = clearance(graph, places);
    if (clear > widest) [best, widest] = [places, clear];
  }
  return best;
}

function shuffledRows(vertices: number, random: () => number): readonly number[] {
  const rows = Array.from({ length: vertices }, (_, v) => v / Math.max(vertices - 1, 1));
  for (let i = vertices - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [rows[i], rows[j]] = [rows[j]!, rows[i]!];
  }
  return rows;
}

/** Vertices at these heights, from 0 to 1, moved apart and off the edges. */
function settle(
  { vertices, edges }: Graph,
  filter: Float32Array,
  heights: readonly number[],
  axis: Axis,
  room: Room,
): Float32Array {
  const places = new Float32Array(2 * vertices);
  const [low, high] = heightsIn(room);
  for (let v = 0; v < vertices; v++) {
    places[2 * v] = axis.x(filter[v]!);
    places[2 * v + 1] = low + heights[v]! * (high - low);
  }
  // Moves only up and down: x is the value.
  const move = (v: number, by: number): void => {
    places[2 * v + 1] = Math.min(Math.max(places[2 * v + 1]! + by, low), high);
  };
  for (let round = 0; round < ROUNDS && vertices <= MAX_APART; round++) {
    const moved = moveApart(places, 2 * room.radius + 4, move);
    const cleared = vertices <= MAX_SHAPED && moveOffEdges(places, edges, room.radius + 5, move);
    if (!moved && !cleared) break;
  }
  return places;
}

/** Values and heights that were set by hand. */
export interface Edits {
  readonly filter: Float32Array;
  /** The filter before values were set by hand. */
  readonly unedited: Float32Array;
  /** The heights that the user has set, from 0 to 1, by vertex. */
  readonly heights: Readonly<Record<number, number>>;
}

/**
 * The settled positions after edits. A vertex with a new value avoids the others, which keep their heights; a vertex with a
 * new height has this height.
 */
export function placesAfter(
  settled: Float32Array,
  { filter, unedited, heights }: Edits,
  axis: Axis,
  room: Room,
): Float32Array {
  const places = settled.slice();
  const [low, high] = heightsIn(room);
  const evades = new Set<number>();
  filter.forEach((value, v) => {
    places[2 * v] = axis.x(value);
    const height = heights[v];
    if (height !== undefined) places[2 * v + 1] = low + height * (high - low);
    else if (value !== unedited[v]) evades.add(v);
  });
  const move = (v: number, by: number): void => {
    if (evades.has(v)) places[2 * v + 1] = Math.min(Math.max(places[2 * v + 1]! + by, low), high);
  };
  for (let round = 0; round < ROUNDS && evades.size > 0 && filter.length <= MAX_APART; round++) {
    if (!moveApart(places, 2 * room.radius + 4, move)) break;
  }
  return places;
}

type Move = (vertex: number, by: number) => void;

/** Separates overlapping vertices; returns whether there were any. */
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

/** Moves vertices off edges of others, which would seem to end there; returns whether there were any. */
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

/** The rectangle of the free layout, as large as possible. */
export interface LayoutArea {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Vertices with names need more height to be apart. */
const LOW = 80;

export function sheetFor(vertices: number, axis: Axis, room: Room): LayoutArea {
  const [top, bottom] = heightsIn(room);
  // Small graphs keep their aspect ratio. Larger ones use all space, and so do graphs in the low stage of a phone, where vertices would
  // otherwise cover each other.
  const height = bottom - top;
  const widest = vertices <= MAX_SHAPED && height > LOW ? 1.6 * height : Infinity;
  const width = Math.min(axis.right - axis.left, widest);
  return { left: (axis.left + axis.right - width) / 2, top, width, height };
}

/** The positions of the layout. */
export function placesOfLayout(layout: Float32Array, sheet: LayoutArea): Float32Array {
  const { left, top, width, height } = sheet;
  return layout.map((place, i) => (i % 2 === 0 ? left + place * width : top + place * height));
}

/** The layout coordinates of a pixel, clamped. */
export function layoutAt([x, y]: readonly [number, number], sheet: LayoutArea): readonly [number, number] {
  return [share(x - sheet.left, sheet.width), share(y - sheet.top, sheet.height)];
}

/** The part as a number from 0 to 1. */
export function share(part: number, whole: number): number {
  return Math.min(Math.max(part / (whole || 1), 0), 1);
}

/** Radius of a vertex, large enough for a name if names are visible. */
export function radiusFor(vertices: number, height: number): number {
  if (vertices <= 12) return Math.min(18, Math.max(12, height / 16));
  if (vertices <= MAX_APART) return Math.min(12, Math.max(9, height / 26));
  return Math.max(2, Math.min(6, 60 / Math.sqrt(vertices)));
}

/** The nearest vertex within a distance; of several, the topmost. */
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
