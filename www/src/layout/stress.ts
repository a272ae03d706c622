import { seeded } from "../domain/random";
import { breadthFirst, type Part } from "./tree";

/**
 * Moves every pair of vertices towards its distance in the graph, by stochastic gradient descent on the
 * stress with decreasing step sizes (Zheng, Pawar, Goodman 2018). Draws cycles round and paths straight.
 * Yields after every sweep.
 */
export function* stress(part: Part, positions: Float32Array, sweeps: number): Generator<void> {
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
