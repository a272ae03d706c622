import type { Graph } from "../../../domain/graph";
import type { Inspected } from "../../../engine/calls";
import { LayoutClient } from "../../../layout/client";
import { startPositions } from "../../../layout/start";

/** A graph with places for its vertices. */
export interface LaidOut {
  readonly graph: Graph;
  readonly positions: Float32Array;
}

/** The layouts of the graphs of one data set: a quick one at once, a better one from a worker, which takes one after the other. */
export class ThumbnailLayouts {
  readonly #client = new LayoutClient();
  readonly #onBetter: () => void;
  readonly #known = new Map<number, LaidOut>();
  readonly #finished = new Set<number>();
  #wanted: readonly number[] = [];
  #working = false;

  constructor(onBetter: () => void) {
    this.#onBetter = onBetter;
  }

  /** The layout of a graph as it is so far; null where the graph was never seen. */
  of(index: number): LaidOut | null {
    return this.#known.get(index) ?? null;
  }

  /** Learns what graphs there are: the same index is always the same graph. */
  learn(index: number, { vertices, edges }: Inspected): void {
    if (this.#known.has(index)) return;
    const graph = { vertices, edges };
    this.#known.set(index, { graph, positions: startPositions(graph) });
  }

  /** These graphs are in view: theirs are made better next. */
  want(indices: readonly number[]): void {
    this.#wanted = indices;
    this.#work();
  }

  stop(): void {
    this.#wanted = [];
    this.#client.stop();
  }

  #work(): void {
    if (this.#working) return;
    const next = this.#wanted.find((index) => this.#known.has(index) && !this.#finished.has(index));
    const graph = next === undefined ? undefined : this.#known.get(next)?.graph;
    if (next === undefined || !graph) return;
    this.#working = true;
    this.#client.start(graph, (positions, done) => {
      if (!done) return;
      this.#working = false;
      this.#finished.add(next);
      this.#known.set(next, { graph, positions });
      this.#onBetter();
      this.#work();
    });
  }
}
