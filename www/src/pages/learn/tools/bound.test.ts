import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { builtTopology, isBuilt } from "../../../../tests/topology";
import type { PointCloud } from "../../../domain/graph/subject";
import { lettersFor } from "../../../domain/graph/graph";
import { matchBars, MEASURES, wholeDistance } from "../../../domain/persistence/stability";
import { path } from "../../../testing";
import type { Topology } from "../../../engine/topology";
import { boundOf, describeBound, movementOf } from "./bound";
import type { Measured } from "./measured";

describe.skipIf(!isBuilt)("the bound of a distance", () => {
  let topology: Topology;
  beforeAll(async () => {
    topology = await builtTopology();
  });
  const measured = (cloud: PointCloud): Measured => {
    const growing = topology.points(cloud);
    const vertices = cloud.coordinates.length / 2;
    return {
      subject: { type: "points", cloud },
      graph: { vertices, edges: growing.edges, names: lettersFor(vertices) },
      growing,
      filtration: { filter: new Float32Array(vertices), bars: growing.bars },
    };
  };

  it("of points holds after any move, after new points and without points", () => {
    // Small whole numbers have ties, collinear, cocircular and equal points.
    const coordinate = fc.oneof(
      fc.integer({ min: 0, max: 3 }),
      fc.double({ min: 0, max: 3, noNaN: true }).map((value) => (value < 1e-20 ? 0 : Math.fround(value))),
    );
    const clouds = fc.array(fc.tuple(coordinate, coordinate), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(clouds, clouds, fc.constantFrom("alpha", "rips"), (a, b, complex) => {
        const of = (places: readonly (readonly [number, number])[]): Measured =>
          measured({ title: "", coordinates: places.flat(), complex });
        const change = { from: of(a), now: of(b) };
        const matchings = matchBars(change.from.filtration.bars, change.now.filtration.bars, "sub", (f, g) =>
          topology.distance("bottleneck", f, g),
        );
        const bound = boundOf(change, "bottleneck", "sub").value!;
        // Diameters are 32-bit numbers.
        expect(wholeDistance("bottleneck", matchings)).toBeLessThanOrEqual(bound + 1e-5);
        expect(movementOf(change).value).toBe(bound);
        expect(boundOf(change, "wasserstein1", "sub").value).toBeNull();
      }),
    );
  });

  it("is stated for the measure, and for graphs or points", () => {
    const graph = path(2);
    const of = (values: readonly number[]): Measured => ({
      subject: { type: "example", id: "" },
      growing: null,
      graph,
      filtration: topology.filtration(graph, Float32Array.from(values)),
    });
    const change = { from: of([0, 1]), now: of([0.5, 1]) };
    expect(MEASURES.map((measure) => boundOf(change, measure, "sub").value)).toEqual([0.5, 0.5, 0.5]);
    expect(movementOf(change)).toMatchObject({ value: 0.5, symbol: "‖f − g‖∞" });
    expect(describeBound(change, "bottleneck", 0.5, 1)).toMatch(/^0\.5 ≤ 1: .* at most sup \|f − g\|/);
    expect(describeBound(change, "wasserstein1", 2, 5)).toMatch(/^2 ≤ 5: .*sum of \|f − g\|.*is no bound/);
    expect(describeBound(change, "wasserstein2", 2, 5)).toMatch(/^2 ≤ 5: .*root of the sum.*is no bound/);
    const points = measured({ title: "", coordinates: [0, 0], complex: "rips" });
    const same = { from: points, now: points };
    expect(describeBound(same, "bottleneck", 0.5, 1)).toMatch(/^0\.5 ≤ 1: .* at most twice the Hausdorff/);
    expect(describeBound(same, "wasserstein1", 2, null)).toMatch(/bounds only the bottleneck distance/);
  });
});
