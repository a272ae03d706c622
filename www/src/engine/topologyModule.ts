// The surface of the topology module as the page uses it (src/web/topology.rs).

import type {
  Component,
  Cycle,
  FiltrationDirection,
  FiltrationSteps,
  GeneratorSummary,
  OpenedGraph,
} from "../protocol";

export interface TopologyGraph {
  summary(): OpenedGraph;
  edges(): Uint32Array;
  filter(name: string): Float32Array;
  bars(filter: Float32Array): Uint32Array;
  /** 0 for a component or 1 for a loop, birth vertex, death vertex; and so on. */
  extended(filter: Float32Array): Uint32Array;
  steps(filter: Float32Array, towards: FiltrationDirection): FiltrationSteps;
  component(filter: Float32Array, towards: FiltrationDirection, birthVertex: number): Component;
  componentAmong(
    filter: Float32Array,
    towards: FiltrationDirection,
    vertex: number,
    arrived: number,
  ): Uint32Array;
  cycles(filter: Float32Array, towards: FiltrationDirection, birthVertex: number): readonly Cycle[];
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
