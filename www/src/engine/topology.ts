// The interface to all persistence computations on the main thread. The topology module is the only implementation.

import { structureFilter } from "../domain/filters";
import type { StructureFilter } from "../domain/filters";
import { barsFromRows, isZeroLength, extendedBars } from "../domain/persistence/bars";
import { hasArrived } from "../domain/persistence/filtration";
import type { Events, Walk, GrowingPoints } from "../domain/persistence/filtration";
import type { Measure } from "../domain/persistence/stability";
import type { Bar, Direction, Filtration, Graph } from "../domain/graph/graph";
import type { PointCloud } from "../domain/graph/subject";
import type { ChosenColumns } from "../domain/columns";
import type { ComparedFile } from "../domain/training/experiment";
import { runFileIn } from "../domain/training/folds";
import type { RunFile } from "../domain/training/folds";
import type {
  Comparison,
  DescriptorSummary,
  Distance,
  FiltrationDirection,
  GeneratorSummary,
  PairSummary,
  PointComplex,
  SettingsComparison,
  TablePreview,
  TableView,
  Trace,
  TraceMode,
} from "../protocol";
import type { NamedFile } from "./calls";
import { countOf } from "../domain/points/points";
import { growingPoints } from "./points";
import type { PointsKind, ReadPoints, TopologyGraph, TopologyModule } from "./topologyModule";

/** A graph from a file, with the vertex values of the file. */
export interface ReadGraph {
  readonly graph: Graph;
  /** "values" and "attribute:NAME", in the order of the file. */
  readonly filters: readonly { readonly name: string; readonly values: Float32Array }[];
  /** Assumptions of the reader about the file, one sentence each. */
  readonly notes: readonly string[];
}

/** Two graphs and the results of descriptors. */
export interface ComparedPair {
  readonly graphs: readonly [Graph, Graph];
  /** The result of a descriptor; `layers` is the number of layers of the GIN. */
  compare(descriptor: string, layers: number): Comparison;
}

/** The contents of files. */
export type OpenedFiles =
  | ({ readonly type: "graph" } & ReadGraph)
  | { readonly type: "dataset" }
  /** The index of the file with a run over folds. */
  | { readonly type: "run"; readonly file: number }
  /** The index of the file with weights. */
  | { readonly type: "weights"; readonly file: number };

/** A bar of the clique complex, as `sublevel barcode --clique` writes it. */
export interface FilledBar {
  readonly birth: number;
  readonly death?: number;
  readonly birth_vertex: number;
  readonly death_vertex?: number;
  readonly birth_edge?: readonly [number, number];
  readonly death_triangle?: readonly [number, number, number];
}
type FilledDirection = Readonly<Record<"h0" | "h0_essential" | "h1" | "h1_essential", readonly FilledBar[]>>;
export type FilledBarcodes = Readonly<Record<FiltrationDirection, FilledDirection>>;

