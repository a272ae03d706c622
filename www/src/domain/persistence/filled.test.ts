import { beforeAll, describe, expect, it } from "vitest";
import { builtTopology, isBuilt } from "../../../tests/topology";
import type { Topology } from "../../engine/topology";
import { path, randomGraph } from "../../testing";
import { exampleNamed } from "../graph/subject";
import { filledLoops, loopCounts, MAX_FILLED, trianglesOf } from "./filled";

const { graph: WHEEL, filter: VALUES } = exampleNamed("wheel")!;

describe("triangles", () => {
  it("of the wheel: four, all filled when the hub arrives", () => {
    expect(trianglesOf(WHEEL, VALUES, "sub")).toEqual([
      { vertices: [0, 1, 4], value: 5 },
      { vertices: [0, 3, 4], value: 5 },
      { vertices: [1, 2, 4], value: 5 },
      { vertices: [2, 3, 4], value: 5 },
    ]);
    expect(trianglesOf(WHEEL, VALUES, "super").map(({ value }) => value)).toEqual([1, 1, 2, 3]);
  });

  it("of a path: none, and none in graphs with too many vertices", () => {
    expect(trianglesOf(path(5), new Float32Array(5), "sub")).toEqual([]);
    const large = { vertices: MAX_FILLED + 1, edges: Uint32Array.of(0, 1, 1, 2, 0, 2) };
    expect(trianglesOf(large, new Float32Array(MAX_FILLED + 1), "sub")).toEqual([]);
  });
});

describe.skipIf(!isBuilt)("loops with filled triangles", () => {
  let topology: Topology;
  beforeAll(async () => {
    topology = await builtTopology();
  });

  it("of the wheel: none at 5, after the bar (4, 5)", () => {
    const loops = filledLoops(topology.filled(WHEEL, VALUES).sublevel);
    expect(loops).toEqual([{ birth: 4, death: 5 }]);
    const { bars } = topology.filtration(WHEEL, VALUES);
    const at = (t: number | null) => loopCounts(bars, loops, "sub", t);
    expect(at(3)).toEqual({ open: 0, filled: 0 });
    expect(at(4)).toEqual({ open: 1, filled: 1 });
    expect(at(5)).toEqual({ open: 4, filled: 0 });
    expect(at(null)).toEqual({ open: 4, filled: 0 });
  });

  it("are at most as many as without filling, and equal without triangles", () => {
    for (let seed = 0; seed < 200; seed++) {
      const { graph, filter } = randomGraph(seed);
      const { bars } = topology.filtration(graph, filter);
      const barcodes = topology.filled(graph, filter);
      for (const [direction, towards] of [
        ["sub", "sublevel"],
        ["super", "superlevel"],
      ] as const) {
        const triangles = trianglesOf(graph, filter, direction);
        for (const t of [null, ...filter]) {
          const { open, filled } = loopCounts(bars, filledLoops(barcodes[towards]), direction, t);
          expect(filled).toBeLessThanOrEqual(open);
          if (triangles.length === 0) expect(filled).toBe(open);
        }
      }
    }
  });
});
