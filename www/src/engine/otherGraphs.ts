// Graphs outside the data set as input of a model: with the labels and attributes that it can read.

import type { SubjectGraph } from "../protocol";
import type { OtherGraph } from "./calls";
import type { Session } from "./module";

type QuantitySource = Pick<Session, "graphRows" | "quantitiesOf" | "quantityOf">;

/** The data set of the last request. */
let last: OtherGraphs | null = null;

/** The graph as input of a model that is trained on this data set. */
export function subjectOf(session: Session, dataset: number, graph: OtherGraph): SubjectGraph {
  if (last?.dataset !== dataset) last = new OtherGraphs(session, dataset);
  return last.subjectOf(graph);
}

export class OtherGraphs {
  readonly dataset: number;
  readonly #session: QuantitySource;
  readonly #names: readonly string[];
  /** Index of the first vertex of each graph among all vertices. */
  readonly #firsts: readonly number[];
  readonly #quantities = new Map<string, Float32Array>();

  constructor(session: QuantitySource, dataset: number) {
    this.dataset = dataset;
    this.#session = session;
    this.#names = session.quantitiesOf(dataset, false);
    let first = 0;
    this.#firsts = session.graphRows(dataset).map(({ vertices }) => (first += vertices) - vertices);
  }

  /**
   * A copy of a graph of the data set has the labels and attributes of the original. A new vertex has the most frequent
   * label of the others, and their mean attributes. Other graphs have none.
   */
  subjectOf({ vertices, edges, origin }: OtherGraph): SubjectGraph {
    const subject: SubjectGraph = { vertices, edges: Uint32Array.from(edges) };
    const known = origin?.vertices.some((vertex) => vertex !== null);
    if (!origin || !known || origin.vertices.length !== vertices) return subject;
    const attributes = this.#names.filter((name) => name.startsWith("attribute"));
    if (this.#names.includes("label")) {
      subject.vertexLabels = Uint32Array.from(this.#ofVertices("label", origin, mostFrequent));
    }
    if (attributes.length > 0) {
      const columns = attributes.map((name) => this.#ofVertices(name, origin, mean));
      subject.vertexAttributes = Float32Array.from({ length: vertices * columns.length }, (_, i) => {
        return columns[i % columns.length]![Math.floor(i / columns.length)]!;
      });
    }
    return subject;
  }

  #ofVertices(
    name: string,
    { index, vertices }: NonNullable<OtherGraph["origin"]>,
    ofNew: (known: readonly number[]) => number,
  ): readonly number[] {
    let values = this.#quantities.get(name);
    if (!values) this.#quantities.set(name, (values = this.#session.quantityOf(this.dataset, name).values));
    const first = this.#firsts[index] ?? 0;
    const known = vertices.flatMap((vertex) => (vertex === null ? [] : [values[first + vertex] ?? 0]));
    const other = ofNew(known);
    return vertices.map((vertex) => (vertex === null ? other : (values[first + vertex] ?? other)));
  }
}

function mostFrequent(values: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best))[0];
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
