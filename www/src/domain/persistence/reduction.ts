// The reduction of the boundary matrix, step by step: the trace of the topology module lists the steps; this
// module computes the matrix between them and the sentences.

import type { Trace, TraceState, TraceStep } from "../../protocol";
import { vertexName } from "../graph/graph";
import type { Graph } from "../graph/graph";
import { plural } from "../text/format";

/** The maximal number of vertices and edges of a graph with a visible reduction. */
export const MAX_SIMPLICES = 40;

export function simplicesOf({ vertices, edges }: Graph): number {
  return vertices + edges.length / 2;
}

/** The matrix after a step. */
export function stepForward({ columns, owner }: TraceState, step: TraceStep): TraceState {
  switch (step.kind) {
    case "claim":
    case "displace":
      return { columns, owner: owner.with(step.pivot, step.column) };
    case "add":
      return { columns: columns.with(step.column, step.after), owner };
    case "zero":
      return { columns, owner };
  }
}

/** The matrix after this number of steps. */
export function stateAfter({ start, steps }: Trace, count: number): TraceState {
  return steps.slice(0, count).reduce(stepForward, start);
}

/** Indices of the steps, by round. */
export function roundsOf({ steps }: Trace): readonly (readonly number[])[] {
  const rounds: number[][] = [];
  steps.forEach(({ round }, place) => (rounds[round] ??= []).push(place));
  return rounds;
}

/** Vertices that begin and end a component, and edges that close a loop. */
export interface Pairs {
  readonly finite: readonly { readonly birthVertex: number; readonly deathVertex: number }[];
  readonly endless: readonly number[];
  /** The vertex at which the edge of each zero column enters. */
  readonly loops: readonly number[];
}

/** The pairs of a reduced matrix. A vertex that its own edges join to another creates no bar. */
export function pairsOf({ simplices }: Trace, { columns, owner }: TraceState): Pairs {
  const finite: { birthVertex: number; deathVertex: number }[] = [];
  const endless: number[] = [];
  const loops: number[] = [];
  simplices.forEach(({ vertices, edge }, place) => {
    const youngest = vertices.at(-1)!;
    const column = owner[place] ?? null;
    if (edge !== null) {
      if (columns[place] === null) loops.push(youngest);
    } else if (column === null) endless.push(youngest);
    else {
      const deathVertex = simplices[column]!.vertices.at(-1)!;
      if (deathVertex !== youngest) finite.push({ birthVertex: youngest, deathVertex });
    }
  });
  return { finite, endless, loops };
}

/**
 * The elder vertex in the column of each pivot: the pointers of union-find. A row that no column owns is the
 * oldest vertex of its component and has no pointer.
 */
export function parentsOf({ columns, owner }: TraceState): readonly (number | null)[] {
  return owner.map((column) => (column === null ? null : (columns[column]?.[0] ?? null)));
}

/** Names of vertices and edges, by their index in the order of entry. */
export function simplexNames({ simplices }: Trace, graph: Graph): readonly string[] {
  const short = graph.names?.every((name) => name.length === 1) ?? false;
  const names = simplices.map(({ vertices }) =>
    vertices.map((vertex) => vertexName(graph, vertex)).join(short ? "" : "–"),
  );
  const seen = new Map<string, number>();
  // Parallel edges: ab, ab′, ab″ …
  return names.map((name, place) => {
    if (simplices[place]!.edge === null) return name;
    const before = seen.get(name) ?? 0;
    seen.set(name, before + 1);
    return name + "′".repeat(before);
  });
}

/** A step, as a sentence about the matrix. */
export function describeStep(step: TraceStep, names: readonly string[]): string {
  const column = names[step.column]!;
  switch (step.kind) {
    case "claim":
      return `Column ${column} has its lowest 1 in row ${names[step.pivot]!}, which is no pivot yet: it becomes the pivot.`;
    case "displace":
      return `Column ${column} takes row ${names[step.pivot]!} from column ${names[step.owner]!}, which continues as their sum.`;
    case "add": {
      const sum = `Column ${column} becomes ${column} + ${names[step.source]!}`;
      const left = step.after === null ? "; the column is now zero" : "";
      return `${sum}, because both have their lowest 1 in row ${names[step.before[1]]!}${left}.`;
    }
    case "zero":
      return `Column ${column} is zero: with edge ${column}, a loop is born.`;
  }
}

/** The steps of one round of the parallel algorithm. */
export function describeRound(steps: readonly TraceStep[], round: number): string {
  const lanes = new Set(steps.map(({ column }) => column)).size;
  return `Round ${round}: ${plural(lanes, "lane", "lanes")} in parallel.`;
}

/** The same step in union-find, which processes one column after the other. */
export function describeJoin(step: TraceStep, names: readonly string[], state: TraceState): string {
  const column = names[step.column]!;
  switch (step.kind) {
    case "claim":
    case "displace": {
      const elder = names[parentsOf(state)[step.pivot]!]!;
      return `${names[step.pivot]!} now points to ${elder}: two components merge, and the component of ${names[step.pivot]!} ends.`;
    }
    case "add": {
      const [, young] = step.before;
      return `${names[young]!} already points to ${names[parentsOf(state)[young]!]!}, so ${column} follows this pointer.`;
    }
    case "zero":
      return `Both endpoints of ${column} lead to the same vertex: no components merge.`;
  }
}
