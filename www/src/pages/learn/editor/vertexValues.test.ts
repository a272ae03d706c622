import { describe, expect, it, vi } from "vitest";
import type { Graph } from "../../../domain/graph/graph";
import { path } from "../../../testing";
import { VALUE_CHOICES, distancesFrom, valuesByChoice, valuesByFormula } from "./vertexValues";
import type { Ground } from "./vertexValues";

const structure = vi.fn((graph: Graph) => new Float32Array(graph.vertices).fill(2));
const ground = (change: Partial<Ground> = {}): Ground => ({
  topology: { structure },
  graph: { ...path(4), names: ["a", "b", "c", "d"] },
  positions: [0, 0, 0.25, 1, 0.5, 0.5, 1, 0.75],
  selection: 0,
  seed: 0,
  ...change,
});

describe("values by a formula", () => {
  it("use the vertices, their positions and the graph", () => {
    expect(valuesByFormula("i / n", ground())).toEqual([0.25, 0.5, 0.75, 1]);
    expect(valuesByFormula("x", ground())).toEqual([0, 0.25, 0.5, 1]);
    expect(valuesByFormula("y", ground())).toEqual([1, 0, 0.5, 0.25]);
    expect(valuesByFormula("distance^2", ground({ selection: 1 }))).toEqual([1, 0, 1, 4]);
    expect(valuesByFormula("degree + core * 0", ground())).toEqual([2, 2, 2, 2]);
  });

  it("call the engine only for quantities in the formula", () => {
    structure.mockClear();
    valuesByFormula("i", ground());
    expect(structure).not.toHaveBeenCalled();
    valuesByFormula("closeness + closeness", ground());
    expect(structure).toHaveBeenCalledExactlyOnceWith(ground().graph, "closeness");
  });

  it("are the same for the same seed and differ for another", () => {
    const random = (seed: number): number[] => valuesByFormula("random", ground({ seed }));
    expect(random(1)).toEqual(random(1));
    expect(random(1)).not.toEqual(random(2));
    expect(random(1).every((value) => value >= 0 && value < 1)).toBe(true);
  });

  it("that are not finite are rejected with the vertex name", () => {
    expect(() => valuesByFormula("1 / (i - 2)", ground())).toThrow("The value of b is not finite.");
    expect(() => valuesByFormula("sqrt(2 - i)", ground())).toThrow("The value of c is not a number.");
    expect(() => valuesByFormula("1e39", ground())).toThrow("The value of a is not finite.");
    expect(() => valuesByFormula("distance", ground({ selection: null }))).toThrow(/Choose a vertex/);
    expect(() => valuesByFormula("distance", ground({ selection: 4 }))).toThrow(/Choose a vertex/);
    const apart = { vertices: 2, edges: new Uint32Array(), names: ["a", "b"] };
    expect(() => valuesByFormula("distance", ground({ graph: apart }))).toThrow(
      "The value of b is not finite. No path connects it to a.",
    );
  });

  it("use the layout if the graph has no positions", () => {
    const graph = path(4);
    const values = valuesByFormula("x", ground({ graph, positions: undefined }));
    expect(new Set(values).size).toBe(4);
  });
});

it("every choice gives values", () => {
  for (const { id } of VALUE_CHOICES) expect(valuesByChoice(id, ground())).toHaveLength(4);
  expect(valuesByChoice("height", ground())).toEqual([1, 0, 0.5, 0.25]);
});

it("distances are those of shortest paths", () => {
  const graph = { vertices: 6, edges: Uint32Array.of(0, 1, 1, 2, 2, 3, 3, 0, 3, 4, 4, 4) };
  expect([...distancesFrom(graph, 0)]).toEqual([0, 1, 2, 1, 2, Infinity]);
});
