import type { Graph } from "./graph";
import { lettersFor } from "./names";
import data from "./examples.json";

/** A small graph with a filter. */
export interface Example {
  readonly id: string;
  readonly title: string;
  readonly caption: string;
  readonly graph: Graph;
  readonly filter: Float32Array;
  /** x, y of each vertex, if the example defines the layout. */
  readonly positions: Float32Array | undefined;
}

export const EXAMPLES: readonly Example[] = data.map(
  ({ id, title, caption, vertices, edges, names, filter, positions }) => ({
    id,
    title,
    caption,
    graph: { vertices, edges: Uint32Array.from(edges), names: names ?? lettersFor(vertices) },
    filter: Float32Array.from(filter),
    positions: positions && Float32Array.from(positions),
  }),
);

/** The example on first opening. */
export const FIRST_EXAMPLE: Example = EXAMPLES[0]!;

/** The example of the first screen. */
export const LANDSCAPE: Example = EXAMPLES.find(({ id }) => id === "ridge")!;

export function exampleNamed(id: string): Example | null {
  return EXAMPLES.find((example) => example.id === id) ?? null;
}
