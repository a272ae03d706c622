// The user's graph in a session file: a link has no space for large graphs, or for the origin of a copy.

import type { NamedValues, Origin, OwnGraph } from "../../domain/graph/subject";
import { isCount, isObject, isText } from "./jsonKinds";

export interface SessionGraph {
  readonly graph: OwnGraph;
  /** Values of its vertices that were set by hand; null: none. */
  readonly values: readonly number[] | null;
}

/** Reads a graph from a file; throws if it is invalid. */
export function graphIn(value: unknown): SessionGraph {
  if (!isObject(value) || !isObject(value["graph"])) throw new Error(DAMAGED);
  const { title, vertices, edges, filters, names, places, origin } = value["graph"];
  if (!isText(title) || !isCount(vertices)) throw new Error(DAMAGED);
  const isVertex = (one: unknown): one is number => isCount(one) && one < vertices;
  const isValue = (one: unknown): one is number => typeof one === "number";
  const isPlace = (one: unknown): one is number => isValue(one) && one >= 0 && one <= 1;
  const ends = listOf(edges, isVertex);
  if (ends.length % 2 !== 0) throw new Error(DAMAGED);
  const { values } = value;
  return {
    graph: {
      title,
      vertices,
      edges: ends,
      filters: listOf(filters, isObject).map((one): NamedValues => {
        if (!isText(one["name"])) throw new Error(DAMAGED);
        return { name: one["name"], values: listOf(one["values"], isValue, vertices) };
      }),
      ...(names !== undefined && { names: listOf(names, isText, vertices) }),
      ...(places !== undefined && { places: listOf(places, isPlace, 2 * vertices) }),
      ...(origin !== undefined && { origin: originIn(origin, vertices) }),
    },
    values: values === null ? null : listOf(values, isValue, vertices),
  };
}

function originIn(value: unknown, vertices: number): Origin {
  if (!isObject(value) || !isText(value["dataset"]) || !isCount(value["index"])) {
    throw new Error(DAMAGED);
  }
  const isVertex = (one: unknown): one is number | null => one === null || isCount(one);
  return {
    dataset: value["dataset"],
    index: value["index"],
    vertices: listOf(value["vertices"], isVertex, vertices),
  };
}

const DAMAGED = "Its graph is damaged.";

function listOf<T>(value: unknown, is: (one: unknown) => one is T, length?: number): readonly T[] {
  if (!Array.isArray(value) || !value.every(is) || value.length !== (length ?? value.length)) {
    throw new Error(DAMAGED);
  }
  return value;
}
