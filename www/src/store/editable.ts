import { originalOf, vertexName, rounded } from "../domain/graph/graph";
import { exampleNamed } from "../domain/graph/subject";
import type { Editable, NamedGraph } from "../domain/graph/edit";
import type { OwnGraph, Subject } from "../domain/graph/subject";
import { settledPlaces } from "../layout/settled";
import type { Shown } from "./shown";

/** The graph in view as an editable graph: a copy if it is an example or a graph of the named data set. */
export function editable(
  {
    subject,
    graph: shown,
    filtration,
    positions,
  }: Pick<Shown, "subject" | "graph" | "filtration" | "positions">,
  values: readonly number[] | null,
  dataset: string | null = null,
): Editable {
  // A copy has no vertices on its edges.
  const graph = originalOf(shown);
  const { vertices } = graph;
  const own = values?.length === vertices ? values : null;
  const parts = {
    vertices,
    edges: [...graph.edges],
    names: Array.from({ length: vertices }, (_, vertex) => vertexName(graph, vertex)),
    places: positions ? Array.from(positions.subarray(0, 2 * vertices), rounded) : settledPlaces(graph),
  };
  switch (subject.type) {
    case "own":
      return { graph: { ...parts, ...subject.graph, ...complete(subject.graph, parts) }, values: own };
    case "example": {
      const example = exampleNamed(subject.id);
      const title = editedTitle(subject);
      const filters = example ? [{ name: "values", values: [...example.filter] }] : [];
      return { graph: { title, ...parts, filters }, values: own };
    }
    case "graph": {
      const filters = filtration
        ? [{ name: "values", values: [...filtration.filter.subarray(0, vertices)] }]
        : [];
      const all = Array.from({ length: vertices }, (_, vertex) => vertex);
      const origin = dataset === null ? {} : { origin: { dataset, index: subject.index, vertices: all } };
      return { graph: { title: editedTitle(subject), ...parts, filters, ...origin }, values: null };
    }
    case "points":
      return { graph: { title: editedTitle(subject), ...parts, filters: [] }, values: null };
  }
}

function complete(
  { names, places }: OwnGraph,
  parts: Pick<NamedGraph, "names" | "places">,
): Pick<NamedGraph, "names" | "places"> {
  return { names: names ?? parts.names, places: places ?? parts.places };
}

/** The title of an edited graph: an own graph keeps its title. */
function editedTitle(subject: Subject): string {
  switch (subject.type) {
    case "own":
      return subject.graph.title;
    case "example":
      return copyOf(exampleNamed(subject.id)?.title ?? subject.id);
    case "graph":
      return copyOf(`Graph ${subject.index + 1}`);
    case "points":
      return subject.cloud.title;
  }
}

function copyOf(title: string): string {
  return `Copy of ${title.charAt(0).toLowerCase()}${title.slice(1)}`;
}
