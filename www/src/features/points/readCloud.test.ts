import { beforeAll, describe, expect, it } from "vitest";
import { builtTopology, isBuilt } from "../../../tests/topology";
import type { PointCloud } from "../../domain/graph/subject";
import type { Topology } from "../../engine/topology";
import { pointsCsv } from "./exportPoints";
import { KINDS, readCloud } from "./readCloud";
import type { PointsKind } from "../../engine/topologyModule";

describe.skipIf(!isBuilt)("files of points", () => {
  let topology: Topology;
  beforeAll(async () => {
    topology = await builtTopology();
  });
  const read = (text: string, kind: PointsKind): PointCloud =>
    readCloud(topology, "file.csv", new TextEncoder().encode(text), kind, "alpha");

  it("contain the example of each kind", () => {
    for (const { id, example } of KINDS) expect(read(example, id).coordinates.length).toBeGreaterThan(0);
  });

  it("are points of the plane with two columns, and distances with more", () => {
    expect(read("0,1\n2,3", "points")).toEqual({
      title: "file.csv",
      coordinates: [0, 1, 2, 3],
      complex: "alpha",
    });
    const { weighted, complex } = read("0 0 0\n1 2 2\n0 0 1", "points");
    expect(complex).toBe("rips");
    // Beyond the enclosing radius, no bar begins or ends.
    expect(weighted).toEqual({ ends: [0, 2, 1, 2], values: [1, Math.fround(Math.sqrt(6))] });
  });

  it("are distance matrices and weighted edges, which open again", () => {
    expect(read("0 3\n3 0", "distances").weighted).toEqual({ ends: [0, 1], values: [3] });
    const edges = read("x y 0.5\ny z 2", "edges");
    expect(edges.weighted).toEqual({ ends: [0, 1, 1, 2], values: [0.5, 2], names: ["x", "y", "z"] });
    expect(read(pointsCsv(edges), "edges")).toEqual(edges);
  });

  it("fail with the reason", () => {
    expect(() => read("0 1\n2 0", "distances")).toThrow("not symmetric");
    expect(() => read("a b\nb c", "edges")).toThrow("no values of edges");
    expect(() => read("1,x", "points")).toThrow(/column 2/);
    for (const value of ["-1", "1e39"])
      expect(() => read(`a b ${value}`, "edges")).toThrow(/not negative|finite/);
  });
});
