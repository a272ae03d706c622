import type { Graph } from "../domain/graph/graph";
import { force, separate } from "./force";
import { pack, turnLevel } from "./pack";
import { partsOf } from "./start";
import { stress } from "./stress";
import { discTree, type Part } from "./tree";

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