export interface Topology {
  /** The bars of a filter, both directions. */
  filtration(graph: Graph, filter: Float32Array): Filtration;
  /** The bars of extended persistence, both directions. */
  extended(graph: Graph, filter: Float32Array): readonly Bar[];
  /** The filtration, value by value. */
  walk(graph: Graph, filtration: Filtration, direction: Direction): Walk;
  /**
   * The component of a bar of H0: that of its birth vertex just before its death vertex enters. For an essential or extended
   * bar, its component at threshold t (null: in the whole graph); empty before its birth.
   */
  component(
    graph: Graph,
    filter: Float32Array,
    bar: Bar,
    threshold: number | null,
  ): readonly number[] | Uint32Array;
  /**
   * A shortest cycle that closes when the birth vertex of an H1 bar enters, its vertices in order; one through its death
   * vertex, if it has one.
   */
  cycle(graph: Graph, filter: Float32Array, bar: Bar): readonly number[];
  /** The component of a vertex at threshold t; empty before the vertex enters. */
  componentAt(
    graph: Graph,
    filter: Float32Array,
    direction: Direction,
    vertex: number,
    threshold: number | null,
  ): Uint32Array;
  /** Vertices of the surviving component at the death of a bar of H0, just before the merge; empty for an essential bar. */
  joins(graph: Graph, filter: Float32Array, bar: Bar): readonly number[];
  /** The barcodes of the clique complex: every triangle enters with its last vertex. */
  filled(graph: Graph, filter: Float32Array): FilledBarcodes;
  /** The reduction of the boundary matrix, step by step; throws for graphs that are too large for display. */
  trace(graph: Graph, filter: Float32Array, direction: Direction, mode: TraceMode): Trace;
  /** The growing complex of points. */
  points(cloud: PointCloud): GrowingPoints;
  /** The growing graph of an edge filter, without triangles; null: the filter has values of vertices. */
  edges(graph: Graph, filtration: Filtration): GrowingPoints | null;
  /**
   * Reads points, a distance matrix or weighted edges; throws if the file contains something else. `chosen` has the columns of
   * tables that the user chose.
   */
  readPoints(file: NamedFile, kind: PointsKind, chosen?: readonly ChosenColumns[]): ReadPoints;
  /** A distance of two diagrams, (birth, death) after (birth, death). */
  distance(measure: Measure, a: Float32Array, b: Float32Array): Distance;
  /**
   * The persistence landscape of a diagram, (birth, death) after (birth, death), level by level. Samples are equally spaced in
   * the range.
   */
  landscape(points: Float64Array, range: Float64Array, samples: number, levels: number): Float64Array;
  /** The persistence image of a diagram, length by length, with this number of pixels in each direction. */
  image(points: Float64Array, range: Float64Array, pixels: number, bandwidth: number): Float64Array;
  /** The Betti curve of a diagram. */
  bettiCurve(points: Float64Array, range: Float64Array, samples: number): Float64Array;
  /**
   * The height of each vertex in a direction: from −1 to 1 around the mean of the positions; 90° is upwards. Positions are x
   * and y of each vertex, and y points down.
   */
  heights(positions: Float32Array, degrees: number): Float32Array;
  /**
   * The Euler characteristic transform: χ in directions that are 360° / `angles` apart, from 0°, each at `samples` equally
   * spaced thresholds from −1 to 1; direction by direction. Positions are those of `heights`.
   */
  transform(
    graph: Graph,
    positions: Float32Array,
    direction: Direction,
    angles: number,
    samples: number,
  ): Int32Array;
  /** The mean absolute difference of two transforms of the same size. */
  transformDistance(a: Int32Array, b: Int32Array): number;
  /** A vertex value from the structure of the graph. */
  structure(graph: Graph, filter: StructureFilter): Float32Array;
  /** Data set generators. */
  generators(): readonly GeneratorSummary[];
  /** Descriptors of graphs, in the order of lists. */
  descriptors(): readonly DescriptorSummary[];
  /** Families of pairs of graphs. */
  pairFamilies(): readonly GeneratorSummary[];
  /** The pairs of a family. */
  familyPairs(id: string): readonly PairSummary[];
  /** A graph in graph6; throws if it is too large for a comparison. */
  toGraph6(graph: Graph): string;
  /** Two graphs in graph6 or sparse6; throws if a text is none, with its position. */
  pair(first: string, second: string): ComparedPair;
  /** Reads dropped files; throws if their format is unknown. `chosen` has the columns of tables that the user chose. */
  open(files: readonly NamedFile[], chosen?: readonly ChosenColumns[]): OpenedFiles;
  /** Checks the file of a run over folds; throws its problem. */
  readRun(name: string, text: string): RunFile;
  /** Compares the settings of run files in their order; throws the problem of a file, with its name. */
  compareRuns(files: readonly ComparedFile[]): SettingsComparison;
  /** The first rows of a table whose columns are unknown, and what they can be. */
  tablePreview(file: NamedFile, views: readonly TableView[]): TablePreview;
}

/** Positions with y upwards. */
function upright(positions: Float32Array): Float32Array {
  return positions.map((at, i) => (i % 2 === 0 ? at : -at));
}

