import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addEdge,
  addVertex,
  canJoin,
  edgesOf,
  freshName,
  freshValue,
  moveVertex,
  removeEdge,
  removeVertex,
  rename,
} from "./edit";
import type { Editable } from "./edit";

const value = fc.float({ noNaN: true, noDefaultInfinity: true });
const share = fc.float({ min: 0, max: 1, noNaN: true });

/** Graphs as files can contain them, with self-loops and repeated edges. */
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

describe("edits", () => {
  it("keep a graph valid in any sequence", () => {
    fc.assert(
      fc.property(editables, fc.array(edits, { maxLength: 30 }), (start, all) => {
        expectValid(all.reduce((before, edit) => edit(before), start));
      }),
      { numRuns: 1000 },
    );
  });

  it("that add and then remove something change nothing", () => {
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

  it("that remove a vertex leave the others unchanged", () => {
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

  it("keep names unique and reject loops and repeated edges", () => {
    const start: Editable = {
      graph: {
        title: "mine",
        vertices: 3,
        edges: [0, 1, 1, 2],
        filters: [],
        names: ["a", "b", "c"],
        places: [0, 0, 0, 0, 0, 0],
      },
      values: null,
    };
    expect(rename(start, 1, "a")).toBe(start);
    expect(rename(start, 1, " ")).toBe(start);
    expect(rename(start, 1, "hub").graph.names).toEqual(["a", "hub", "c"]);
    expect(addEdge(start, 1, 1)).toBe(start);
    expect(addEdge(start, 1, 0)).toBe(start);
    expect(addEdge(start, 0, 2).graph.edges).toEqual([0, 1, 1, 2, 0, 2]);
  });
});

/** The properties of each vertex, by name. */
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

it("a new vertex has a unique name and value", () => {
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
