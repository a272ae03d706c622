// Graphs and points that the page can show.

import type { PointComplex } from "../../protocol";
import { lettersFor } from "./graph";
import type { Graph } from "./graph";
import data from "./examples.json";

/** A graph that belongs to no data set. */
export interface OwnGraph {
  readonly title: string;
  readonly vertices: number;
  /** Pairs of vertices. */
  readonly edges: readonly number[];
  /** The filters of the graph, by name; the default filter first. */
  readonly filters: readonly NamedValues[];
  /** Vertex names; without them, a, b, c … */
  readonly names?: readonly string[];
  /** x and y of each vertex in the free layout, from 0 to 1. The stage uses only y: its x axis shows f. */
  readonly places?: readonly number[];
  /** The graph of a data set that this graph is an edited copy of. */
  readonly origin?: Origin;
}

/** The origin of the vertices of a copy: a model can read their labels or attributes in the data set. */
export interface Origin {
  /** The name of the data set. */
  readonly dataset: string;
  readonly index: number;
  /** The index of each vertex in the original graph; null: a new vertex. */
  readonly vertices: readonly (number | null)[];
}

/** A value for each vertex. */
export interface NamedValues {
  /** "values" or "attribute:NAME". */
  readonly name: string;
  readonly values: readonly number[];
}

/** Points in the plane, or the vertices of a graph whose edges enter at given values. */
export interface PointCloud {
  readonly title: string;
  /** x and y of each point in turn: 32-bit numbers, so that a link restores them exactly. */
  readonly coordinates: readonly number[];
  /** The complex that grows from them; the Rips complex of weighted edges. */
  readonly complex: PointComplex;
  /** The edges in place of the distances in the plane, which then only shows the vertices. */
  readonly weighted?: WeightedEdges;
}

/** Edges that enter at given values, for example the distances of a matrix. */
export interface WeightedEdges {
  /** Pairs of vertices. */
  readonly ends: readonly number[];
  /** The value of each edge, not negative: 32-bit numbers. */
  readonly values: readonly number[];
  /** Vertex names; without them, a, b, c … */
  readonly names?: readonly string[];
}

/** The subject in view: an example, a graph of the data set in use, a graph of the user, or points. */
export type Subject =
  | { readonly type: "example"; readonly id: string }
  | { readonly type: "graph"; readonly index: number }
  | { readonly type: "own"; readonly graph: OwnGraph }
  | { readonly type: "points"; readonly cloud: PointCloud };

/** The stages of the learning page: vertices at their values, growing discs in the plane, or edges that enter at their values. */
export type StageKind = "values" | "discs" | "edges";

/** The features of subjects with the same type. */
interface SubjectFeatures {
  readonly stage: StageKind;
  /** The training module inspects it. */
  readonly isInDataset: boolean;
  /** The user chooses a filter and sets values. */
  readonly hasFilters: boolean;
}

export const FEATURES: Readonly<Record<Subject["type"], SubjectFeatures>> = {
  example: { stage: "values", isInDataset: false, hasFilters: true },
  own: { stage: "values", isInDataset: false, hasFilters: true },
  graph: { stage: "values", isInDataset: true, hasFilters: false },
  points: { stage: "discs", isInDataset: false, hasFilters: false },
};

export function stageOf(subject: Subject): StageKind {
  return subject.type === "points" && subject.cloud.weighted ? "edges" : FEATURES[subject.type].stage;
}

/** The index of a graph of the data set in use; null: another subject. */
export const indexIn = (subject: Subject): number | null => (subject.type === "graph" ? subject.index : null);

/** The id of an example; null: another subject. */
export const exampleIn = (subject: Subject): string | null =>
  subject.type === "example" ? subject.id : null;

/** The graph of the user; null: another subject. */
export const ownGraphIn = (subject: Subject): OwnGraph | null =>
  subject.type === "own" ? subject.graph : null;

/** The points; null: another subject. */
export const cloudIn = (subject: Subject): PointCloud | null =>
  subject.type === "points" ? subject.cloud : null;

/** A small graph with a filter. */
export interface Example {
  readonly id: string;
  readonly title: string;
  readonly caption: string;
  readonly graph: Graph;
  readonly filter: Float32Array;
  /** x, y of each vertex, if the example defines the layout. */
  readonly positions: Float32Array | undefined;
}

export const EXAMPLES: readonly Example[] = data.map(
  ({ id, title, caption, vertices, edges, names, filter, positions }) => ({
    id,
    title,
    caption,
    graph: { vertices, edges: Uint32Array.from(edges), names: names ?? lettersFor(vertices) },
    filter: Float32Array.from(filter),
    positions: positions && Float32Array.from(positions),
  }),
);

/** The example on first opening. */
export const FIRST_EXAMPLE: Example = EXAMPLES[0]!;

/** The example of the first screen. */
export const LANDSCAPE: Example = EXAMPLES.find(({ id }) => id === "ridge")!;

export function exampleNamed(id: string): Example | null {
  return EXAMPLES.find((example) => example.id === id) ?? null;
}
