import { boxOf } from "../domain/graph/graph";
import type { Graph } from "../domain/graph/graph";
import { seeded } from "../domain/random";
import { forceCollide, forceLink, forceManyBody, forceSimulation, forceX, forceY } from "d3-force";
import type { SimulationNodeDatum } from "d3-force";
import { adjacencyOf, componentsOf } from "./adjacency";

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

function* improve(part: ConnectedGraph, positions: Float32Array): Generator<void> {
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
function isThread(part: ConnectedGraph): boolean {
  let largest = 0;
  for (let v = 0; v < part.size; v++) largest = Math.max(largest, part.start[v + 1]! - part.start[v]!);
  return part.neighbour.length / 2 < 1.5 * part.size && largest >= 8;
}

/**
 * Moves every pair of vertices towards its distance in the graph, by stochastic gradient descent on the
 * stress with decreasing step sizes (Zheng, Pawar, Goodman 2018). Draws cycles round and paths straight.
 * Yields after every sweep.
 */
function* stress(part: ConnectedGraph, positions: Float32Array, sweeps: number): Generator<void> {
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
function* force(part: ConnectedGraph, positions: Float32Array, options: ForceOptions): Generator<void> {
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

// A first layout in linear time: a breadth-first tree from the middle of the graph, drawn as nested discs.

/** One connected graph with vertices 0 … size - 1, in rows as in `Adjacency`. */
interface ConnectedGraph {
  readonly size: number;
  readonly start: Uint32Array;
  readonly neighbour: Uint32Array;
}

/**
 * Breadth first from a root: the order of discovery, and the parent (the root's is itself) and depth of each
 * vertex.
 */
function breadthFirst(
  part: ConnectedGraph,
  root: number,
): { order: Uint32Array; parent: Int32Array; depth: Uint32Array } {
  const parent = new Int32Array(part.size).fill(-1);
  const depth = new Uint32Array(part.size);
  const order = new Uint32Array(part.size);
  parent[root] = root;
  order[0] = root;
  let count = 1;
  for (let i = 0; i < count; i++) {
    const v = order[i]!;
    for (let k = part.start[v]!; k < part.start[v + 1]!; k++) {
      const w = part.neighbour[k]!;
      if (parent[w] !== -1) continue;
      parent[w] = v;
      depth[w] = depth[v]! + 1;
      order[count++] = w;
    }
  }
  return { order, parent, depth };
}

/** A vertex near the middle: halfway along a long shortest path, which two sweeps find. */
function middleOf(part: ConnectedGraph): number {
  const first = breadthFirst(part, 0).order.at(-1)!;
  const { order, parent, depth } = breadthFirst(part, first);
  let v = order.at(-1)!;
  for (let steps = depth[v]! >> 1; steps > 0; steps--) v = parent[v]!;
  return v;
}

const GOLDEN = Math.PI * (3 - Math.sqrt(5));

/**
 * Nested discs: the children of a vertex lie around it in a spiral, small subtrees inside, with areas
 * proportional to their sizes. Suits graphs with hubs, such as discussion threads.
 */
function discTree(part: ConnectedGraph): Float32Array {
  const root = middleOf(part);
  const { order, parent } = breadthFirst(part, root);
  const weight = new Float32Array(part.size).fill(1);
  for (let i = part.size - 1; i > 0; i--) weight[parent[order[i]!]!]! += weight[order[i]!]!;
  const children: number[][] = Array.from({ length: part.size }, () => []);
  for (let i = 1; i < part.size; i++) children[parent[order[i]!]!]!.push(order[i]!);

  const positions = new Float32Array(2 * part.size);
  for (const v of order) {
    const own = children[v]!.sort((a, b) => weight[a]! - weight[b]! || a - b);
    const x = positions[2 * v]!;
    const y = positions[2 * v + 1]!;
    const p = parent[v]!;
    // A single child continues straight, away from the parent.
    const outward = v === root ? 0 : Math.atan2(y - positions[2 * p + 1]!, x - positions[2 * p]!);
    let area = 1;
    own.forEach((child, i) => {
      area += weight[child]! / 2;
      const radius = Math.sqrt(area);
      area += weight[child]! / 2;
      const angle = outward + (own.length - 1 - i) * GOLDEN;
      positions[2 * child] = x + radius * Math.cos(angle);
      positions[2 * child + 1] = y + radius * Math.sin(angle);
    });
  }
  return positions;
}

/** Positions of one connected component, and the vertices of the graph that they belong to. */
interface ComponentLayout {
  readonly vertices: Uint32Array;
  readonly positions: Float32Array;
}

/** The panel is wider than high, so the packing is, too. */
const ASPECT = 1.8;
const GAP = 1.2;

/** Packs the pieces on shelves, the largest first, with the isolated vertices in rows below. */
function pack(
  vertices: number,
  pieces: readonly ComponentLayout[],
  isolated: readonly number[],
): Float32Array {
  const positions = new Float32Array(2 * vertices);
  const boxes = pieces.map((piece) => boxOf(piece.positions));
  const area = boxes.reduce((sum, box) => sum + (box.width + GAP) * (box.height + GAP), isolated.length);
  const width = Math.max(Math.sqrt(area * ASPECT), boxes[0]?.width ?? 0);
  let x = 0;
  let y = 0;
  let shelf: number[] = [];
  let height = 0;
  const close = (): void => {
    const indent = (width - (x - GAP)) / 2;
    for (const i of shelf) {
      const { vertices: ids, positions: from } = pieces[i]!;
      const box = boxes[i]!;
      const lower = (height - box.height) / 2;
      ids.forEach((v, k) => {
        positions[2 * v]! += from[2 * k]! - box.x + indent;
        positions[2 * v + 1] = from[2 * k + 1]! - box.y + y + lower;
      });
    }
    if (shelf.length > 0) y += height + GAP;
    x = 0;
    height = 0;
    shelf = [];
  };
  boxes.forEach((box, i) => {
    if (shelf.length > 0 && x + box.width > width + 1e-6) close();
    // The x offset on the shelf is stored until the shelf is complete and centred.
    for (const v of pieces[i]!.vertices) positions[2 * v] = x;
    shelf.push(i);
    x += box.width + GAP;
    height = Math.max(height, box.height);
  });
  close();
  const columns = Math.max(1, Math.floor(Math.max(width, 1)), Math.ceil(Math.sqrt(isolated.length)));
  const row = Math.min(columns, isolated.length);
  isolated.forEach((v, i) => {
    positions[2 * v] = (width - (row - 1)) / 2 + (i % columns);
    positions[2 * v + 1] = y + Math.floor(i / columns);
  });
  return positions;
}

/** Rotates a piece in place so that its longest extent is horizontal. Deterministic. */
function turnLevel(positions: Float32Array): void {
  const n = positions.length / 2;
  let mx = 0;
  let my = 0;
  for (let i = 0; i < n; i++) {
    mx += positions[2 * i]! / n;
    my += positions[2 * i + 1]! / n;
  }
  let xx = 0;
  let xy = 0;
  let yy = 0;
  for (let i = 0; i < n; i++) {
    const dx = positions[2 * i]! - mx;
    const dy = positions[2 * i + 1]! - my;
    xx += dx * dx;
    xy += dx * dy;
    yy += dy * dy;
  }
  const angle = Math.atan2(2 * xy, xx - yy) / 2;
  // Vertex 0 is on the left, so that paths read from left to right.
  const flip = Math.cos(angle) * (positions[0]! - mx) + Math.sin(angle) * (positions[1]! - my) > 0 ? -1 : 1;
  const c = flip * Math.cos(angle);
  const s = flip * Math.sin(angle);
  for (let i = 0; i < n; i++) {
    const dx = positions[2 * i]! - mx;
    const dy = positions[2 * i + 1]! - my;
    positions[2 * i] = c * dx + s * dy;
    positions[2 * i + 1] = c * dy - s * dx;
  }
}

/** Scales positions to 0 … 1 and keeps the aspect ratio; a single line is centred. */
export function normalise(positions: Float32Array): Float32Array {
  const { x, y, width, height } = boxOf(positions);
  return positions.map((place, i) =>
    i % 2 === 0 ? (width > 0 ? (place - x) / width : 0.5) : height > 0 ? (place - y) / height : 0.5,
  );
}

// Positions are x, y for each vertex; an edge has length about 1. They depend only on the graph.

/** A quick first layout in linear time. */
export function startPositions(graph: Graph): Float32Array {
  const { parts, isolated } = partsOf(graph);
  return pack(
    graph.vertices,
    parts.map(({ vertices, part }) => ({ vertices, positions: discTree(part) })),
    isolated,
  );
}

/** One component of a graph with at least one edge. */
interface Component {
  /** The vertex of the graph for each vertex of the part. */
  readonly vertices: Uint32Array;
  readonly part: ConnectedGraph;
}

/** The components with edges, and the isolated vertices. */
function partsOf(graph: Graph): { parts: Component[]; isolated: number[] } {
  const { start, neighbour } = adjacencyOf(graph);
  const parts: Component[] = [];
  const isolated: number[] = [];
  const local = new Uint32Array(graph.vertices);
  for (const vertices of componentsOf(graph)) {
    if (vertices.length === 1) {
      isolated.push(vertices[0]!);
      continue;
    }
    vertices.forEach((v, i) => (local[v] = i));
    const rows = new Uint32Array(vertices.length + 1);
    vertices.forEach((v, i) => (rows[i + 1] = rows[i]! + start[v + 1]! - start[v]!));
    const neighbours = new Uint32Array(rows.at(-1)!);
    vertices.forEach((v, i) => {
      for (let k = 0; k < start[v + 1]! - start[v]!; k++)
        neighbours[rows[i]! + k] = local[neighbour[start[v]! + k]!]!;
    });
    parts.push({ vertices, part: { size: vertices.length, start: rows, neighbour: neighbours } });
  }
  return { parts, isolated };
}
