import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { builtTopology, isBuilt } from "../../../tests/topology";
import type { PointCloud } from "../../domain/graph/subject";
import type { Topology } from "../../engine/topology";
import { pointsCsv } from "../../pages/learn/points/PointsTools";
import { pointsJson } from "./jsonPoints";
import { KINDS, readCloud } from "./readCloud";
import type { PointsKind } from "../../engine/topologyModule";

const nameOf = (text: string): string =>
  text.startsWith("<") ? "file.graphml" : /^[[{]/.test(text) ? "file.json" : "file.csv";

describe.skipIf(!isBuilt)("files of points", () => {
  let topology: Topology;
  beforeAll(async () => {
    topology = await builtTopology();
  });
  const read = (text: string, kind: PointsKind): PointCloud =>
    readCloud(topology, nameOf(text), new TextEncoder().encode(text), kind, "alpha").cloud;

  it("contain the example of each kind", () => {
    for (const { id, example } of KINDS) expect(read(example, id).coordinates.length).toBeGreaterThan(0);
  });

  it("are points of the plane with two columns, and distances with more", () => {
    expect(read("0,2\n2,3", "points")).toEqual({
      title: "file.csv",
      coordinates: [0, 2, 2, 3],
      complex: "alpha",
    });
    // The numbers of the columns, as pandas writes them, or a point.
    expect(() => read("0,1\n2,3", "points")).toThrow("header=False");
    expect(read("[[0, 1], [2, 3]]", "points").coordinates).toEqual([0, 1, 2, 3]);
    const { weighted, complex } = read("0 0 0\n1 2 2\n0 0 1", "points");
    expect(complex).toBe("rips");
    // Beyond the enclosing radius, no bar begins or ends.
    expect(weighted).toEqual({ ends: [0, 2, 1, 2], values: [1, Math.fround(Math.sqrt(6))] });
  });

  it("far from the origin are measured from the first point, whose differences 32 bits can hold", () => {
    const square = "500000.25,5400000.25\n500000.75,5400000.25\n500000.75,5400000.75\n500000.25,5400000.75";
    const { title, coordinates } = read(square, "points");
    expect(title).toBe("file.csv, from (500000.25, 5400000.25)");
    expect(coordinates).toEqual([0, 0, 0.5, 0, 0.5, 0.5, 0, 0.5]);
    expect(read("0.1,0.2\n0.3,0.5", "points").title).toBe("file.csv");
  });

  it("are distance matrices and weighted edges, which open again", () => {
    expect(read("0 3\n3 0", "distances").weighted).toEqual({ ends: [0, 1], values: [3] });
    const edges = read("x y 0.5\ny z 2", "edges");
    expect(edges.weighted).toEqual({ ends: [0, 1, 1, 2], values: [0.5, 2], names: ["x", "y", "z"] });
    expect(read(pointsCsv(edges), "edges")).toEqual(edges);
    const named = read('source,target,weight\n"a,b",#c,1\n#c,"u v",2', "edges");
    expect(read(pointsCsv(named), "edges")).toEqual(named);
    // Without a header, the first column would count the rows.
    const counted = read("source,target,weight\n0,1,2\n1,2,3\n2,3,4", "edges");
    expect(read(pointsCsv(counted), "edges")).toEqual(counted);
  });

  it("say what is left out or rounded", () => {
    const notes = (text: string, kind: PointsKind): readonly string[] =>
      readCloud(topology, nameOf(text), new TextEncoder().encode(text), kind, "alpha").notes;
    expect(notes(",x,y\n0,0,0\n1,3,0\n2,0,4", "points")).toEqual([
      "the first line is read as headings",
      "the column 1 without a heading is left out",
    ]);
    expect(notes("0\n3 0\n5 4 0", "distances")).toEqual([
      "the rows are read as the lower triangle of a matrix",
    ]);
    expect(notes("a b 1700000000\nb c 1700000001", "edges").join()).toContain("by rounding to 32 bits");
  });

  it("of other programs are read as written", () => {
    const bytesOf = (name: string): Uint8Array<ArrayBuffer> =>
      new Uint8Array(readFileSync(new URL(`../../../../tests/fixtures/tables/${name}`, import.meta.url)));
    const from = (name: string, kind: PointsKind): PointCloud =>
      readCloud(topology, name, bytesOf(name), kind, "rips").cloud;
    expect(from("points_index.csv", "points").coordinates).toEqual([0, 0, 3, 0, 0, 4]);
    expect(from("decimal_comma.csv", "points").coordinates).toEqual([0.25, 1.5, 1.5, 1.5, 0.25, 3]);
    expect(from("square.off", "points").coordinates.length).toBe(8);
    expect(from("contacts.txt", "edges").weighted?.values).toEqual([0, 1, 2]);
    expect(from("upper.csv", "distances").coordinates.length).toBe(8);
    expect(from("lower_zero.txt", "distances").coordinates.length).toBe(6);
    expect(from("blank_cells.csv", "distances").weighted).toEqual({ ends: [0, 2], values: [2] });
    expect(from("inf.txt", "distances").weighted?.values).toEqual([1, 1.5, 1.5, 1]);
    expect(from("ulp.txt", "distances").weighted?.values).toEqual([Math.fround(0.3)]);
    expect(() => from("points_missing.csv", "points")).toThrow("line 2, column 2");
    expect(() => from("correlation.txt", "distances")).toThrow("√(2(1 − r))");
    for (const [name, vertices, edges] of [
      ["edges_index.csv", 3, 3],
      ["utf16.edges", 3, 2],
    ] as const) {
      const opened = topology.open([{ path: name, bytes: bytesOf(name) }]);
      expect(opened).toMatchObject({ type: "graph", graph: { vertices } });
      if (opened.type === "graph") expect(opened.graph.edges.length).toBe(2 * edges);
    }
  });

  it("fail with the reason", () => {
    expect(() => read('{"points": [[0, 1], 2]}', "points")).toThrow("point 1, counted from 0");
    expect(() => read('{"points": [[0, 1], [2]]}', "points")).toThrow(
      "the number of coordinates is 1 for point 1",
    );
    expect(() => read('{"points": [[0, 1]', "points")).toThrow("JSON");
    expect(() => read('{"places": [[0, 1]], "n": 1, "edges": []}', "points")).toThrow("no values of edges");
    expect(() => read("0 1\n2 0", "distances")).toThrow("not symmetric");
    expect(() => read("a b\nb c", "edges")).toThrow("no values of edges");
    expect(() => read("1,x", "points")).toThrow(/column 2/);
    for (const value of ["-1", "1e39"])
      expect(() => read(`a b ${value}`, "edges")).toThrow(/not negative|finite|3.4e38/);
  });

  it("are JSON of the page, which opens again with title, complex, names and places", () => {
    const clouds: readonly PointCloud[] = [
      { title: "No points", coordinates: [], complex: "rips" },
      { title: "Plane", coordinates: [0, 0.1, -2.5, 1e-20].map(Math.fround), complex: "rips" },
      { ...read("x y 0.5\ny z 2", "edges"), coordinates: [0.25, 0.5, 0.75, 1, 0, 0] },
      read("0 3 4\n3 0 5\n4 5 0", "distances"),
      read("0 0 0\n1 2 2\n0 0 1", "points"),
    ];
    for (const cloud of clouds)
      for (const { id } of KINDS) expect(read(pointsJson(cloud), id)).toEqual(cloud);
  });

  it("are rows of JSON: points of any dimension, or distances", () => {
    expect(read("[[0, 1], [2, 3]]", "points").coordinates).toEqual([0, 1, 2, 3]);
    expect(read("[[0, 3], [3, 0]]", "distances").weighted?.values).toEqual([3]);
    const { weighted } = read('{"points": [[0, 0, 0], [1, 2, 2]]}', "edges");
    expect(weighted?.values).toEqual([3]);
  });

  it("are graphs of other formats with weights of edges", () => {
    const nodeLink = `{"nodes": [{"id": "a"}, {"id": "b"}, {"id": "c"}], "links": [
      {"source": "a", "target": "b", "weight": 2, "year": 1}, {"source": "b", "target": "c", "weight": 1, "year": 1}]}`;
    const graphml = `<graphml><key id="d" for="edge" attr.name="length" attr.type="double"/><graph>
      <node id="a"/><node id="b"/><node id="c"/>
      <edge source="a" target="b"><data key="d">2</data></edge>
      <edge source="b" target="c"><data key="d">1</data></edge></graph></graphml>`;
    const own = '{"n": 3, "edges": [[0, 1], [1, 2]], "edge_filter": [2, 1]}';
    for (const text of [nodeLink, graphml, own]) {
      const { ends, values, names } = read(text, "edges").weighted!;
      expect([ends, values]).toEqual([
        [0, 1, 1, 2],
        [2, 1],
      ]);
      expect(names ?? ["a", "b", "c"]).toEqual(["a", "b", "c"]);
    }
    expect(() => read(nodeLink.replaceAll("weight", "km"), "edges")).toThrow("several values for each edge");
  });
});
