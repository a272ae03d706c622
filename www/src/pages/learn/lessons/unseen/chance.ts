// Small, readable random graphs: few vertices, integer values.

import { lettersFor, clearance } from "../../../../domain/graph/graph";
import type { Graph } from "../../../../domain/graph/graph";
import { seeded } from "../../../../domain/random";
import type { OwnGraph } from "../../../../domain/graph/subject";
import { GREATEST_VALUE } from "./seeds";

/** The number of drawings to try, and the width-to-height ratio of the stage. */
const DRAWINGS = 24;
const ASPECT = 2.5;

export class Chance {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = seeded(seed);
  }

  /** A random integer from low to high. */
  whole(low: number, high: number): number {
    return low + Math.floor(this.#next() * (high - low + 1));
  }

  pick<T>(items: readonly T[]): T {
    return items[this.whole(0, items.length - 1)]!;
  }

  shuffled<T>(items: readonly T[]): T[] {
    const mixed = [...items];
    for (let i = mixed.length - 1; i > 0; i--) {
      const j = this.whole(0, i);
      [mixed[i], mixed[j]] = [mixed[j]!, mixed[i]!];
    }
    return mixed;
  }

  /** Distinct integers from 1. */
  values(count: number): number[] {
    return this.shuffled(Array.from({ length: GREATEST_VALUE }, (_, i) => i + 1)).slice(0, count);
  }

  /** A random tree with additional edges, as many as possible up to this number. */
  graph(vertices: number, more: number): Graph {
    const pairs = new Map<string, readonly [number, number]>();
    const add = (a: number, b: number): void => {
      const ends = [Math.min(a, b), Math.max(a, b)] as const;
      if (a !== b) pairs.set(ends.join(), ends);
    };
    const names = this.shuffled(Array.from({ length: vertices }, (_, v) => v));
    for (let i = 1; i < vertices; i++) add(names[i]!, names[this.whole(0, i - 1)]!);
    for (let i = 0; i < more; i++) add(this.whole(0, vertices - 1), this.whole(0, vertices - 1));
    const edges = Uint32Array.from([...pairs.values()].flat());
    return { vertices, edges, names: lettersFor(vertices) };
  }

  /**
   * Positions with a separate row and column for each vertex. Of several drawings, it takes the one with the
   * largest distance between edges and other vertices.
   */
  #places(graph: Graph, values: readonly number[]): number[] {
    const { vertices } = graph;
    const share = (i: number): number => Math.round((1000 * i) / Math.max(1, vertices - 1)) / 1000;
    let best: readonly number[] = [];
    let widest = -1;
    for (let drawing = 0; drawing < DRAWINGS; drawing++) {
      const rows = this.shuffled(Array.from({ length: vertices }, (_, v) => v));
      const drawn = rows.flatMap((row, v) => [(ASPECT * values[v]!) / GREATEST_VALUE, share(row)]);
      const room = clearance(graph, drawn);
      if (room > widest) [best, widest] = [rows, room];
    }
    return best.flatMap((row, v) => [share(v), share(row)]);
  }

  /** A path whose rows in the drawing follow the path. */
  ridge(title: string, values: readonly number[]): OwnGraph {
    const last = values.length - 1;
    const edges = values.slice(1).flatMap((_, v) => [v, v + 1]);
    const places = values.flatMap((value, v) => [value / GREATEST_VALUE, v / last]);
    return { title, vertices: values.length, edges, filters: [{ name: "values", values }], places };
  }

  own(title: string, graph: Graph, values: readonly number[]): OwnGraph {
    const { vertices, edges } = graph;
    const filters = [{ name: "values", values }];
    return { title, vertices, edges: [...edges], filters, places: this.#places(graph, values) };
  }
}
