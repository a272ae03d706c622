import { relax } from "./layout";

/** A graph to lay out; a new one cancels the current one. `null` only cancels. */
export interface LayoutRequest {
  readonly id: number;
  readonly graph: { readonly vertices: number; readonly edges: Uint32Array } | null;
}

/** Positions so far; `done` marks the last ones. */
export interface LayoutReply {
  readonly id: number;
  readonly positions: Float32Array;
  readonly done: boolean;
}

/** Returns a function that lays out the graph of each request and sends the positions to `reply`. */
export function layoutAnswers(
  reply: (message: LayoutReply) => void,
): (request: LayoutRequest) => Promise<void> {
  let current = -1;
  return async ({ id, graph }) => {
    current = id;
    if (!graph) return;
    let last: Float32Array | null = null;
    for (const positions of relax(graph)) {
      if (last) reply({ id, positions: last, done: false });
      last = positions;
      // Allows a newer request to start.
      await new Promise((resolve) => setTimeout(resolve));
      if (current !== id) return;
    }
    if (last) reply({ id, positions: last, done: true });
  };
}
