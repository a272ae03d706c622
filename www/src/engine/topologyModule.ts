// The surface of the topology module as the page uses it (src/web/topology.rs).

import type { GeneratorSummary } from "../protocol";

export type Towards = "sublevel" | "superlevel";

/** One direction of a graph, value by value. */
export interface FiltrationSteps {
  readonly values: Float32Array;
  readonly vertices: Uint32Array;
  readonly edges: Uint32Array;
  readonly components: Uint32Array;
  readonly order: Uint32Array;
  readonly first: Uint32Array;
  readonly stepOf: Uint32Array;
}

export interface OpenedGraph {
  readonly vertices: number;
  readonly edges: number;
  readonly names: readonly string[];
  readonly filters: readonly string[];
  readonly edgeValues: boolean;
}

export interface TopologyGraph {
  summary(): OpenedGraph;
  edges(): Uint32Array;
  filter(name: string): Float32Array;
  bars(filter: Float32Array): Uint32Array;
  steps(filter: Float32Array, towards: Towards): FiltrationSteps;
  component(
    filter: Float32Array,
    towards: Towards,
    birthVertex: number,
  ): { readonly atDeath: readonly number[] };
  componentAmong(filter: Float32Array, towards: Towards, vertex: number, arrived: number): Uint32Array;
  cycles(
    filter: Float32Array,
    towards: Towards,
    birthVertex: number,
  ): readonly { readonly vertices: readonly number[] }[];
  free(): void;
}

export interface TopologyModule {
  generators(): GeneratorSummary[];
  openFiles(
    paths: readonly string[],
    contents: readonly Uint8Array[],
  ):
    | { readonly type: "graph"; readonly graph: TopologyGraph }
    | { readonly type: "dataset"; readonly dataset: { free(): void } }
    | { readonly type: "weights"; readonly file: number };
  readonly TopologyGraph: new (vertices: number, edges: Uint32Array) => TopologyGraph;
}
