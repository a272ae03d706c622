/* tslint:disable */
/* eslint-disable */
import type {
    Component, Cycle, Distance, FiltrationDirection, FiltrationSteps, GeneratorSummary, OpenedGraph, Trace, TraceMode,
} from "../src/protocol";

export type Opened =
| { readonly type: "graph"; readonly graph: TopologyGraph }
/** A data set, for the training module. */
| { readonly type: "dataset" }
/** Saved weights, for the training module: which of the files they are. */
| { readonly type: "weights"; readonly file: number }
/** A run over some folds, for the training module: which of the files it is. */
| { readonly type: "run"; readonly file: number };



/**
 * A graph with its repeated edges and self-loops.
 */
export class TopologyGraph {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * The barcodes in the JSON of `sublevel barcode`. With `edge_values` the edges enter with their given values. With `cliques`
     * the complex has all triangles.
     */
    barcodes(filter: Float32Array | number[], edge_values: boolean, cliques: boolean, extended: boolean, keep_zero: boolean): string;
    /**
     * The bars of both directions, with five numbers each: kind (0 a component that ends, 1 an essential one, 2 a loop), direction
     * (0 sublevel), birth vertex, death vertex or 0xffffffff, multiplicity. Bars of vertices that join an older component at once
     * are omitted.
     */
    bars(filter: Float32Array | number[]): Uint32Array;
    /**
     * The component of a vertex after this number of vertices have entered.
     */
    componentAmong(filter: Float32Array | number[], towards: FiltrationDirection, vertex: number, arrived: number): Uint32Array;
    /**
     * The component born at a vertex.
     */
    component(filter: Float32Array | number[], towards: FiltrationDirection, birth_vertex: number): Component;
    /**
     * A shortest cycle for each loop born with a vertex.
     */
    cycles(filter: Float32Array | number[], towards: FiltrationDirection, birth_vertex: number): Cycle[];
    /**
     * List of the ends of the edges.
     */
    edges(): Uint32Array;
    /**
     * Extended persistence, with three numbers per pair: 0 for a component or 1 for a loop, birth vertex, death vertex.
     */
    extended(filter: Float32Array | number[]): Uint32Array;
    /**
     * A value for each vertex under one of the filters of `summary().filters`.
     */
    filter(name: string): Float32Array;
    /**
     * A graph with the vertices 0, 1, … and these edges, as a list of ends.
     */
    constructor(vertices: number, edges: Uint32Array | number[]);
    /**
     * The filtration, value by value.
     */
    steps(filter: Float32Array | number[], towards: FiltrationDirection): FiltrationSteps;
    /**
     * Summary of the graph.
     */
    summary(): OpenedGraph;
    /**
     * The reduction of the boundary matrix, step by step; for small graphs.
     */
    trace(filter: Float32Array | number[], towards: FiltrationDirection, mode: TraceMode): Trace;
}

/**
 * The Betti curve of a diagram of alternating births and deaths, infinite for essential bars: at each of `samples` equally spaced
 * values of the range, the number of bars.
 */
export function bettiCurve(bars: Float64Array | number[], range: Float64Array | number[], samples: number): Float64Array;

/**
 * Distance of two diagrams, each as alternating births and deaths: `"bottleneck"` or `"wasserstein"`, the 1-Wasserstein distance.
 * Both use the maximum norm.
 */
export function distances(kind: string, a: Float32Array | number[], b: Float32Array | number[]): Distance;

/**
 * The data set generators.
 */
export function generators(): GeneratorSummary[];

/**
 * The persistence landscape of a diagram of alternating births and deaths, infinite for essential bars: `levels` × `samples`
 * numbers, level by level. Samples are equally spaced over the range, and essential bars end at its end.
 */
export function landscape(bars: Float64Array | number[], range: Float64Array | number[], samples: number, levels: number): Float64Array;

/**
 * Opens the files that a user drops, one path for each content: a graph, or an edge list with a file of values. The training
 * module reads other contents.
 */
export function openFiles(paths: string[], contents: Uint8Array[]): Opened;

/**
 * The persistence image of a diagram of alternating births and deaths, infinite for essential bars: lengths × births numbers,
 * length by length, `samples` in each direction. Births are sampled over the range, lengths from 0 to its length, and essential
 * bars end at its end. `bandwidth` is the standard deviation of the Gaussians.
 */
export function persistenceImage(bars: Float64Array | number[], range: Float64Array | number[], samples: number, bandwidth: number): Float64Array;

/**
 * Runs once when a module is loaded: panics reach the console with a message.
 */
export function start(): void;
