import { expect, it } from "vitest";
import { movedPoints, refusal, withEntry, withoutPoints, withPoint } from "./points";
import { FIRST_SAMPLE, PRESETS, sampled } from "./presets";

it("samples the requested number of points near the unit square", () => {
  for (const { id } of PRESETS) {
    const { coordinates } = sampled({ ...FIRST_SAMPLE, preset: id, size: 37, outliers: 3 });
    expect(coordinates).toHaveLength(80);
    expect(coordinates.every((value) => value > -0.3 && value < 1.3 && Math.fround(value) === value)).toBe(
      true,
    );
  }
  expect(sampled({ ...FIRST_SAMPLE, size: 0 }).coordinates).toEqual([]);
});

it("repeats a sample with the same seed only", () => {
  const random = { ...FIRST_SAMPLE, preset: "random" } as const;
  expect(sampled(random)).toEqual(sampled(random));
  expect(sampled(random)).not.toEqual(sampled({ ...random, seed: 2 }));
});

it("edits points", () => {
  const cloud = { title: "", coordinates: [0, 0, 1, 1], complex: "alpha" } as const;
  expect(withPoint(cloud, 0.5, 2).coordinates).toEqual([0, 0, 1, 1, 0.5, 2]);
  expect(withoutPoints(cloud, new Set([0])).coordinates).toEqual([1, 1]);
  expect(movedPoints(cloud, new Set([1]), 1, -1).coordinates).toEqual([0, 0, 2, 0]);
});

it("rejects too many points, with the command for more", () => {
  const of = (complex: "alpha" | "rips", points: number): string | null =>
    refusal({ title: "", complex, coordinates: new Array<number>(2 * points).fill(0.5) });
  expect(of("alpha", 10_000)).toBeNull();
  expect(of("rips", 501)).toContain("--rips");
});

it("rejects coordinates outside 32 bits, and keeps edits inside", () => {
  const cloud = { title: "", coordinates: [0, 1, 2, 3], complex: "alpha" } as const;
  for (const wrong of [Infinity, 1e31, -1e31, 1e-31, NaN])
    expect(refusal({ ...cloud, coordinates: [0, 1, wrong, 3] })).toMatch(/^Point 1, .*scale the points/);
  const edited = withPoint(movedPoints(cloud, new Set([0]), 1e40, -1 + 1e-17), 1e-40, -1e40);
  expect(refusal(edited)).toBeNull();
  expect(edited.coordinates.slice(0, 2)).toEqual([2 ** 100, 0]);
});

it("edits weighted edges", () => {
  const weighted = { ends: [0, 1, 1, 2, 0, 2, 2, 3], values: [1, 2, 3, 4], names: ["a", "b", "c", "d"] };
  const cloud = { title: "", coordinates: [0, 0, 1, 0, 0, 1, 1, 1], complex: "rips", weighted } as const;
  expect(withoutPoints(cloud, new Set([1])).weighted).toEqual({
    ends: [0, 1, 1, 2],
    values: [3, 4],
    names: ["a", "c", "d"],
  });
  expect(withEntry(weighted, [1, 2], 2.5).values).toEqual([1, 2.5, 3, 4]);
  // A triangle enters with its last edge.
  expect(withEntry(weighted, [0, 1, 2], 5).values).toEqual([1, 2, 5, 4]);
  expect(withEntry(weighted, [0, 1], -1).values).toEqual([0, 2, 3, 4]);
  const many = { ends: [], values: new Array<number>(125_001).fill(1) };
  expect(refusal({ ...cloud, weighted: many })).toContain("--edge-filter");
});
