import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { OwnGraph } from "../../store/state";
import {
  addEdge,
  addVertex,
  canJoin,
  editable,
  edgesOf,
  freshName,
  freshValue,
  moveVertex,
  removeEdge,
  removeVertex,
  rename,
} from "./edit";
import type { Editable } from "./edit";
import { EXAMPLES } from "./examples";

const value = fc.float({ noNaN: true, noDefaultInfinity: true });
const share = fc.float({ min: 0, max: 1, noNaN: true });

/** Graphs as files have them, with self-loops and repeated edges. */
const editables: fc.Arbitrary<Editable> = fc.nat({ max: 12 }).chain((vertices) => {
  const each = <T>(one: fc.Arbitrary<T>, of = 1) =>
    fc.array(one, { minLength: of * vertices, maxLength: of * vertices });
  const vertex = fc.nat({ max: Math.max(vertices - 1, 0) });
  return fc.record({
    graph: fc.record({
      title: fc.constant("any"),
      vertices: fc.constant(vertices),
      edges: fc
        .array(fc.tuple(vertex, vertex), { maxLength: vertices === 0 ? 0 : 20 })
        .map((all) => all.flat()),
      filters: fc.array(fc.record({ name: fc.constantFrom("values", "attribute:a"), values: each(value) }), {
        maxLength: 2,
      }),
      names: fc
        .constantFrom("v", "", "name ")
        .map((prefix) =>
          Array.from({ length: vertices }, (_, at) =>
            prefix ? `${prefix}${at}` : String.fromCharCode(97 + at),
          ),
        ),
      places: each(share, 2),
    }),
    values: fc.option(each(value)),
  });
});

type Edit = (before: Editable) => Editable;
const edits: fc.Arbitrary<Edit> = fc.oneof(
  value.map((one) => (before: Editable) => addVertex(before, one)),
  fc
    .nat()
    .map((at) => (before: Editable) => (sized(before) ? removeVertex(before, at % sized(before)) : before)),
  fc.tuple(fc.nat(), fc.nat()).map(([a, b]) => (before: Editable) => {
    const vertices = sized(before);
    return vertices ? addEdge(before, a % vertices, b % vertices) : before;
  }),
  fc.nat().map((at) => (before: Editable) => {
    const edges = before.graph.edges.length / 2;
    return edges ? removeEdge(before, at % edges) : before;
  }),
  fc.tuple(fc.nat(), fc.string({ maxLength: 3 })).map(
    ([at, name]) =>
      (before: Editable) =>
        sized(before) ? rename(before, at % sized(before), name) : before,
  ),
  fc.tuple(fc.nat(), fc.double({ noNaN: true }), share).map(
    ([at, x, y]) =>
      (before: Editable) =>
        sized(before) ? moveVertex(before, at % sized(before), x, y) : before,
  ),
);

function sized({ graph }: Editable): number {
  return graph.vertices;
}

function expectValid({ graph, values }: Editable): void {
  const { vertices, edges, names, places, filters } = graph;
  expect(edges.length % 2).toBe(0);
  expect(edges.every((vertex) => Number.isInteger(vertex) && vertex >= 0 && vertex < vertices)).toBe(true);
  expect(names).toHaveLength(vertices);
  expect(new Set(names).size).toBe(vertices);
  expect(places).toHaveLength(2 * vertices);
  expect(places.every((place) => place >= 0 && place <= 1)).toBe(true);
  for (const filter of filters) expect(filter.values).toHaveLength(vertices);
  if (values) expect(values).toHaveLength(vertices);
}

describe("an edit", () => {
  it("leaves a graph behind that can be, whatever came before", () => {
    fc.assert(
      fc.property(editables, fc.array(edits, { maxLength: 30 }), (start, all) => {
        expectValid(all.reduce((before, edit) => edit(before), start));
      }),
      { numRuns: 1000 },
    );
  });

  it("that adds and one that removes it again change nothing", () => {
    fc.assert(
      fc.property(editables, value, fc.nat(), fc.nat(), (start, one, a, b) => {
        const { vertices, edges } = start.graph;
        expect(removeVertex(addVertex(start, one), vertices)).toEqual(start);
        if (vertices === 0) return;
        const ends = [a % vertices, b % vertices] as const;
        const joined = addEdge(start, ...ends);
        if (canJoin(start.graph, ...ends)) expect(removeEdge(joined, edges.length / 2)).toEqual(start);
        else expect(joined).toBe(start);
      }),
      { numRuns: 1000 },
    );
  });

  it("that removes a vertex leaves the others as they were", () => {
    fc.assert(
      fc.property(editables, fc.nat(), (start, at) => {
        if (start.graph.vertices === 0) return;
        const gone = at % start.graph.vertices;
        const { graph, values } = removeVertex(start, gone);
        const name = start.graph.names[gone];
        const others = facts(start).filter((fact) => fact.name !== name);
        expect(facts({ graph, values })).toEqual(
          others.map((fact) => ({ ...fact, neighbours: fact.neighbours.filter((other) => other !== name) })),
        );
      }),
    );
  });

  it("keeps names apart, and refuses loops and repeated edges", () => {
    const start = editable(shownOf(path), null);
    expect(rename(start, 1, "a")).toBe(start);
    expect(rename(start, 1, " ")).toBe(start);
    expect(rename(start, 1, "hub").graph.names).toEqual(["a", "hub", "c"]);
    expect(addEdge(start, 1, 1)).toBe(start);
    expect(addEdge(start, 1, 0)).toBe(start);
    expect(addEdge(start, 0, 2).graph.edges).toEqual([0, 1, 1, 2, 0, 2]);
  });
});

