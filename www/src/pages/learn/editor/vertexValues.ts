// Values for all vertices at once, by a formula or a choice.

import { MAX_EDITABLE } from "../../../domain/graph/edit";
import { STRUCTURE_FILTERS } from "../../../domain/filters";
import type { StructureFilter } from "../../../domain/filters";
import { parseFormula } from "../../../domain/graph/formula";
import type { Variable } from "../../../domain/graph/formula";
import type { Graph } from "../../../domain/graph/graph";
import { vertexName } from "../../../domain/graph/graph";
import { settledPlaces } from "../../../layout/settled";
import type { Topology } from "../../../engine/topology";
import { adjacencyOf } from "../../../layout/adjacency";
import { seeded } from "../../../domain/random";

/** The inputs of the values. */
export interface Ground {
  readonly topology: Pick<Topology, "structure">;
  readonly graph: Graph;
  /** x and y of each vertex, if the graph has them. */
  readonly positions: ArrayLike<number> | undefined;
  readonly selection: number | null;
  readonly seed: number;
}

/** Choices besides the filters of structure, and their formulas. */
const FORMULAS = [
  { id: "height", label: "height in the drawing", formula: "y" },
  { id: "distance", label: "distance from the chosen vertex", formula: "distance" },
  { id: "random", label: "random", formula: "random" },
] as const;
export const VALUE_CHOICES = [...STRUCTURE_FILTERS, ...FORMULAS];
export type ValueChoice = (typeof VALUE_CHOICES)[number]["id"];

export function valuesByChoice(choice: ValueChoice, ground: Ground): number[] {
  const entry = FORMULAS.find(({ id }) => id === choice);
  if (entry) return valuesByFormula(entry.formula, ground);
  return [...ground.topology.structure(ground.graph, choice as StructureFilter)];
}

/** Throws if the formula is invalid or a value is not finite. */
export function valuesByFormula(text: string, ground: Ground): number[] {
  const { graph, selection } = ground;
  const { variables, value } = parseFormula(text);
  const columns = new Map([...variables].map((name) => [name, columnOf(name, ground)]));
  return Array.from({ length: graph.vertices }, (_, vertex) => {
    const found = Math.fround(value((name) => columns.get(name)![vertex]!));
    if (Number.isFinite(found)) return found;
    const what = Number.isNaN(found) ? "not a number" : "not finite";
    const far = columns.get("distance")?.[vertex] === Infinity;
    const why = far ? ` No path connects it to ${vertexName(graph, selection ?? 0)}.` : "";
    throw new RangeError(`The value of ${vertexName(graph, vertex)} is ${what}.${why}`);
  });
}

/** The values of a variable at each vertex. */
function columnOf(variable: Variable, ground: Ground): ArrayLike<number> {
  const { topology, graph, selection, seed } = ground;
  const all = (value: (vertex: number) => number): number[] =>
    Array.from({ length: graph.vertices }, (_, vertex) => value(vertex));
  switch (variable) {
    case "i":
      return all((vertex) => vertex + 1);
    case "n":
      return all(() => graph.vertices);
    case "degree":
    case "core":
    case "closeness":
      return topology.structure(graph, variable);
    case "x": {
      const places = placesOf(ground);
      return all((vertex) => places[2 * vertex]!);
    }
    // Positions have y pointing down; heights point up.
    case "y": {
      const places = placesOf(ground);
      return all((vertex) => 1 - places[2 * vertex + 1]!);
    }
    case "distance":
      if (selection === null || selection >= graph.vertices) {
        throw new RangeError("Choose a vertex first: distances start from it.");
      }
      return distancesFrom(graph, selection);
    // Three digits are easy to read and type.
    case "random": {
      const next = seeded(seed);
      return all(() => Math.floor(1000 * next()) / 1000);
    }
  }
}

function placesOf({ graph, positions }: Ground): ArrayLike<number> {
  if (positions) return positions;
  if (graph.vertices <= MAX_EDITABLE) return settledPlaces(graph);
  throw new RangeError(`x and y are available only in graphs of up to ${MAX_EDITABLE} vertices.`);
}

/** The number of edges on a shortest path to each vertex; infinite if there is none. */
export function distancesFrom(graph: Graph, vertex: number): Float64Array {
  const { start, neighbour } = adjacencyOf(graph);
  const distances = new Float64Array(graph.vertices).fill(Infinity);
  distances[vertex] = 0;
  const queue = [vertex];
  for (const a of queue) {
    for (let k = start[a]!; k < start[a + 1]!; k++) {
      const b = neighbour[k]!;
      if (distances[b] !== Infinity) continue;
      distances[b] = distances[a]! + 1;
      queue.push(b);
    }
  }
  return distances;
}
