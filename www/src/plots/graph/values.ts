import { vertexName } from "../../domain/graph/graph";
import { formatValue } from "../../domain/text/values";
import { adjacencyOf } from "../../layout/adjacency";
import type { Adjacency } from "../../layout/adjacency";
import { isEdgeIn, isIn } from "./scene";
import type { Scene } from "./scene";
import type { Size, Pen } from "../shared/canvas";

/** Writes the value next to each vertex where it is readable, or in the middle of each edge for an edge filter. */
export function drawValues(pen: Pen, scene: Scene, font: string): void {
  const { screen, radius, colouring, theme, graph, threshold } = scene;
  if (!colouring) return;
  pen.font = font;
  pen.textBaseline = "middle";
  pen.textAlign = "center";
  pen.lineJoin = "round";
  if (scene.edgeFilter) {
    drawEdgeValues(pen, scene, scene.edgeFilter.values);
    return;
  }
  const names = Array.from({ length: graph.vertices }, (_, v) => vertexName(graph, v));
  const values = names.map((_, v) => colouring.text(v));
  // Decimals change during training. They have a constant width, so that they keep their sides.
  const reserved = values.some((value) => value.includes(".")) ? ["0.000"] : values;
  const longest = Math.max(...reserved.map((value) => pen.measureText(` ${value}`).width));
  const widths = names.map((name) => (pen.measureText(name).width + longest) / 2);
  const sides = sidesOf({ ...scene, adjacency: adjacencyOf(graph) }, widths);
  names.forEach((name, v) => {
    const side = sides[v];
    if (side == null) return;
    const text = `${name} ${values[v]!}`;
    const half = pen.measureText(text).width / 2;
    const [x, y] = middleAt(screen[2 * v]!, screen[2 * v + 1]!, radius, half, side);
    pen.strokeStyle = theme.panel;
    pen.lineWidth = 3;
    pen.strokeText(text, x, y);
    pen.fillStyle = isIn(scene, v, threshold) ? theme.ink : theme.ink2;
    pen.fillText(text, x, y);
  });
}

function drawEdgeValues(pen: Pen, scene: Scene, values: Float32Array): void {
  const { screen, theme, graph, threshold } = scene;
  pen.strokeStyle = theme.panel;
  pen.lineWidth = 3;
  values.forEach((value, edge) => {
    const [a, b] = [graph.edges[2 * edge]!, graph.edges[2 * edge + 1]!];
    const x = (screen[2 * a]! + screen[2 * b]!) / 2;
    const y = (screen[2 * a + 1]! + screen[2 * b + 1]!) / 2;
    const text = formatValue(value);
    pen.strokeText(text, x, y);
    pen.fillStyle = isEdgeIn(scene, edge, threshold) ? theme.ink : theme.ink2;
    pen.fillText(text, x, y);
  });
}

// The side of a vertex for its value: one that covers nothing and has few edges.

/** Directions of a value, in order of preference: below, above, right, left, then the diagonals. */
const SIDES = [2, -2, 0, 4, 1, -1, 3, -3].map((quarters) => (quarters * Math.PI) / 4);
/** Half the height of a value. */
const HALF_LINE = 6;
/** The gap between a vertex and its value. */
const GAP = 4;
/** The minimal improvement over a preferred side. */
const MIN_GAIN = 0.06;
/** The cost of a fully covered value, relative to a value next to an edge. */
const COVERED = 12;
/** The cost of each edge behind a value. */
const CROSSED = 0.15;
/** The maximal covered share of a vertex, or of another value, if both are readable. */
const READABLE = 0.25;
/** The number of rounds in which each value looks for a better side. */
const ROUNDS = 3;

interface Vertices {
  /** x, y of each on the screen, in CSS pixels. */
  readonly screen: Float32Array;
  readonly radius: number;
  readonly adjacency: Adjacency;
  /** Size of the panel, in CSS pixels. */
  readonly size: Size;
}

/** The centre of a value in a direction from its vertex, with a gap, and with width 2 · `half`. */
export function middleAt(x: number, y: number, radius: number, half: number, side: number): [number, number] {
  const [cos, sin] = [Math.cos(side), Math.sin(side)];
  // One of the eight directions; diagonals count fully in both coordinates.
  const across = Math.round(cos) * half;
  const down = Math.round(sin) * HALF_LINE;
  return [x + cos * (radius + GAP) + across, y + sin * (radius + GAP) + down];
}

interface LabelAnchor {
  readonly x: number;
  readonly y: number;
}

/** A candidate position of a value. */
interface LabelCandidate extends LabelAnchor {
  readonly side: number;
  /** The largest covered share of a vertex. */
  readonly covered: number;
  /** Its own cost: edges near and behind it, and vertices that it covers. */
  readonly cost: number;
}

