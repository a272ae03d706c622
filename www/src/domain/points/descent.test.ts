import { beforeAll, describe, expect, it } from "vitest";
import { builtTopology, isBuilt } from "../../../tests/topology";
import type { Topology } from "../../engine/topology";
import { isLoop, boxOf } from "../graph/graph";
import type { PointCloud } from "../graph/subject";
import { persistenceOf } from "../persistence/bars";
import { descended, pointLoss, pulledTo, TARGETS } from "./descent";
import { FIRST_SAMPLE, sampled } from "./presets";

const COMPLEXES = ["alpha", "rips"] as const;

/** The longest edge, or the diameter of the circle through three points (alpha): abc / 2A. */
function enters(points: readonly (readonly [number, number])[], complex: PointCloud["complex"]): number {
  const edges = points.flatMap((a, i) =>
    points.slice(i + 1).map((b) => Math.hypot(a[0] - b[0], a[1] - b[1])),
  );
  const [a, b, c] = points;
  if (complex === "rips" || !a || !b || !c) return Math.max(...edges);
  const area = Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])) / 2;
  return edges.reduce((product, edge) => product * edge) / (2 * area);
}

describe.skipIf(!isBuilt)("the descent of points", () => {
  let topology: Topology;
  beforeAll(async () => {
    topology = await builtTopology();
  });

  const lossOf = (cloud: PointCloud, target: (typeof TARGETS)[number]["id"]) =>
    pointLoss(target, topology.points(cloud).bars, cloud);
  /** The pairs of the loops, the longest first. */
  const pairsOf = (cloud: PointCloud): string => {
    const loops = topology.points(cloud).bars.filter(({ kind }) => isLoop(kind));
    const [longest] = loops.toSorted((a, b) => persistenceOf(b) - persistenceOf(a));
    return JSON.stringify([longest, ...loops].map((bar) => bar?.simplices));
  };
  const clouds = (["annulus", "random", "figure-eight"] as const).flatMap((preset) =>
    [1, 2].map((seed) => sampled({ ...FIRST_SAMPLE, preset, size: 25, noise: 0.05, seed })),
  );

  it.each(COMPLEXES)("follows the gradient of the loss, compared with differences: %s", (complex) => {
    const step = 2 ** -11;
    let compared = 0;
    for (const sample of clouds) {
      const cloud = { ...sample, complex };
      for (const { id } of TARGETS) {
        const { gradient, bars } = lossOf(cloud, id);
        const pairs = pairsOf(cloud);
        for (const [i, slope] of gradient.entries()) {
          const moved = (by: number): PointCloud => ({
            ...cloud,
            coordinates: cloud.coordinates.with(i, Math.fround(cloud.coordinates[i]! + by)),
          });
          const sides = [moved(step), moved(-step)];
          // The loss is not differentiable where the pairs or the longest bar change.
          if (sides.some((side) => pairsOf(side) !== pairs)) continue;
          const [up, down] = sides.map((side) => lossOf(side, id).value);
          expect(slope).toBeCloseTo((up! - down!) / (2 * step), 2);
          if (bars > 0 && slope !== 0) compared += 1;
        }
      }
    }
    expect(compared).toBeGreaterThan(100);
  });

  it.each(COMPLEXES)("decreases each loss, and keeps the points in their box: %s", (complex) => {
    for (const sample of clouds.slice(2, 4)) {
      for (const { id } of TARGETS) {
        let cloud: PointCloud = { ...sample, complex };
        const box = boxOf(cloud.coordinates);
        const first = lossOf(cloud, id);
        if (first.bars === 0) continue;
        for (let step = 0; step < 40; step++) cloud = descended(cloud, lossOf(cloud, id).gradient, step, box);
        expect(lossOf(cloud, id).value).toBeLessThan(first.value);
        for (const [i, value] of cloud.coordinates.entries()) {
          const axis = sample.coordinates.filter((_, at) => at % 2 === i % 2);
          expect(value).toBeGreaterThanOrEqual(Math.min(...axis));
          expect(value).toBeLessThanOrEqual(Math.max(...axis));
        }
      }
    }
  });

  it.each(COMPLEXES)(
    "moves the points of a simplex until it enters at the wanted diameter: %s",
    (complex) => {
      let ends = 0;
      for (const sample of clouds) {
        const cloud = { ...sample, complex };
        for (const { simplices, birth, death } of topology.points(cloud).bars) {
          for (const [simplex, value] of [
            [simplices?.birth, birth],
            [simplices?.death, death],
          ] as const) {
            if (!simplex || simplex.length < 2 || value === null) continue;
            // Alone, the simplex enters where its circle has the wanted diameter.
            const wanted = 1.2 * value;
            const { coordinates } = pulledTo(cloud, simplex, wanted);
            const points = simplex.map(
              (point) => [coordinates[2 * point]!, coordinates[2 * point + 1]!] as const,
            );
            expect(enters(points, complex)).toBeCloseTo(wanted, 4);
            const others = coordinates.filter((_, i) => !simplex.includes(i >> 1));
            expect(others).toEqual(cloud.coordinates.filter((_, i) => !simplex.includes(i >> 1)));
            ends += 1;
          }
        }
      }
      expect(ends).toBeGreaterThan(100);
    },
  );

  it("has a finite gradient for equal, collinear and cocircular points, and for none", () => {
    const degenerate = [
      [],
      [0.5, 0.5],
      [0, 0, 0, 0, 1, 1, 1, 1],
      [0, 0, 1, 0, 2, 0, 3, 0],
      [0, 0, 1, 0, 1, 1, 0, 1],
      [0, 0, 0, 0, 1, 0, 1, 0, 1, 1, 1, 1, 0, 1, 0, 1],
    ];
    for (const coordinates of degenerate) {
      for (const complex of COMPLEXES) {
        for (const { id } of TARGETS) {
          const { gradient, value } = lossOf({ title: "", coordinates, complex }, id);
          expect(gradient).toHaveLength(coordinates.length);
          expect([...gradient, value].every(Number.isFinite)).toBe(true);
        }
      }
    }
  });
});
