import type { Graph } from "../../../domain/graph/graph";
import type { Inspected } from "../../../engine/calls";
import { LayoutClient } from "../../../layout/client";
import { startPositions } from "../../../layout/start";

/** A graph with places for its vertices. */
export interface LaidOut {
  readonly graph: Graph;
  readonly positions: Float32Array;
}

/**
 * The layouts of the graphs of one data set: a quick one at once, and better ones by a worker, one graph after the other, so that no
 * frame waits for all of them.
 */
export class ThumbnailLayouts {
  readonly #client = new LayoutClient();
  readonly #onBetter: () => void;
  readonly #graphs = new Map<number, Graph>();
  readonly #known = new Map<number, LaidOut>();
  /** Those that will not get better. */
  readonly #best = new Set<number>();
  #wanted: readonly number[] = [];
  #working = false;

  constructor(onBetter: () => void) {
    this.#onBetter = onBetter;
    this.#client.ready();
  }

  /** The layout of a graph as it is so far; null where nobody wanted it yet. */
  of(index: number): LaidOut | null {
    return this.#known.get(index) ?? null;
  }

  /** Learns what graphs there are: the same index is always the same graph. */
  learn(index: number, { vertices, edges }: Inspected): void {
    if (!this.#graphs.has(index)) this.#graphs.set(index, { vertices, edges });
  }

  /** These graphs are in view: it is their turn next. */
  want(indices: readonly number[]): void {
    this.#wanted = indices;
    for (const index of indices) {
      const graph = this.#graphs.get(index);
      if (graph && !this.#known.has(index))
        this.#known.set(index, { graph, positions: startPositions(graph) });
    }
    this.#onBetter();
    this.#work();
  }

  stop(): void {
    this.#wanted = [];
    this.#client.stop();
  }

  #work(): void {
    if (this.#working) return;
    const next = this.#wanted.find((index) => this.#graphs.has(index) && !this.#best.has(index));
    const graph = next === undefined ? undefined : this.#graphs.get(next);
    if (next === undefined || !graph) return;
    this.#working = true;
    const put = (positions: Float32Array): void => {
      this.#known.set(next, { graph, positions });
      this.#onBetter();
    };
    this.#client.start(graph, (positions, done) => {
      put(positions);
      if (!done) return;
      this.#best.add(next);
      this.#working = false;
      this.#work();
    });
  }
}
