import type { Graph } from "../domain/graph/graph";
import { pack, turnLevel } from "./pack";
import { partsOf } from "./start";
import { discTree, breadthFirst } from "./tree";
import type { Part } from "./tree";
import { seeded } from "../domain/random";
import { forceCollide, forceLink, forceManyBody, forceSimulation, forceX, forceY } from "d3-force";
import type { SimulationNodeDatum } from "d3-force";

/** Computing all pairs of distances is fast enough up to this size. */
const STRESS_LIMIT = 1200;

/** The layout, step by step; each step positions the whole graph, and the last one is the result. */
export function* relax(graph: Graph): Generator<Float32Array> {
  const { parts, isolated } = partsOf(graph);
  const drawn = parts.map(({ vertices, part }) => ({ vertices, part, positions: discTree(part) }));
  const picture = (): Float32Array => pack(graph.vertices, drawn, isolated);
  yield picture();
  for (const { part, positions } of drawn) {
    let steps = 0;
    const every = part.size > STRESS_LIMIT ? 3 : Infinity;
    const work = improve(part, positions);
    while (!work.next().done) if (++steps % every === 0) yield picture();
    turnLevel(positions);
    if (part.size > 100) yield picture();
  }
  yield picture();
}

/** The finished layout in one call. */
export function layoutSync(graph: Graph): Float32Array {
  let last: Float32Array = new Float32Array(2 * graph.vertices);
  for (const positions of relax(graph)) last = positions;
  return last;
}

function* improve(part: Part, positions: Float32Array): Generator<void> {
  const { size } = part;
  if (size > STRESS_LIMIT) {
    yield* force(part, positions, { ticks: 24, alpha: 0.5, theta: 1.2, repulsion: 0.35 });
  } else if (isThread(part)) {
    yield* force(part, positions, { ticks: size <= 300 ? 150 : 60, alpha: 1, theta: 1, repulsion: 0.35 });
  } else {
    yield* stress(part, positions, size <= 100 ? 120 : size <= 300 ? 40 : 15);
    separate(positions);
  }
}

/** Few cycles and large hubs: stress alone would stack the leaves of a hub. */
function isThread(part: Part): boolean {
  let largest = 0;
  for (let v = 0; v < part.size; v++) largest = Math.max(largest, part.start[v + 1]! - part.start[v]!);
  return part.neighbour.length / 2 < 1.5 * part.size && largest >= 8;
}

/**
 * Moves every pair of vertices towards its distance in the graph, by stochastic gradient descent on the
 * stress with decreasing step sizes (Zheng, Pawar, Goodman 2018). Draws cycles round and paths straight.
 * Yields after every sweep.
 */
function* stress(part: Part, positions: Float32Array, sweeps: number): Generator<void> {
  const { size } = part;
  const pairs = (size * (size - 1)) / 2;
  const from = new Uint16Array(pairs);
  const to = new Uint16Array(pairs);
  const distance = new Uint16Array(pairs);
  let count = 0;
  let diameter = 1;
  for (let v = 0; v < size; v++) {
    const { depth } = breadthFirst(part, v);
    for (let w = v + 1; w < size; w++) {
      from[count] = v;
      to[count] = w;
      distance[count++] = depth[w]!;
      if (depth[w]! > diameter) diameter = depth[w]!;
    }
  }
  const random = seeded(size);
  const turn = Uint32Array.from({ length: pairs }, (_, i) => i);
  const decay = Math.log((diameter * diameter) / 0.2) / Math.max(1, sweeps - 1);
  for (let sweep = 0; sweep < sweeps; sweep++) {
    shuffle(turn, random);
    const step = diameter * diameter * Math.exp(-decay * sweep);
    for (let i = 0; i < pairs; i++) {
      const pair = turn[i]!;
      const a = 2 * from[pair]!;
      const b = 2 * to[pair]!;
      const d = distance[pair]!;
      const dx = positions[a]! - positions[b]!;
      const dy = positions[a + 1]! - positions[b + 1]!;
      const length = Math.sqrt(dx * dx + dy * dy) || 1e-3;
      const move = (Math.min(1, step / (d * d)) * (length - d)) / (2 * length);
      positions[a]! -= move * dx;
      positions[a + 1]! -= move * dy;
      positions[b]! += move * dx;
      positions[b + 1]! += move * dy;
    }
    yield;
  }
}

function shuffle(array: Uint32Array, random: () => number): void {
  for (let i = array.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    const kept = array[i]!;
    array[i] = array[j]!;
    array[j] = kept;
  }
}

interface ForceOptions {
  readonly ticks: number;
  /** The largest move in the first tick, 0 … 1. */
  readonly alpha: number;
  /** Accuracy of the repulsion: larger is faster. */
  readonly theta: number;
  readonly repulsion: number;
}

/**
 * Edges are springs, and vertices repel each other. Works on `positions` in place and yields after every
 * tick.
 */
function* force(part: Part, positions: Float32Array, options: ForceOptions): Generator<void> {
  const vertices: SimulationNodeDatum[] = Array.from({ length: part.size }, (_, v) => ({
    index: v,
    x: positions[2 * v]!,
    y: positions[2 * v + 1]!,
  }));
  const degree = (v: number): number => part.start[v + 1]! - part.start[v]!;
  const links: { source: number; target: number; length: number }[] = [];
  for (let v = 0; v < part.size; v++) {
    for (let k = part.start[v]!; k < part.start[v + 1]!; k++) {
      const w = part.neighbour[k]!;
      // A hub needs a circle with space for all its leaves.
      if (w > v)
        links.push({
          source: v,
          target: w,
          length: Math.max(1, 0.45 * Math.sqrt(Math.max(degree(v), degree(w)))),
        });
    }
  }
  const simulation = forceSimulation(vertices)
    .randomSource(seeded(part.size))
    .force(
      "edges",
      forceLink<SimulationNodeDatum, (typeof links)[number]>(links).distance(({ length }) => length),
    )
    .force("repulsion", forceManyBody().strength(-options.repulsion).theta(options.theta).distanceMin(0.1))
    .force("collision", forceCollide(0.35).iterations(1))
    .force("x", forceX(0).strength(0.02))
    .force("y", forceY(0).strength(0.02))
    .alpha(options.alpha)
    .alphaDecay(1 - Math.pow(0.02, 1 / options.ticks))
    .stop();
  for (let tick = 0; tick < options.ticks; tick++) {
    simulation.tick();
    for (let v = 0; v < part.size; v++) {
      positions[2 * v] = vertices[v]!.x!;
      positions[2 * v + 1] = vertices[v]!.y!;
    }
    yield;
  }
}

/** Separates overlapping vertices with the smallest possible moves, in place. */
function separate(positions: Float32Array): void {
  const vertices: SimulationNodeDatum[] = Array.from({ length: positions.length / 2 }, (_, v) => ({
    index: v,
    x: positions[2 * v]!,
    y: positions[2 * v + 1]!,
  }));
  forceSimulation(vertices)
    .randomSource(seeded(vertices.length))
    .force("collision", forceCollide(0.3).iterations(2))
    .stop()
    .tick(20);
  vertices.forEach(({ x, y }, v) => {
    positions[2 * v] = x!;
    positions[2 * v + 1] = y!;
  });
}
