// A first layout in linear time: a breadth-first tree from the middle of the graph, drawn as nested discs.

/** One connected graph with vertices 0 … size - 1, in rows as in `Adjacency`. */
export interface Part {
  readonly size: number;
  readonly start: Uint32Array;
  readonly neighbour: Uint32Array;
}

/**
 * Breadth first from a root: the order of discovery, and the parent (the root's is itself) and depth of each
 * vertex.
 */
export function breadthFirst(
  part: Part,
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
export function middleOf(part: Part): number {
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
export function discTree(part: Part): Float32Array {
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
