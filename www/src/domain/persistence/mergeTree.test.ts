import { describe, expect, it } from "vitest";
import { oracle } from "../../../tests/oracle";
import { builtTopology, isBuilt } from "../../../tests/topology";
import { DIRECTIONS, isLoop } from "../graph/graph";
import type { Direction, Graph } from "../graph/graph";
import { FIRST_SAMPLE, sampled } from "../points/presets";
import { randomGraph } from "../../testing";
import { isZeroLength } from "./bars";
import { hasArrived } from "./filtration";
import { branchesAt, mergeTree, nodesOf, survivorsAmong } from "./mergeTree";
import type { Branch } from "./mergeTree";

/** The components of the vertices that have arrived, by search: the component of each vertex, −1 before its arrival. */
function componentsBy({ vertices, edges }: Graph, has: (vertex: number) => boolean): readonly number[] {
  const component = Array.from({ length: vertices }, (_, v) => (has(v) ? v : -1));
  for (let changed = true; changed;) {
    changed = false;
    for (let e = 0; e < edges.length; e += 2) {
      const [a, b] = [edges[e]!, edges[e + 1]!];
      if (component[a]! < 0 || component[b]! < 0 || component[a] === component[b]) continue;
      const least = Math.min(component[a]!, component[b]!);
      component[a] = component[b] = least;
      changed = true;
    }
  }
  return component;
}

function treeOf(graph: Graph, filter: Float32Array, direction: Direction): readonly Branch[] {
  const order = [...oracle.walk(graph, oracle.filtration(graph, filter), direction).order];
  const bars = oracle
    .filtration(graph, filter)
    .bars.filter((bar) => bar.direction === direction && bar.kind !== "h1Essential" && !isZeroLength(bar));
  return mergeTree(bars, (bar) => {
    const met = oracle.joins(graph, filter, bar);
    return Array.from(met).toSorted((a, b) => order.indexOf(a) - order.indexOf(b))[0]!;
  });
}

describe("the merge tree", () => {
  for (const direction of DIRECTIONS) {
    const sign = direction === "sub" ? 1 : -1;

    it(`has the components of K at every t, and joins them where a search finds that they meet: ${direction}`, () => {
      for (let seed = 0; seed < 300; seed++) {
        const { graph, filter } = randomGraph(seed);
        const tree = treeOf(graph, filter, direction);
        for (const t of new Set(filter)) {
          const after = componentsBy(graph, (v) => hasArrived(filter[v]!, t, direction));
          expect(branchesAt(tree, direction, t)).toBe(new Set(after.filter((c) => c >= 0)).size);
          // A node for each component of K at t that contains several earlier ones.
          const before = componentsBy(graph, (v) => sign * filter[v]! < sign * t);
          const earlier = new Map<number, Set<number>>();
          before.forEach((component, v) => {
            if (component >= 0) earlier.set(after[v]!, (earlier.get(after[v]!) ?? new Set()).add(component));
          });
          const meeting = [...earlier.values()].map(({ size }) => size).filter((size) => size > 1);
          const nodes = nodesOf(tree).filter(({ value }) => value === t);
          expect(nodes.map(({ branches }) => branches).sort()).toEqual(meeting.sort());
          // Two leaves are below one node exactly if they are in one component.
          const rootAt = (place: number): number => {
            const { bar, parent } = tree[place]!;
            return parent !== null && hasArrived(bar.death!, t, direction) ? rootAt(parent) : place;
          };
          const born = tree.flatMap(({ bar }, place) => (hasArrived(bar.birth, t, direction) ? [place] : []));
          for (const a of born)
            for (const b of born)
              expect(rootAt(a) === rootAt(b)).toBe(
                after[tree[a]!.bar.birthVertex] === after[tree[b]!.bar.birthVertex],
              );
        }
      }
    });

    it(`has one row for each branch, and no line of a node crosses a branch: ${direction}`, () => {
      for (let seed = 0; seed < 300; seed++) {
        const { graph, filter } = randomGraph(seed);
        const tree = treeOf(graph, filter, direction);
        expect(tree.map(({ row }) => row).toSorted((a, b) => a - b)).toEqual([...tree.keys()]);
        for (const { bar, parent, row } of tree) {
          if (parent === null) continue;
          const [low, high] = [row, tree[parent]!.row].toSorted((a, b) => a - b);
          for (const other of tree) {
            if (other.row <= low! || other.row >= high!) continue;
            // It has ended, or ends in this node.
            expect(other.bar.death !== null && sign * other.bar.death <= sign * bar.death!).toBe(true);
          }
        }
      }
    });
  }

  it("is empty without vertices", () => {
    expect(mergeTree([], () => 0)).toEqual([]);
    expect(nodesOf([])).toEqual([]);
  });

  it.skipIf(!isBuilt)("of points joins the components that the edges join, also at ties", async () => {
    const topology = await builtTopology();
    // A grid has ties of many edges, and equal points enter together.
    const grid = Array.from({ length: 16 }, (_, i) => [i % 4, i >> 2]).flat();
    const clouds = [
      { title: "", coordinates: grid, complex: "alpha" as const },
      { title: "", coordinates: [...grid, ...grid.slice(0, 6), 9, 9], complex: "rips" as const },
      ...[1, 2, 3].map((seed) => ({
        ...sampled({ ...FIRST_SAMPLE, preset: "random", size: 25, seed }),
        complex: "alpha" as const,
      })),
    ];
    for (const cloud of clouds) {
      const growing = topology.points(cloud);
      const { edges, edgeValues } = growing;
      const tree = mergeTree(
        growing.bars.filter(({ kind }) => !isLoop(kind)),
        survivorsAmong(growing),
      );
      const at = (has: (value: number) => boolean): readonly number[] =>
        componentsBy(
          { vertices: cloud.coordinates.length / 2, edges: edges.filter((_, i) => has(edgeValues[i >> 1]!)) },
          () => true,
        );
      for (const t of new Set(edgeValues)) {
        const after = at((value) => value <= t);
        expect(branchesAt(tree, "sub", t)).toBe(new Set(after).size);
        const earlier = new Map<number, Set<number>>();
        at((value) => value < t).forEach((component, v) =>
          earlier.set(after[v]!, (earlier.get(after[v]!) ?? new Set()).add(component)),
        );
        // Equal points are one component from the beginning.
        const meeting = [...earlier.values()].map(({ size }) => size).filter((size) => t > 0 && size > 1);
        const nodes = nodesOf(tree).filter(({ value }) => value === t);
        expect(nodes.map(({ branches }) => branches).sort()).toEqual(meeting.sort());
      }
    }
  });
});
