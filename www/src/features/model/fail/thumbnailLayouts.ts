import type { Graph } from "../../../domain/graph/graph";
import type { Inspected } from "../../../engine/calls";
import { LayoutClient } from "../../../layout/client";
import { startPositions } from "../../../layout/start";

/** A graph with vertex positions. */
export interface LaidOut {
  readonly graph: Graph;
  readonly positions: Float32Array;
}

/**
 * The layouts of the graphs of one data set. A quick layout is ready immediately; a worker computes better ones, one graph
 * at a time, so that the work spreads over frames.
 */
export class ThumbnailLayouts {
  readonly #client = new LayoutClient();
  readonly #onBetter: () => void;
  readonly #graphs = new Map<number, Graph>();
  readonly #known = new Map<number, LaidOut>();
  /** Graphs with a final layout. */
  readonly #best = new Set<number>();
  #wanted: readonly number[] = [];
  #working = false;

  constructor(onBetter: () => void) {
    this.#onBetter = onBetter;
    this.#client.ready();
  }

  /** The current layout of a graph; null if it was never requested. */
  of(index: number): LaidOut | null {
    return this.#known.get(index) ?? null;
  }

  /** Stores a graph; an index always denotes the same graph. */
  learn(index: number, { vertices, edges }: Inspected): void {
    if (!this.#graphs.has(index)) this.#graphs.set(index, { vertices, edges });
  }

  /** Puts the visible graphs next in the queue. */
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
