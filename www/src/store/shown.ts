// The contents of the plots, derived from the ids in the state.

import { exampleNamed, FIRST_EXAMPLE } from "../domain/graph/subject";
import { domainOf, placesWithEdges } from "../domain/graph/subdivision";
import { simpleGraph } from "../domain/graph/edit";
import { withEnds } from "../domain/persistence/bars";
import { lettersFor } from "../domain/graph/graph";
import type { Bar, Filtration, Graph } from "../domain/graph/graph";
import { heightAngle, STRUCTURE_FILTERS, structureFilter } from "../domain/filters";
import type { Topology } from "../engine/topology";
import { isAskedAbout, rangeOfLog } from "./selectors";
import type { GrowingPoints } from "../domain/persistence/filtration";
import type { OwnGraph, Subject } from "../domain/graph/subject";
import type { OtherGraphResult, State } from "./state";

export interface Shown {
  readonly subject: Subject;
  readonly graph: Graph;
  /** null: the model has no filter. */
  readonly filtration: Filtration | null;
  /** The filter without the values set by hand; null: the model has no filter. */
  readonly unedited: Float32Array | null;
  /** The direction whose height is the filter without values set by hand, in degrees; null: another filter. */
  readonly angle: number | null;
  /** The drawn bars; empty if the model has no filter. */
  readonly bars: readonly Bar[];
  /** Whether essential bars are drawn with the deaths of extended persistence. */
  readonly extended: boolean;
  /** Scores of the classes; null without a model. */
  readonly logits: Float64Array | null;
  /** x, y of each vertex, if they are part of the example. */
  readonly positions: Float32Array | undefined;
  /** The range of f of all graphs and epochs; null: [0, 1] for a graph of the data set. */
  readonly range: readonly [number, number] | null;
  /** The growing complex, if the subject is points or has an edge filter. */
  readonly growing: GrowingPoints | null;
}

/** Drawable graphs by their edge array, which only edits of edges replace. */
const drawable = new WeakMap<readonly number[], { own: OwnGraph; graph: Graph }>();

/**
 * The graph in the format of the plots. It is the same object while vertices, edges and names are unchanged, so that its layout is reused,
 * and so is the graph in the topology module, which identifies it by the array of its edges.
 */
function graphOf(own: OwnGraph): Graph {
  const known = drawable.get(own.edges);
  if (known?.own.vertices === own.vertices && known.own.names === own.names) return known.graph;
  const { vertices, names = lettersFor(vertices) } = own;
  const graph = { vertices, edges: Uint32Array.from(own.edges), names };
  drawable.set(own.edges, { own, graph });
  return graph;
}

type Pairing = Pick<Topology, "filtration" | "structure" | "extended" | "points" | "edges" | "heights">;
/** The contents before the choice of bars. */
type Unchosen = Omit<Shown, "bars" | "extended"> & { readonly read: readonly Bar[] | null };

/** A selector for `Store.slice`: returns the same object while the contents are unchanged. */
export function shownSelector(topology: Pairing): (state: State) => Shown {
  let last: { key: readonly unknown[]; shown: Shown } | null = null;
  return ({ displayed, inspection, asked, run, document, view: { extended } }) => {
    const own = document.subject === displayed ? document : { filter: null, values: null };
    const answer = isAskedAbout(document) && asked?.run === run?.id ? asked : null;
    const key =
      displayed.type === "graph"
        ? [inspection, extended, run?.summary.logged?.ranges]
        : [displayed, own.filter, own.values, answer, extended];
    if (last && last.key.every((part, i) => part === key[i]) && last.key.length === key.length) {
      return last.shown;
    }
    const unchosen =
      displayed.type === "graph" && inspection
        ? {
            subject: { type: "graph", index: inspection.index } as const,
            graph: inspection.graph,
            filtration: inspection.filtration,
            unedited: inspection.filtration?.filter ?? null,
            angle: null,
            read: inspection.extended,
            logits: inspection.logits,
            range: run && rangeOfLog(run, inspection.filter),
            positions: undefined,
            growing: inspection.filtration && topology.edges(inspection.graph, inspection.filtration),
          }
        : (shownAsAsked(topology, displayed, answer) ??
          shownAlone(topology, displayed, own.filter, own.values));
    const shown = chosen(topology, unchosen, extended);
    last = { key, shown };
    return shown;
  };
}

/** Adds the chosen bars: without a choice, those that the model reads. */
function chosen(topology: Pairing, { read, ...shown }: Unchosen, asked: boolean | null): Shown {
  const { graph, filtration } = shown;
  // Extended persistence is that of the filter of a graph.
  const extended = !shown.growing && (asked ?? read !== null);
  if (!filtration) return { ...shown, bars: [], extended };
  const bars = barsInView(topology, graph, filtration, extended, read);
  if (filtration.edgeFilter) return { ...shown, filtration: { ...filtration, bars }, bars, extended };
  return { ...shown, bars, extended };
}

