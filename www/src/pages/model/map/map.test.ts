import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { GraphRow } from "../../../protocol";
import { diagonalOf, frameOf, graphAt, graphBeside } from "./MapPlot";
import { groupsOf, outlineOf, SHAPES, aboutMap, axisName, describeGraph } from "./groups";

const row = (label: number | null, part: GraphRow["part"] = "test"): GraphRow => ({
  vertices: 5,
  edges: 4,
  class: label,
  target: null,
  part,
});
const ROWS = [row(0), row(1, "train"), row(0, "train"), row(1)];
const CLASSES = [
  { name: "1", graphs: 2 },
  { name: "ring", graphs: 2 },
];

describe("groups of the map", () => {
  it("are the classes, the right and the wrong graphs, or the parts that have graphs", () => {
    const of = (...args: Parameters<typeof groupsOf>) =>
      groupsOf(...args).map(({ name, graphs }) => [name, graphs]);
    expect(of("class", ROWS, CLASSES, [])).toEqual([
      ["class 1", [0, 2]],
      ["ring", [1, 3]],
    ]);
    expect(of("right", ROWS, CLASSES, [0, 0, 0, 1])).toEqual([
      ["right", [0, 2, 3]],
      ["wrong", [1]],
    ]);
    expect(of("right", ROWS, CLASSES, [0, 1, 0, 1])).toEqual([["right", [0, 1, 2, 3]]]);
    expect(of("part", ROWS, CLASSES, [])).toEqual([
      ["training", [1, 2]],
      ["test", [0, 3]],
    ]);
  });

  it("are one group if the graphs have no classes", () => {
    for (const colouring of ["class", "right"] as const) {
      const groups = groupsOf(colouring, [row(null), row(null)], CLASSES, [0, 1]);
      expect(groups.map(({ name, graphs }) => [name, graphs])).toEqual([["no class", [0, 1]]]);
    }
  });

  it("are thirds of the targets, with digits that distinguish them far from 0", () => {
    const names = (targets: readonly number[]) => {
      const rows = targets.map((target) => ({ ...row(null), target }));
      return groupsOf("class", rows, [], []).map(({ name }) => name);
    };
    expect(names([0.5, 1, 2])).toEqual(["below 1.00", "1.00 to 2.00", "from 2.00"]);
    expect(names([1e8, 1e8 + 0.25, 1e8 + 0.5])).toEqual([
      "below 100000000.250",
      "100000000.250 to 100000000.500",
      "from 100000000.500",
    ]);
  });

  it("of up to forty classes differ in colour or shape", () => {
    const many = Array.from({ length: 40 }, (_, label) => ({ name: String(label), graphs: 1 }));
    const rows = many.map((_, label) => row(label));
    const marks = groupsOf("class", rows, many, []).map(({ style, shape }) => `${style} ${shape}`);
    expect(new Set(marks).size).toBe(40);
  });

  it("have distinct shapes", () => {
    expect(new Set(SHAPES.map((shape) => outlineOf(shape, 3, 4))).size).toBe(SHAPES.length);
  });
});

describe("the frame of the map", () => {
  const points = fc
    .array(fc.tuple(fc.float({ noNaN: true, min: -9, max: 9 }), fc.float({ noNaN: true, min: -9, max: 9 })), {
      minLength: 1,
      maxLength: 30,
    })
    .map((pairs) => Float32Array.from(pairs.flat()));

  it("contains every graph", () => {
    fc.assert(
      fc.property(points, (all) => {
        const { places, left, right, top, bottom } = frameOf(all, 500, 400);
        places.forEach((place, i) => {
          expect(place).toBeGreaterThanOrEqual((i % 2 === 0 ? left : top) - 0.01);
          expect(place).toBeLessThanOrEqual((i % 2 === 0 ? right : bottom) + 0.01);
        });
      }),
    );
  });

  it("finds the graph at a point, and none in an empty place", () => {
    const places = Float32Array.of(10, 10, 30, 10, 30, 40);
    expect(graphAt(places, 28, 12)).toBe(1);
    expect(graphAt(places, 60, 60)).toBeNull();
  });

  it("leads with keys to graphs in their direction, and to every graph by number", () => {
    const places = Float32Array.of(10, 10, 30, 12, 50, 10, 12, 40);
    expect(graphBeside(places, 0, "ArrowRight")).toBe(1);
    expect(graphBeside(places, 1, "ArrowRight")).toBe(2);
    expect(graphBeside(places, 2, "ArrowRight")).toBe(2);
    expect(graphBeside(places, 0, "ArrowDown")).toBe(3);
    expect(graphBeside(places, 3, "ArrowUp")).toBe(0);
    expect(graphBeside(places, 0, "PageDown")).toBe(1);
    expect(graphBeside(places, 0, "PageUp")).toBe(0);
    expect(graphBeside(places, 0, "End")).toBe(3);
    expect(graphBeside(places, 0, "x")).toBeNull();
  });
});

describe("the texts of the map", () => {
  it("name the share of each axis and the numbers behind the points", () => {
    const shares = [0.631, 0.2] as const;
    expect(axisName(0, { shares })).toBe("component 1: 63.1 % of the variance");
    expect(axisName(1, { shares })).toBe("component 2: 20.0 % of the variance");
    expect(aboutMap({ of: "readout", numbers: 300 }, 1113, null)).toBe(
      "Each of the 1,113 graphs is a point: the first two principal components of the 300 values of its coordinate functions, which the classifier reads.",
    );
    expect(aboutMap({ of: "readout", numbers: 300 }, 1113, "filter 2 of 3")).toContain(
      "its coordinate functions for filter 2 of 3, which",
    );
    // Also a model with a topology layer, whose classifier reads bars, has none.
    expect(aboutMap({ of: "scores", numbers: 2 }, 30, null)).toContain(
      "its 2 scores, because there are no values of coordinate functions",
    );
  });

  it("mark right and wrong predictions", () => {
    const seen = { index: 11, part: "test", truth: "class 1", regression: false };
    expect(describeGraph({ ...seen, predicted: "class 2" })).toBe(
      "Graph 12 (test): class 1, predicted class 2 ✗",
    );
    expect(describeGraph({ ...seen, predicted: "class 1" })).toBe(
      "Graph 12 (test): class 1, predicted class 1 ✓",
    );
  });
});

it("graphs with targets are in three groups of about equal size, and equal targets are in one", () => {
  const of = (targets: readonly number[]) =>
    groupsOf(
      "class",
      targets.map((target) => ({ ...row(null), target })),
      [],
      [],
    ).map(({ name, graphs }) => [name, graphs]);
  expect(of([5, 1, 3, 2, 6, 4])).toEqual([
    ["below 3.00", [1, 3]],
    ["3.00 to 5.00", [2, 5]],
    ["from 5.00", [0, 4]],
  ]);
  expect(of([2, 2, 2])).toEqual([["from 2.00", [0, 1, 2]]]);
});

it("axes of equal coordinates have the same range, and their line joins the corners", () => {
  const frame = frameOf(Float32Array.of(0, 1, 10, 2), 200, 200, true);
  const share = (place: number, from: number, to: number) => (place - from) / (to - from);
  for (const value of [0, 2, 10]) {
    const { left, right, top, bottom } = frame;
    expect(share(frame.x(value), left, right)).toBeCloseTo(share(frame.y(value), bottom, top));
  }
  expect(diagonalOf(frame)).toBe(`M${frame.left} ${frame.bottom}L${frame.right} ${frame.top}`);
});