/** What is true of each vertex, by names. */
function facts({ graph, values }: Editable) {
  return graph.names.map((name, vertex) => ({
    name,
    value: values?.[vertex],
    filters: graph.filters.map((filter) => filter.values[vertex]),
    place: graph.places.slice(2 * vertex, 2 * vertex + 2),
    neighbours: edgesOf(graph).flatMap(([a, b]) =>
      a === vertex ? [graph.names[b]] : b === vertex ? [graph.names[a]] : [],
    ),
  }));
}

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

describe("what is shown", () => {
  it("of one's own is edited itself, with the names and places that it is drawn with", () => {
    const { graph, values } = editable(shownOf(path), [1, 2, 3]);
    expect(graph).toMatchObject({ ...path, names: ["a", "b", "c"] });
    expect(graph.places).toHaveLength(6);
    expect(values).toEqual([1, 2, 3]);
    expect(editable(shownOf(path), [1, 2]).values).toBeNull();
    const named = { ...path, names: ["x", "y", "z"], places: [0, 0, 0.5, 0.5, 1, 1] };
    expect(editable(shownOf(named), null).graph).toEqual(named);
  });

  it("of a data set knows where its vertices come from, whatever is done to it", () => {
    const subject = { type: "graph", index: 6 } as const;
    const graph = { vertices: 3, edges: Uint32Array.of(0, 1, 1, 2) };
    const copy = editable({ subject, graph, filtration: null, positions: undefined }, null, "MUTAG");
    expect(copy.graph.origin).toEqual({ dataset: "MUTAG", index: 6, vertices: [0, 1, 2] });
    const changed = removeEdge(removeVertex(addVertex(copy, 1), 0), 0);
    expect(changed.graph.origin).toEqual({ dataset: "MUTAG", index: 6, vertices: [1, 2, null] });
    // A copy of a copy is the same graph still; one that was drawn comes from nowhere.
    const again = editable(shownOf(changed.graph), null, "PROTEINS");
    expect(again.graph.origin).toEqual(changed.graph.origin);
    expect(addVertex(editable(shownOf(path), null, "MUTAG"), 1).graph).not.toHaveProperty("origin");
  });

  it("of the page is copied, and its graphs of data sets with the values they have now", () => {
    for (const { id, title, graph, filter, positions } of EXAMPLES) {
      const copy = editable({ subject: { type: "example", id }, graph, filtration: null, positions }, null);
      expectValid(copy);
      expect(copy.graph.title.toLowerCase()).toBe(`copy of ${title.toLowerCase()}`);
      expect(copy.graph.filters).toEqual([{ name: "values", values: [...filter] }]);
    }
    const filtration = { filter: Float32Array.of(0.5, 0.25, 1), bars: [] };
    const subject = { type: "graph", index: 6 } as const;
    const graph = { vertices: 3, edges: Uint32Array.of(0, 1, 1, 2) };
    const copy = editable({ subject, graph, filtration, positions: undefined }, [9, 9, 9]);
    expectValid(copy);
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

it("a new vertex has a name and a value of its own", () => {
  expect(freshName([])).toBe("a");
  expect(freshName(["a", "c"])).toBe("b");
  expect(freshName(["v0", "v1"])).toBe("v2");
  expect(freshName(["v0", "v2"])).toBe("v3");
  expect(freshValue([])).toBe(1);
  expect(freshValue([2, 2])).toBe(3);
  expect(freshValue([1, 3, 2, 4, 1.5])).toBe(2.5);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1000, max: 1000 })), (all) => !all.includes(freshValue(all))),
  );
});
