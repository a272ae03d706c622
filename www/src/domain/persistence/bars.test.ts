import { describe, expect, it } from "vitest";
import { arrivalOrder, componentOf, cycleOf, elderRule, walkOf } from "../../../tests/oracle";
import { path, randomGraph } from "../../testing";
import { barsFromRows, isZeroLength, NO_VERTEX } from "./bars";
import { loopsAt, positionAt } from "./filtration";
import type { Bar, Direction, Graph } from "../graph/graph";

const FIG2 = path(5);
const FIG2_FILTER = Float32Array.of(0.25, 0.75, 0.5, 1, 0.25);
const BOTH: readonly Direction[] = ["sub", "super"];

function find(bars: readonly Bar[], id: string): Bar {
  return bars.find((bar) => bar.id === id)!;
}

describe("bars from engine rows", () => {
  it("have kind, direction, endpoints and multiplicity", () => {
    const rows = Uint32Array.of(0, 0, 2, 1, 1, 2, 1, 3, NO_VERTEX, 12);
    const [merge, loop] = barsFromRows(rows, FIG2_FILTER);
    expect(merge).toEqual({
      id: "h0:sub:2",
      kind: "h0",
      direction: "sub",
      birth: 0.5,
      death: 0.75,
      birthVertex: 2,
      deathVertex: 1,
      multiplicity: 1,
    });
    expect(loop).toMatchObject({ kind: "h1Essential", direction: "super", death: null, multiplicity: 12 });
  });

  it.each([
    ["half a row", [0, 0, 1]],
    ["an unknown kind", [3, 0, 1, 2, 1]],
    ["an unknown direction", [0, 2, 1, 2, 1]],
    ["a birth vertex that does not exist", [0, 0, 5, 2, 1]],
    ["a death vertex that does not exist", [0, 0, 1, 5, 1]],
  ])("throws for %s", (_, row) => {
    expect(() => barsFromRows(Uint32Array.from(row), FIG2_FILTER)).toThrow(RangeError);
  });
});

describe("the walk through a filtration", () => {
  const bars = elderRule(FIG2, FIG2_FILTER);

  it("stops at the distinct values in the order of arrival", () => {
    expect([...walkOf(FIG2, FIG2_FILTER, bars, "sub").values]).toEqual([0.25, 0.5, 0.75, 1]);
    expect([...walkOf(FIG2, FIG2_FILTER, bars, "super").values]).toEqual([1, 0.75, 0.5, 0.25]);
  });

  it("counts components, loops, vertices and edges", () => {
    const walk = walkOf(FIG2, FIG2_FILTER, bars, "sub");
    expect([...walk.vertices]).toEqual([2, 3, 4, 5]);
    expect([...walk.edges]).toEqual([0, 0, 2, 4]);
    expect([...walk.components]).toEqual([2, 3, 2, 1]);
    expect(loopsAt(walk, 3)).toBe(0);
  });

  it("lists births, merges and loops at their values", () => {
    const walk = walkOf(FIG2, FIG2_FILTER, bars, "sub");
    expect(walk.events.map(({ births, merges }) => [births.length, merges.length])).toEqual([
      [2, 0],
      [1, 0],
      [0, 1],
      [0, 1],
    ]);
  });

  it("finds the position of a threshold between values, before the first and at the end", () => {
    const sub = walkOf(FIG2, FIG2_FILTER, bars, "sub");
    expect([0.1, 0.25, 0.6, 1, null].map((t) => positionAt(sub, t))).toEqual([-1, 0, 1, 3, 3]);
    const over = walkOf(FIG2, FIG2_FILTER, bars, "super");
    expect([1.1, 0.9, 0.25, null].map((t) => positionAt(over, t))).toEqual([-1, 0, 3, 3]);
  });

  it("has the Betti numbers of the bars alive at each value", () => {
    for (let seed = 0; seed < 30; seed++) {
      const { graph, filter } = randomGraph(seed);
      const all = elderRule(graph, filter);
      for (const direction of BOTH) {
        const walk = walkOf(graph, filter, all, direction);
        walk.values.forEach((t, i) => {
          const born = (value: number): boolean => (direction === "sub" ? value <= t : value >= t);
          const alive = all.filter(
            (b) => b.direction === direction && born(b.birth) && !(b.death !== null && born(b.death)),
          );
          expect(walk.components[i]).toBe(alive.filter((b) => b.kind !== "h1Essential").length);
          const loops = alive
            .filter((b) => b.kind === "h1Essential")
            .reduce((sum, b) => sum + b.multiplicity, 0);
          expect(loopsAt(walk, i)).toBe(loops);
        });
      }
    }
  });

  it("handles an empty graph", () => {
    const walk = walkOf({ vertices: 0, edges: new Uint32Array() }, new Float32Array(), [], "sub");
    expect(walk.values.length).toBe(0);
    expect(positionAt(walk, null)).toBe(-1);
  });
});