const TOWARDS: Readonly<Record<Direction, FiltrationDirection>> = { sub: "sublevel", super: "superlevel" };

/** Most values have no event and share this object. */
const QUIET: Events = { births: [], merges: [], loops: [] };

export function createTopology(module: TopologyModule): Topology {
  const made = new WeakMap<Uint32Array, TopologyGraph>();
  /** The graph in the module, by its edge array; the garbage collector frees both together. */
  const inside = ({ vertices, edges }: Graph): TopologyGraph => {
    let own = made.get(edges);
    if (!own) {
      own = new module.TopologyGraph(vertices, edges);
      made.set(edges, own);
    }
    return own;
  };
  /** By the array of coordinates or of the values of edges, as above. */
  const grown = new WeakMap<readonly number[], { complex: PointComplex; growing: GrowingPoints }>();
  /** By the array of the values of edges. */
  const grownEdges = new WeakMap<Float32Array, GrowingPoints>();
  return {
    filtration: (graph, filter) => ({ filter, bars: barsFromRows(inside(graph).bars(filter), filter) }),
    extended(graph, filter) {
      const triples = inside(graph).extended(filter);
      const pairs: [components: number[], loops: number[]] = [[], []];
      for (let i = 0; i < triples.length; i += 3) {
        pairs[triples[i] === 0 ? 0 : 1].push(triples[i + 1]!, triples[i + 2]!);
      }
      return extendedBars({ components: pairs[0], loops: pairs[1] }, filter);
    },
    walk(graph, { filter, bars }, direction) {
      const { stepOf, ...steps } = inside(graph).steps(filter, TOWARDS[direction]);
      return { direction, ...steps, events: eventsOf(bars, direction, stepOf, steps.values.length) };
    },
    component(graph, filter, bar, threshold) {
      const { birthVertex, direction } = bar;
      if (bar.kind === "h0") return inside(graph).component(filter, TOWARDS[direction], birthVertex).atDeath;
      return this.componentAt(graph, filter, direction, birthVertex, threshold);
    },
    componentAt(graph, filter, direction, vertex, threshold) {
      let arrived = 0;
      for (const value of filter) if (hasArrived(value, threshold, direction)) arrived += 1;
      return inside(graph).componentAmong(filter, TOWARDS[direction], vertex, arrived);
    },
    joins: (graph, filter, { birthVertex, direction }) =>
      inside(graph).component(filter, TOWARDS[direction], birthVertex).joins,
    filled: (graph, filter) =>
      JSON.parse(inside(graph).barcodes(filter, false, true, false, false)) as FilledBarcodes,
    trace: (graph, filter, direction, mode) => inside(graph).trace(filter, TOWARDS[direction], mode),
    distance: (measure, a, b) => module.distances(measure, a, b),
    landscape: (points, range, samples, levels) => module.landscape(points, range, samples, levels),
    image: (points, range, pixels, bandwidth) => module.persistenceImage(points, range, pixels, bandwidth),
    bettiCurve: (points, range, samples) => module.bettiCurve(points, range, samples),
    cycle(graph, filter, { birthVertex, deathVertex, direction }) {
      const all = inside(graph).cycles(filter, TOWARDS[direction], birthVertex);
      const ending = all.filter(({ vertices }) => deathVertex !== null && vertices.includes(deathVertex));
      const cycles = ending.length > 0 ? ending : all;
      const shortest = cycles.reduce<readonly number[] | null>(
        (best, { vertices }) => (best === null || vertices.length < best.length ? vertices : best),
        null,
      );
      return shortest ?? [];
    },
    points(cloud) {
      const { coordinates, complex, weighted } = cloud;
      // Weighted edges grow regardless of the places of their vertices.
      const source = weighted?.values ?? coordinates;
      let known = grown.get(source);
      if (known?.complex !== complex) {
        const own = weighted
          ? module.TopologyPoints.weighted(
              countOf(cloud),
              Uint32Array.from(weighted.ends),
              Float64Array.from(weighted.values),
            )
          : new module.TopologyPoints(complex, Float64Array.from(coordinates));
        known = { complex, growing: growingPoints(own, new Float32Array(countOf(cloud))) };
        grown.set(source, known);
      }
      return known.growing;
    },
    edges({ edges }, { filter, edgeFilter }) {
      if (!edgeFilter) return null;
      let known = grownEdges.get(edgeFilter);
      if (!known) {
        known = growingPoints(module.TopologyPoints.ofGraph(filter, edges, edgeFilter), filter);
        grownEdges.set(edgeFilter, known);
      }
      return known;
    },
    readPoints: ({ path, bytes }, kind, chosen = []) =>
      new module.ReadPoints(path, bytes, kind, columnsOf(module, chosen)),
    tablePreview: ({ path, bytes }, views) => module.tablePreview(path, bytes, [...views]),
    heights: (positions, degrees) => module.heights(upright(positions), degrees),
    transform: (graph, positions, direction, angles, samples) =>
      inside(graph).eulerTransform(upright(positions), TOWARDS[direction], angles, samples),
    transformDistance: (a, b) => module.transformDistance(a, b),
    structure: (graph, filter) => inside(graph).filter(filter),
    generators: () => module.generators(),
    descriptors: () => module.descriptors(),
    pairFamilies: () => module.pairFamilies(),
    familyPairs: (id) => module.familyPairs(id),
    toGraph6: ({ vertices, edges }) => module.toGraph6(vertices, edges),
    pair(first, second) {
      const pair = new module.GraphPair(first, second);
      const [a, b] = pair.vertices();
      return {
        graphs: [
          { vertices: a!, edges: pair.edges(0) },
          { vertices: b!, edges: pair.edges(1) },
        ],
        compare: (descriptor, layers) => pair.compare(descriptor, layers),
      };
    },
    readRun(name, text) {
      module.checkRunFile(name, text);
      return runFileIn(text);
    },
    compareRuns: (files) =>
      module.compareRuns(
        files.map(({ name }) => name),
        files.map(({ label }) => label),
        files.map(({ file }) => JSON.stringify(file)),
      ),
    open(files, chosen = []) {
      const opened = module.openFiles(
        files.map(({ path }) => path),
        files.map(({ bytes }) => bytes),
        columnsOf(module, chosen),
      );
      switch (opened.type) {
        case "weights":
        case "run":
        case "dataset":
          return opened;
        case "graph":
          return { type: "graph", ...readGraph(opened.graph) };
      }
    },
  };
}

