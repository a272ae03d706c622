import { describe, expect, it } from "vitest";
import { addVertex, removeEdge, removeVertex } from "../domain/graph/edit";
import { EXAMPLES } from "../domain/graph/subject";
import type { OwnGraph } from "../domain/graph/subject";
import { editable } from "./editable";

const path: OwnGraph = {
  title: "mine",
  vertices: 3,
  edges: [0, 1, 1, 2],
  filters: [{ name: "values", values: [1, 3, 2] }],
};

function shownOf(graph: OwnGraph) {
  return {
    subject: { type: "own", graph } as const,
    graph: { vertices: graph.vertices, edges: Uint32Array.from(graph.edges), names: ["a", "b", "c"] },
    filtration: null,
    positions: undefined,
  };
}

describe("an editable graph", () => {
  it("of the user keeps the names and places in view", () => {
    const { graph, values } = editable(shownOf(path), [1, 2, 3]);
    expect(graph).toMatchObject({ ...path, names: ["a", "b", "c"] });
    expect(graph.places).toHaveLength(6);
    expect(values).toEqual([1, 2, 3]);
    expect(editable(shownOf(path), [1, 2]).values).toBeNull();
    const named = { ...path, names: ["x", "y", "z"], places: [0, 0, 0.5, 0.5, 1, 1] };
    expect(editable(shownOf(named), null).graph).toEqual(named);
  });

  it("from a data set keeps the origin of its vertices through edits", () => {
    const subject = { type: "graph", index: 6 } as const;
    const graph = { vertices: 3, edges: Uint32Array.of(0, 1, 1, 2) };
    const copy = editable({ subject, graph, filtration: null, positions: undefined }, null, "MUTAG");
    expect(copy.graph.origin).toEqual({ dataset: "MUTAG", index: 6, vertices: [0, 1, 2] });
    const changed = removeEdge(removeVertex(addVertex(copy, 1), 0), 0);
    expect(changed.graph.origin).toEqual({ dataset: "MUTAG", index: 6, vertices: [1, 2, null] });
    // A copy of a copy keeps its origin; a drawn graph has none.
    const again = editable(shownOf(changed.graph), null, "PROTEINS");
    expect(again.graph.origin).toEqual(changed.graph.origin);
    expect(addVertex(editable(shownOf(path), null, "MUTAG"), 1).graph).not.toHaveProperty("origin");
  });

  it("from an example or a data set is a copy with the current values", () => {
    for (const { id, title, graph, filter, positions } of EXAMPLES) {
      const copy = editable({ subject: { type: "example", id }, graph, filtration: null, positions }, null);
      expectComplete(copy);
      expect(copy.graph.title.toLowerCase()).toBe(`copy of ${title.toLowerCase()}`);
      expect(copy.graph.filters).toEqual([{ name: "values", values: [...filter] }]);
    }
    const filtration = { filter: Float32Array.of(0.5, 0.25, 1), bars: [] };
    const subject = { type: "graph", index: 6 } as const;
    const graph = { vertices: 3, edges: Uint32Array.of(0, 1, 1, 2) };
    const copy = editable({ subject, graph, filtration, positions: undefined }, [9, 9, 9]);
    expectComplete(copy);
    expect(copy).toMatchObject({
      graph: {
        title: "Copy of graph 7",
        names: ["v0", "v1", "v2"],
        filters: [{ name: "values", values: [0.5, 0.25, 1] }],
      },
      values: null,
    });
  });
});

function expectComplete({ graph, values }: ReturnType<typeof editable>): void {
  const { vertices, names, places, filters } = graph;
  expect(names).toHaveLength(vertices);
  expect(new Set(names).size).toBe(vertices);
  expect(places).toHaveLength(2 * vertices);
  expect(places.every((place) => place >= 0 && place <= 1)).toBe(true);
  for (const filter of filters) expect(filter.values).toHaveLength(vertices);
  if (values) expect(values).toHaveLength(vertices);
}