describe("ties", () => {
  it("go to the smaller vertex, and the superlevel order is the exact reverse", () => {
    const filter = Float32Array.of(0.5, 0.5, 0.25, 0.5);
    expect([...arrivalOrder(filter, "sub")]).toEqual([2, 0, 1, 3]);
    expect([...arrivalOrder(filter, "super")]).toEqual([3, 1, 0, 2]);
  });
});

describe("the subgraph of a bar", () => {
  const bars = elderRule(FIG2, FIG2_FILTER);

  it("is the component just before it ends", () => {
    expect([...componentOf(FIG2, FIG2_FILTER, find(bars, "h0:sub:2"), null)]).toEqual([2]);
    expect([...componentOf(FIG2, FIG2_FILTER, find(bars, "h0:sub:4"), null)]).toEqual([4]);
  });

  it("is, for an essential component, its component at the threshold", () => {
    const eldest = find(bars, "h0Essential:sub:0");
    expect([...componentOf(FIG2, FIG2_FILTER, eldest, 0.75)].sort()).toEqual([0, 1, 2]);
    expect(componentOf(FIG2, FIG2_FILTER, eldest, null).length).toBe(5);
    expect(componentOf(FIG2, FIG2_FILTER, eldest, 0.1).length).toBe(0);
  });

  it("is, for a loop, a shortest cycle among the vertices that have arrived", () => {
    // A square 0 1 2 3 with the chord 0–2, which comes last.
    const graph: Graph = { vertices: 5, edges: Uint32Array.of(0, 1, 1, 2, 2, 3, 3, 4, 4, 0, 0, 2) };
    const filter = Float32Array.of(0, 0.1, 0.2, 0.3, 0.4);
    const all = elderRule(graph, filter);
    expect(cycleOf(graph, filter, find(all, "h1Essential:sub:2")).sort()).toEqual([0, 1, 2]);
    expect(cycleOf(graph, filter, find(all, "h1Essential:sub:4")).sort()).toEqual([0, 2, 3, 4]);
  });

  it("is, for every loop of a random graph, a closed walk without repeats that has arrived", () => {
    for (let seed = 0; seed < 30; seed++) {
      const { graph, filter } = randomGraph(seed);
      const edges = new Set<string>();
      for (let e = 0; e < graph.edges.length; e += 2) {
        edges.add(`${graph.edges[e]} ${graph.edges[e + 1]}`).add(`${graph.edges[e + 1]} ${graph.edges[e]}`);
      }
      for (const bar of elderRule(graph, filter).filter(({ kind }) => kind === "h1Essential")) {
        const cycle = cycleOf(graph, filter, bar);
        expect(cycle[0]).toBe(bar.birthVertex);
        expect(cycle.length).toBeGreaterThanOrEqual(3);
        expect(new Set(cycle).size).toBe(cycle.length);
        cycle.forEach((v, i) => {
          expect(edges.has(`${v} ${cycle[(i + 1) % cycle.length]}`)).toBe(true);
          expect(bar.direction === "sub" ? filter[v]! <= bar.birth : filter[v]! >= bar.birth).toBe(true);
        });
      }
    }
  });
});

it("zero length depends on values", () => {
  const filter = Float32Array.of(0.5, 0.5, 0.5);
  const merge = elderRule({ vertices: 3, edges: Uint32Array.of(0, 2, 1, 2) }, filter).find(
    ({ kind }) => kind === "h0",
  );
  expect(merge && isZeroLength(merge)).toBe(true);
});