function columnsOf(
  module: Pick<TopologyModule, "ChosenColumns">,
  chosen: readonly ChosenColumns[],
): InstanceType<TopologyModule["ChosenColumns"]> {
  const columns = new module.ChosenColumns();
  for (const { words, hasHeading } of chosen) columns.choose([...words], hasHeading);
  return columns;
}

function readGraph(own: TopologyGraph): ReadGraph {
  const { vertices, filters, names, notes } = own.summary();
  const graph = { vertices, edges: own.edges(), ...(names.length > 0 ? { names } : {}) };
  const given = filters.filter((name) => !structureFilter(name));
  return { graph, filters: given.map((name) => ({ name, values: own.filter(name) })), notes };
}

function eventsOf(
  bars: readonly Bar[],
  direction: Direction,
  stepOf: Uint32Array,
  steps: number,
): readonly Events[] {
  const events = new Array<Record<keyof Events, Bar[]> | Events>(steps).fill(QUIET);
  const at = (vertex: number): Record<keyof Events, Bar[]> => {
    const step = stepOf[vertex]!;
    if (events[step] === QUIET) events[step] = { births: [], merges: [], loops: [] };
    return events[step] as Record<keyof Events, Bar[]>;
  };
  for (const bar of bars) {
    if (bar.direction !== direction || isZeroLength(bar)) continue;
    const born = at(bar.birthVertex);
    if (bar.kind === "h1Essential") born.loops.push(bar);
    else born.births.push(bar);
    if (bar.deathVertex !== null) at(bar.deathVertex).merges.push(bar);
  }
  return events;
}
