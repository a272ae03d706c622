// The surface of the topology module as the page uses it (src/web/topology.rs).

import type {
  Component,
  Cycle,
  Distance,
  FiltrationDirection,
  FiltrationSteps,
  GeneratorSummary,
  OpenedGraph,
  Trace,
  TraceMode,
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
  barcodes(
    filter: Float32Array,
    edgeValues: boolean,
    cliques: boolean,
    extended: boolean,
    keepZero: boolean,
  ): string;
  trace(filter: Float32Array, towards: FiltrationDirection, mode: TraceMode): Trace;
  free(): void;
}

export interface TopologyModule {
  generators(): GeneratorSummary[];
  distances(kind: "bottleneck" | "wasserstein", a: Float32Array, b: Float32Array): Distance;
  openFiles(
    paths: readonly string[],
    contents: readonly Uint8Array[],
  ):
    | { readonly type: "graph"; readonly graph: TopologyGraph }
    | { readonly type: "dataset"; readonly dataset: { free(): void } }
    | { readonly type: "weights"; readonly file: number };
  readonly TopologyGraph: new (vertices: number, edges: Uint32Array) => TopologyGraph;
}