/**
 * The direction of each value, as an angle; null: no side is readable. `half[v]` is half the available width: while it is constant,
 * changing values do not change sides.
 */
export function sidesOf(vertices: Vertices, half: ArrayLike<number>): (number | null)[] {
  const { start } = vertices.adjacency;
  const all = Array.from(half, (own, v) => placesOf(vertices, v, own));
  const chosen = new Array<LabelCandidate | null>(half.length).fill(null);
  // Vertices with the fewest candidates first.
  const order = [...all.keys()].sort((a, b) => start[b + 1]! - start[b]! - (start[a + 1]! - start[a]!));
  for (let round = 0; round < ROUNDS; round++) {
    for (const v of order) {
      let least = Infinity;
      for (const place of all[v]!) {
        let { cost } = place;
        chosen.forEach((other, w) => {
          if (other && w !== v) cost += COVERED * shareUnder(place, half[v]!, other, half[w]!);
        });
        if (cost >= least - MIN_GAIN) continue;
        least = cost;
        chosen[v] = place;
      }
    }
  }
  leaveOut(chosen, half);
  return chosen.map((place) => place?.side ?? null);
}

/** Removes the least readable values until the others are readable. */
function leaveOut(chosen: (LabelCandidate | null)[], half: ArrayLike<number>): void {
  for (;;) {
    let [worst, most] = [-1, READABLE];
    chosen.forEach((place, v) => {
      if (!place) return;
      let { covered } = place;
      chosen.forEach((other, w) => {
        if (!other || w === v) return;
        covered = Math.max(covered, shareUnder(place, half[v]!, other, half[w]!));
      });
      if (covered > most) [worst, most] = [v, covered];
    });
    if (worst < 0) return;
    chosen[worst] = null;
  }
}

/** All candidate positions of a value within the panel. */
function placesOf({ screen, radius, adjacency, size }: Vertices, v: number, half: number): LabelCandidate[] {
  const { start, neighbour } = adjacency;
  const count = screen.length / 2;
  const [vx, vy] = [screen[2 * v]!, screen[2 * v + 1]!];
  const places: LabelCandidate[] = [];
  for (const side of SIDES) {
    const [x, y] = middleAt(vx, vy, radius, half, side);
    if (x < half || x > size.width - half) continue;
    let nearest = Math.PI;
    let [under, covered] = [0, 0];
    let edges = 0;
    for (let a = 0; a < count; a++) {
      const [ax, ay] = [screen[2 * a]!, screen[2 * a + 1]!];
      const area = areaUnder({ x, y }, half, { x: ax, y: ay }, radius, radius);
      under += area / (4 * half * HALF_LINE);
      covered = Math.max(covered, area / (2 * radius) ** 2);
      for (let k = start[a]!; k < start[a + 1]!; k++) {
        const b = neighbour[k]!;
        const [dx, dy] = [screen[2 * b]! - ax, screen[2 * b + 1]! - ay];
        if (a < b && meets(ax - x, ay - y, dx, dy, half)) edges++;
        if (a !== v) continue;
        const turn = Math.abs(Math.atan2(dy, dx) - side);
        nearest = Math.min(nearest, turn > Math.PI ? 2 * Math.PI - turn : turn);
      }
    }
    places.push({ side, x, y, covered, cost: 1 - nearest / Math.PI + COVERED * under + CROSSED * edges });
  }
  return places;
}

/** The share of a value under another value. */
function shareUnder(value: LabelAnchor, half: number, other: LabelAnchor, otherHalf: number): number {
  return areaUnder(value, half, other, otherHalf, HALF_LINE) / (4 * half * HALF_LINE);
}

/** The area of a value under a box, both given by their centres and half sizes. */
function areaUnder(value: LabelAnchor, half: number, box: LabelAnchor, across: number, down: number): number {
  return overlap(value.x, half, box.x, across) * overlap(value.y, HALF_LINE, box.y, down);
}

/** The overlap of two intervals, each given by its centre and half length. */
function overlap(a: number, halfA: number, b: number, halfB: number): number {
  return Math.max(0, Math.min(a + halfA, b + halfB) - Math.max(a - halfA, b - halfB));
}

/** Does the line from (x, y) by (dx, dy) intersect the value around the origin with width 2 · `half`? */
function meets(x: number, y: number, dx: number, dy: number, half: number): boolean {
  const [fromX, toX] = between(x, dx, half);
  const [fromY, toY] = between(y, dy, HALF_LINE);
  return Math.max(fromX, fromY, 0) < Math.min(toX, toY, 1);
}

/** The part of a line within `half` of the origin, in one coordinate. */
function between(from: number, step: number, half: number): [number, number] {
  if (step === 0) return Math.abs(from) < half ? [-Infinity, Infinity] : [Infinity, -Infinity];
  const ends = [(-half - from) / step, (half - from) / step] as const;
  return [Math.min(...ends), Math.max(...ends)];
}
