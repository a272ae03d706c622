/* tslint:disable */
/* eslint-disable */
import type {
    Component, Cycle, Distance, FiltrationDirection, FiltrationSteps, GeneratorSummary, OpenedGraph, PointComplex, SettingsComparison,
    TablePreview, TableView, Trace, TraceMode,
} from "../src/protocol";

export type Opened =
| { readonly type: "graph"; readonly graph: TopologyGraph }
/** A data set, for the training module. */
| { readonly type: "dataset" }
/** Saved weights, for the training module: which of the files they are. */
| { readonly type: "weights"; readonly file: number }
/** A run over some folds: which of the files it is. */
| { readonly type: "run"; readonly file: number };


import type { Comparison, DescriptorSummary, PairSummary } from "../src/protocol";



/**
 * The columns that a user chose for tables.
 */
export class ChosenColumns {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Adds the columns of one table: for each, the word of a role, or nothing.
     */
    choose(words: string[], has_heading: boolean): void;
    /**
     * No columns.
     */
    constructor();
}

/**
 * Two graphs with the colours of their vertices.
 */
export class GraphPair {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * The result of a descriptor, with its reason and evidence. `layers` is the number of layers of the GIN.
     */
    compare(descriptor: string, layers: number): Comparison;
    /**
     * The ends of the edges of one of the graphs, 0 or 1.
     */
    edges(which: number): Uint32Array;
    /**
     * The graphs of two texts in graph6 or sparse6.
     */
    constructor(first: string, second: string);
    /**
     * Numbers of vertices.
     */
    vertices(): Uint32Array;
}

/**
 * The contents of a file of points or of weighted edges.
 */
export class ReadPoints {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * x and y of points in the plane in turn; empty for other contents.
     */
    coordinates(): Float64Array;
    /**
     * The ends of the edges; empty for points in the plane.
     */
    edges(): Uint32Array;
    /**
     * The names of the vertices; empty if the file counts them.
     */
    names(): string[];
    /**
     * Reads a file. `kind` is `points`, `distances` (a matrix) or `edges` (a graph of any format, with a value for each edge).
     */
    constructor(file: string, text: Uint8Array | number[], kind: string, columns: ChosenColumns);
    /**
     * What is read in another way than it is written, one sentence each.
     */
    notes(): string[];
    /**
     * The value of each edge.
     */
    values(): Float64Array;
    /**
     * The number of points or vertices.
     */
    vertices(): number;
}

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
     * The Euler characteristic transform of the graph with these vertex positions, direction by direction; see
     * `euler::Shape::transform`.
     */
    eulerTransform(positions: Float32Array | number[], towards: FiltrationDirection, angles: number, samples: number): Int32Array;
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
 * The growing complex of points in the plane.
 */
export class TopologyPoints {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * The bars in the JSON of `sublevel barcode`, without those of length zero.
     */
    bars(): string;
    /**
     * The first point of the component of each point at the diameter t.
     */
    components(t: number): Uint32Array;
    /**
     * A shortest cycle through the edge that enters between these points at this value.
     */
    cycle(a: number, b: number, value: number): Uint32Array;
    /**
     * The diameter at which each edge enters, ascending.
     */
    edgeValues(): Float32Array;
    /**
     * The ends of the edges in the order of entry.
     */
    edges(): Uint32Array;
    /**
     * A complex of points, given by x and y in turn.
     */
    constructor(complex: PointComplex, coordinates: Float64Array | number[]);
    /**
     * A graph without repeated edges, pairs of vertices, that enter at their values, and whose vertices enter at those of `filter`. It has
     * no triangles.
     */
    static ofGraph(filter: Float32Array | number[], edges: Uint32Array | number[], values: Float32Array | number[]): TopologyPoints;
    /**
     * The number of triangles at the diameter t, followed by the points of at most `limit` of them.
     */
    triangles(t: number, limit: number): Uint32Array;
    /**
     * The clique complex of a graph whose edges, pairs of vertices, enter at their values.
     */
    static weighted(vertices: number, edges: Uint32Array | number[], values: Float64Array | number[]): TopologyPoints;
}

/**
 * The Betti curve of a diagram of alternating births and deaths, infinite for essential bars: at each of `samples` equally spaced
 * values of the range, the number of bars.
 */
export function bettiCurve(bars: Float64Array | number[], range: Float64Array | number[], samples: number): Float64Array;

/**
 * Checks the JSON text of a run over some folds.
 */
export function checkRunFile(name: string, text: string): void;

/**
 * Compares the settings of run files in their order, from their JSON texts. The labels name the settings; an empty one is the name of
 * the run.
 */
export function compareRuns(names: string[], labels: string[], texts: string[]): SettingsComparison;

/**
 * The descriptors, in the order of lists.
 */
export function descriptors(): DescriptorSummary[];

/**
 * Distance of two diagrams, each as alternating births and deaths: the bottleneck distance, or the Wasserstein distance of order
 * 1 or 2. All use the maximum norm.
 */
export function distances(kind: string, a: Float32Array | number[], b: Float32Array | number[]): Distance;

/**
 * The pairs of a family.
 */
export function familyPairs(id: string): PairSummary[];

/**
 * The data set generators.
 */
export function generators(): GeneratorSummary[];

/**
 * The height of each position in a direction, from −1 to 1; see `euler::Shape::heights`.
 */
export function heights(positions: Float32Array | number[], degrees: number): Float32Array;

/**
 * The persistence landscape of a diagram of alternating births and deaths, infinite for essential bars: `levels` × `samples`
 * numbers, level by level. Samples are equally spaced over the range, and essential bars end at its end.
 */
export function landscape(bars: Float64Array | number[], range: Float64Array | number[], samples: number, levels: number): Float64Array;

/**
 * Opens the files that a user drops, one path for each content: a graph, or an edge list with a file of values. The training
 * module reads other contents.
 */
export function openFiles(paths: string[], contents: Uint8Array[], columns: ChosenColumns): Opened;

/**
 * The families of pairs.
 */
export function pairFamilies(): GeneratorSummary[];

/**
 * The persistence image of a diagram of alternating births and deaths, infinite for essential bars: lengths × births numbers,
 * length by length, `samples` in each direction. Births are sampled over the range, lengths from 0 to its length, and essential
 * bars end at its end. `bandwidth` is the standard deviation of the Gaussians.
 */
export function persistenceImage(bars: Float64Array | number[], range: Float64Array | number[], samples: number, bandwidth: number): Float64Array;

/**
 * All graphs with this number of vertices in classes of at least two that a descriptor does not separate. A line for each class, with its
 * graphs in graph6. No two of them are isomorphic. `layers` is the number of layers of the GIN.
 */
export function searchGraphs(descriptor: string, layers: number, vertices: number): string;

/**
 * Runs once when a module is loaded: panics reach the console with a message.
 */
export function start(): void;

/**
 * The first rows of a table, and the roles of the columns in these views.
 */
export function tablePreview(file: string, text: Uint8Array | number[], views: readonly TableView[]): TablePreview;

/**
 * The graph with these edges in graph6.
 */
export function toGraph6(vertices: number, edges: Uint32Array | number[]): string;

/**
 * The mean absolute difference of two Euler characteristic transforms of the same size.
 */
export function transformDistance(a: Int32Array | number[], b: Int32Array | number[]): number;