/** The drawn bars, with the deaths of extended persistence on request; `read`: as in the model. */
export function barsInView(
  topology: Pick<Topology, "extended" | "edges">,
  graph: Graph,
  filtration: Filtration,
  extended: boolean,
  read: readonly Bar[] | null,
): readonly Bar[] {
  const growing = topology.edges(graph, filtration);
  if (growing) return growing.bars;
  const { filter, bars } = filtration;
  return extended ? withEnds(bars, read ?? topology.extended(graph, filter)) : bars;
}

/** An example or the user's graph with the learned filter; null: no answer from the run yet. */
function shownAsAsked(topology: Pairing, subject: Subject, asked: OtherGraphResult | null): Unchosen | null {
  if (asked?.problem !== null) return null;
  const { graph: whole, positions: places } = partsOf(subject);
  const { filtration, extended: read, logits } = asked;
  const unedited = filtration?.filter ?? null;
  const graph = filtration ? domainInModel(whole, filtration) : whole;
  const positions = places && placesWithEdges(graph, places);
  const shown = { subject, graph, unedited, angle: null, range: null, positions };
  if (asked.subject === subject) {
    const growing = filtration && topology.edges(graph, filtration);
    return { ...shown, filtration, read, logits, growing };
  }
  // Until the answer to an edit arrives, the vertices keep their values.
  if (unedited?.length !== graph.vertices || filtration?.edgeFilter) return null;
  return {
    ...shown,
    filtration: topology.filtration(graph, unedited),
    read: null,
    logits: null,
    growing: null,
  };
}

/** The graph whose vertices or edges have these values of a model. */
function domainInModel(graph: Graph, { filter, edgeFilter }: Filtration): Graph {
  if (!edgeFilter && filter.length === graph.vertices) return graph;
  const simple = simpleGraph(graph);
  return edgeFilter ? simple : domainOf(simple, filter);
}

/** An example, the user's graph or points: this needs no engine. */
function shownAlone(
  topology: Pairing,
  subject: Subject,
  filter: string | null,
  edited: readonly number[] | null,
): Unchosen {
  if (subject.type === "points") return shownPoints(topology, subject);
  const { graph, filters, positions } = partsOf(subject);
  const angle = positions ? heightAngle(filter) : null;
  const unedited =
    positions && angle !== null
      ? topology.heights(positions, angle)
      : valuesOf(topology, graph, filters, filter);
  const values = edited?.length === graph.vertices ? Float32Array.from(edited) : unedited;
  const filtration = topology.filtration(graph, values);
  const shown = { subject, graph, filtration, unedited, angle, read: null, logits: null, positions };
  return { ...shown, range: null, growing: null };
}

/** Points are the vertices of the graph of their complex. All of them enter at 0. */
function shownPoints(topology: Pick<Topology, "points">, subject: Subject & { type: "points" }): Unchosen {
  const { coordinates, weighted } = subject.cloud;
  const growing = topology.points(subject.cloud);
  const vertices = coordinates.length / 2;
  const filter = new Float32Array(vertices);
  return {
    subject,
    graph: { vertices, edges: growing.edges, names: weighted?.names ?? lettersFor(vertices) },
    filtration: { filter, bars: growing.bars },
    unedited: filter,
    angle: null,
    read: null,
    logits: null,
    range: null,
    positions: Float32Array.from(coordinates),
    growing,
  };
}

interface Parts {
  readonly graph: Graph;
  readonly filters: readonly { readonly name: string; readonly values: ArrayLike<number> }[];
  readonly positions: Float32Array | undefined;
}

/** The parts of an example or the user's graph. */
export function partsOf(subject: Subject): Parts {
  if (subject.type === "own") {
    const { places, filters } = subject.graph;
    return {
      graph: graphOf(subject.graph),
      filters,
      positions: places && Float32Array.from(places),
    };
  }
  const example = subject.type === "example" ? (exampleNamed(subject.id) ?? FIRST_EXAMPLE) : FIRST_EXAMPLE;
  return {
    graph: example.graph,
    filters: [{ name: "values", values: example.filter }],
    positions: example.positions,
  };
}

/** The available filters of an example or the user's graph, its own first. */
export function filtersOf(subject: Subject): readonly string[] {
  return [...partsOf(subject).filters.map(({ name }) => name), ...STRUCTURE_FILTERS.map(({ id }) => id)];
}

function valuesOf(
  topology: Pick<Topology, "structure">,
  graph: Graph,
  filters: Parts["filters"],
  wanted: string | null,
): Float32Array {
  const structure = structureFilter(wanted);
  const given = filters.find(({ name }) => name === wanted) ?? filters[0];
  if (structure || !given) return topology.structure(graph, structure ?? "degree");
  return Float32Array.from(given.values);
}
