// Numbers and texts of the panel of coordinate functions.

import { describe, expect, it } from "vitest";
import { NO_VERTEX } from "../../../domain/persistence/bars";
import { hatAt } from "../../../domain/persistence/vectors";
import type { Explained } from "../../../engine/calls";
import type { CoordinateFunctionTopBars, InspectedCoordinateFunctions } from "../../../protocol";
import { rowsOf } from "../../../domain/contributions/bars";
import { outlineOf, valueAt } from "./element";
import type { Element, BarPosition } from "./element";
import { functionsOf, sharesOf, strongest, towards } from "./functions";
import type { ReadCoordinateFunction } from "./functions";
import { describeImportance, importanceRows } from "./Importance";
import { bumpOf, labelsOf, tallest, yIn, frameOf, pathOf, rangeOf } from "./marks";
import { pointsIn } from "./CoordinatesPlot";
import { nearestRow } from "./Coordinates";
import { describeFunction, describeSum, describeTop, firing, topBarsOf } from "./words";

const FILTER = Float32Array.from([0.1, 0.9, 0.5, 0.9]);

function coordinate(change: Partial<ReadCoordinateFunction>): ReadCoordinateFunction {
  return {
    id: "h0:1",
    barcode: "h0",
    number: 1,
    element: "rational",
    parameters: Float32Array.of(0.25, 0.75, -0.5),
    value: 1,
    contributions: Float32Array.of(1, -1),
    gradient: Float32Array.of(1, -1),
    ...change,
  };
}

/** Two finite bars at one point, one at another, and a loop. */
const SCORES = {
  bars: Uint32Array.from([0, 0, 0, 1, 2, 0, 1, 1, 2, 1, 2, 0, 2, NO_VERTEX, 3]),
  contributions: Float32Array.from([0.5, -0.5, 0.25, -0.25, 1, -1]),
  without: new Float64Array(6),
  bias: Float64Array.from([0.125, 0]),
  others: new Float32Array(2),
  hats: Float32Array.from([0.5, -0.5, 0.25, -0.25, 1, -1]),
  gradient: Float32Array.from([0.5, -0.5, 1, -1, 2, -2]),
};
const FINITE: InspectedCoordinateFunctions = {
  barcode: "h0",
  element: "rational",
  hats: Float32Array.from([0.25, 0.75, 0.5, 0.5, 0.5, 0.1]),
  values: Float32Array.from([1, 0.25]),
  bars: Uint32Array.from([0, 0, 0, 1, 1, 0, 0, 0, 3, 1, 0, 1, 1, 2, 1]),
  shares: Float32Array.from([0.25, 1, 0.5, -1, 0.25, 0.25]),
};
const LOOPS: InspectedCoordinateFunctions = {
  barcode: "h1Essential",
  element: "exponential",
  hats: Float32Array.from([0.5, 3]),
  values: Float32Array.from([0.5]),
  bars: Uint32Array.from([2, 0, 2, NO_VERTEX, 3]),
  shares: Float32Array.from([0.5]),
};
const EXPLAINED: Explained = {
  vertices: 4,
  edges: new Uint32Array(),
  filter: FILTER,
  bars: new Uint32Array(),
  edgeFilter: null,
  extendedComponents: null,
  extendedLoops: null,
  logits: Float64Array.from([1.875, -1.75]),
  hats: [FINITE, LOOPS],
  scores: SCORES,
};
const ROWS = rowsOf(SCORES, FILTER);

describe("the formulas", () => {
  const at = (element: Element, parameters: readonly number[], ...place: BarPosition): number =>
    valueAt(element, parameters, place);

  it("are those of the engine", () => {
    const rational = { birth: 0.25, death: 0.75, radius: -0.5 };
    expect(at("rational", [0.25, 0.75, -0.5], 0.1, 0.9)).toBe(hatAt(rational, { birth: 0.1, death: 0.9 }));
    expect(at("rational", [0.5, 0.2], 0.6)).toBeCloseTo(0, 12);
    expect(at("exponential", [0.5, 3], 0.5)).toBe(1);
    expect(at("exponential", [0, 0, 1, 2], 1, 1)).toBeCloseTo(Math.exp(-5), 12);
    expect(at("triangle", [0.4], 0.1, 0.9)).toBeCloseTo(0.3, 12);
    expect(at("triangle", [0.95], 0.9, 0.1)).toBe(0);
    expect(at("triangle", [0.4, -0.5], 0.2)).toBeCloseTo(0.3, 12);
    expect(at("line", [2, -1, 0.5], 0.25, 0.5)).toBe(0.5);
    expect(at("leaky-line", [-2, 0.5], 0.5)).toBeCloseTo(-0.005, 12);
  });

  it.each([
    ["rational", [0.3, 0.8, 0.4], 0],
    ["exponential", [0.3, 0.8, 2, 4], 0.5],
    ["line", [1, -2, 0.7], 0],
    ["leaky-line", [1, -2, 0.7], 0],
    ["triangle", [0.4], 0],
  ] as const)("an outline of %s bounds the region with higher values", (element, parameters, level) => {
    const outline = outlineOf(element, parameters);
    for (let birth = -0.05; birth <= 1.05; birth += 0.1) {
      for (let death = -0.02; death <= 1.05; death += 0.1) {
        const high = valueAt(element, parameters, [birth, death]) > level;
        expect([birth, death, inside(outline, birth, death)]).toEqual([birth, death, high]);
      }
    }
  });

  function inside(outline: ReturnType<typeof outlineOf>, x: number, y: number): boolean {
    switch (outline.type) {
      case "diamond":
        return Math.abs(x - outline.centre[0]) + Math.abs(y - outline.centre[1]) < outline.radius;
      case "ellipse":
        return (
          Math.hypot((x - outline.centre[0]) / outline.radii[0], (y - outline.centre[1]) / outline.radii[1]) <
          1
        );
      case "corner":
        return (x < outline.place && outline.place < y) || (y < outline.place && outline.place < x);
      case "side":
        return outline.line[0] * x + outline.line[1] * y + outline.line[2] > 0;
    }
  }
});

describe("coordinate functions of a graph", () => {
  it("have their own numbers, barcode by barcode", () => {
    const coordinates = functionsOf(EXPLAINED);
    expect(coordinates.map(({ id }) => id)).toEqual(["h0:1", "h0:2", "h1Essential:1"]);
    expect([...coordinates[1]!.parameters]).toEqual([...Float32Array.of(0.5, 0.5, 0.1)]);
    expect(coordinates.map(({ contributions }) => contributions[1])).toEqual([-0.5, -0.25, -1]);
    expect(coordinates.map(({ gradient }) => gradient[0])).toEqual([0.5, 1, 2]);
    expect(functionsOf({ ...EXPLAINED, scores: null, hats: [] })).toEqual([]);
  });

  it("are ranked within their barcode, and add up to the score with the others and the bias", () => {
    const coordinates = functionsOf(EXPLAINED);
    const { first, rest } = strongest(coordinates, 0, 1);
    expect(first.map(({ id }) => id)).toEqual(["h1Essential:1", "h0:1"]);
    expect(rest).toEqual({ coordinates: 1, sum: 0.25 });
    const added = first.reduce((sum, { contributions }) => sum + contributions[0]!, rest!.sum);
    expect(added + SCORES.bias[0]!).toBe(EXPLAINED.logits[0]);
    expect(strongest(coordinates, 0, Infinity).rest).toBeNull();
    const idle = coordinate({ contributions: new Float32Array(2) });
    expect(strongest([idle], 0, 3)).toEqual({ first: [], rest: { coordinates: 1, sum: 0 } });
  });

  it("group equal bars, whichever vertices they have", () => {
    const shares = sharesOf(FINITE, FILTER, ROWS);
    expect(shares.map(({ row, shares }) => [row.name, ...shares])).toEqual([
      ["2 bars (0.1, 0.9)", 0.75, 0],
      ["superlevel bar (0.9, 0.5)", 0.25, 0.25],
    ]);
    const others = { ...FINITE, bars: Uint32Array.from([0, 0, 2, 1, 1]), shares: Float32Array.of(1, 1) };
    expect(() => sharesOf(others, FILTER, ROWS)).toThrow(RangeError);
  });

  it("are listed for a bar by descending contribution", () => {
    const shares = sharesOf(FINITE, FILTER, ROWS);
    const coordinates = functionsOf(EXPLAINED).slice(0, 2);
    expect(
      firing(coordinates, shares[1]!, 0, 8).map(({ coordinate, share }) => [coordinate.number, share]),
    ).toEqual([
      [2, 0.25],
      [1, 0.25],
    ]);
    // The second coordinate function has no contribution.
    expect(firing(coordinates, shares[0]!, 0, 8).map(({ coordinate }) => coordinate.number)).toEqual([1]);
    expect(firing(coordinates, shares[1]!, 0, 1)).toHaveLength(1);
  });
});

describe("the lead over another class", () => {
  it("has the differences of the contributions, which add up to it", () => {
    const own = coordinate({
      contributions: Float32Array.of(1, -0.5, 2),
      gradient: Float32Array.of(4, 1, 0),
    });
    expect(towards([own], { of: 0, against: null })).toEqual([own]);
    const [aimed] = towards([own], { of: 0, against: 1 });
    expect([...aimed!.contributions]).toEqual([1.5, -0.5, 2]);
    expect([...aimed!.gradient]).toEqual([3, 1, 0]);
    expect([...own.contributions]).toEqual([1, -0.5, 2]);
  });
});

describe("the importance over a part", () => {
  const found = {
    graphs: 40,
    metric: 0.75,
    margin: 1.25,
    names: ["h0" as const, "h0Essential" as const],
    sizes: [2, 1],
    barcodes: {
      contributions: Float64Array.of(0.5, 2),
      metrics: Float64Array.of(0.725, 0.5),
      changed: Float64Array.of(1, 12),
    },
    functions: {
      contributions: Float64Array.of(0.25, 0.75, 2),
      metrics: Float64Array.of(0.75, 0.7, 0.5),
      changed: Float64Array.of(0, 2, 12),
    },
  };

  it("lists barcodes and functions with their own numbers, the largest contribution first", () => {
    const { barcodes, functions } = importanceRows(found);
    expect(barcodes.map(({ name, metric }) => [name, metric])).toEqual([
      ["B₀ essential, all bars", 0.5],
      ["B₀, all bars", 0.725],
    ]);
    expect(functions.map(({ id, changed }) => [id, changed])).toEqual([
      ["h0Essential:1", 12],
      ["h0:2", 2],
      ["h0:1", 0],
    ]);
  });

  it("is introduced by the accuracy and the mean lead", () => {
    expect(describeImportance(found, "test", "classification")).toBe(
      "Over 40 test graphs, 75.0 % are right and the mean lead of the prediction is 1.25.",
    );
    expect(describeImportance({ ...found, graphs: 0 }, "validation", "classification")).toBe(
      "There are no validation graphs.",
    );
  });

  it("is introduced by the error of predicted numbers, in their unit", () => {
    const error = { ...found, metric: 12_345.6, margin: 0 };
    expect(describeImportance(error, "train", "regression")).toBe(
      "Over 40 training graphs, the mean absolute error is 12346.",
    );
  });
});

describe("the picture", () => {
  const frame = frameOf(300, 360, rangeOf(FILTER));

  it("has equal axes, with a margin around all values", () => {
    expect(frame.x(1) - frame.x(0)).toBeCloseTo(frame.y(0) - frame.y(1), 9);
    expect(rangeOf(FILTER)).toEqual([-0.1, 1.1]);
    expect(rangeOf(Float32Array.of(0, 4))[1]).toBeGreaterThan(4);
    expect(Number.isFinite(frameOf(0, 0, [0, 1]).x(0.5))).toBe(true);
  });

  it("draws a diamond through its corners, and a half-plane to its line", () => {
    const diamond = pathOf(frame, { type: "diamond", centre: [0.5, 0.5], radius: 0.1 });
    expect(diamond.startsWith(`M${frame.x(0.6)} ${frame.y(0.5)}L`)).toBe(true);
    // The empty half-plane, then the full square.
    expect(pathOf(frame, { type: "side", line: [0, 0, -1] })).toBe("");
    expect(pathOf(frame, { type: "side", line: [0, 0, 1] }).split("L")).toHaveLength(4);
    expect(pathOf(frame, { type: "ellipse", centre: [0, 0], radii: [Infinity, 1] })).not.toMatch(
      /NaN|Infinity/,
    );
  });

  it("has points for the bars of its square and its strips alone", () => {
    const points = pointsIn(frame, ROWS, "h0");
    expect(points.map(({ kind, multiplicity }) => [kind, multiplicity])).toEqual([
      ["h0", 2],
      ["h0", 1],
      ["h1Essential", 3],
    ]);
    expect(pointsIn(frame, ROWS, "h1Extended").map(({ kind }) => kind)).toEqual(["h1Essential"]);
    expect(Math.abs(points[2]!.y - frame.strips[1]!.y)).toBeLessThan(frame.strips[1]!.half);
  });

  it("draws positive contributions upwards on a strip", () => {
    const raising = coordinate({
      barcode: "h1Essential",
      element: "exponential",
      parameters: Float32Array.of(0.5, 3),
    });
    const lowering = { ...raising, gradient: Float32Array.of(-0.5, 0.5) };
    const most = tallest([raising, lowering].map((one) => bumpOf(frame, one, 0)));
    expect(most).toBeCloseTo(1, 2);
    const strip = frame.strips[1]!;
    const middle = (one: ReadCoordinateFunction): number => yIn(strip, bumpOf(frame, one, 0)[80]![1], most);
    expect(middle(raising)).toBeLessThan(strip.y);
    expect(middle(lowering)).toBeGreaterThan(strip.y);
  });

  it("names coordinates at their centres, without overlaps and inside", () => {
    const far = coordinate({ id: "h0:3", number: 3, parameters: Float32Array.of(2, 2, 1) });
    const close = coordinate({ id: "h0:2", number: 2, parameters: Float32Array.of(0.26, 0.75, 1) });
    const labels = labelsOf(frame, [coordinate({}), close, far], 0);
    expect(labels.map(({ coordinate }) => coordinate.number)).toEqual([1]);
    expect(labels[0]).toMatchObject({ x: frame.x(0.25), y: frame.y(0.75) });
  });
});

describe("top bars", () => {
  const TOP: CoordinateFunctionTopBars = {
    barcode: "h0",
    points: Uint32Array.from([0, 7, 1, 2, 5, 4, 1, 3, 4, 5, 1, 1]),
    ends: Float32Array.from([0.25, 0.75, 0.5, 0.125]),
    first: Uint32Array.from([0, 2, 2, 3]),
    places: Uint32Array.from([1, 0, 0]),
    values: Float32Array.from([0.5, 0.25, -0.5]),
  };

  it("of each coordinate are its own, in order", () => {
    expect(topBarsOf(TOP, 0).map(({ graph, value, bars }) => [graph, value, bars])).toEqual([
      [3, 0.5, 1],
      [7, 0.25, 5],
    ]);
    expect(topBarsOf(TOP, 1)).toEqual([]);
    const [only] = topBarsOf(TOP, 2);
    expect(only!.bar).toMatchObject({ id: "h0:sub:1", kind: "h0", birth: 0.25, death: 0.75, deathVertex: 2 });
    expect(topBarsOf(TOP, 9)).toEqual([]);
  });

  it("that are essential have no death", () => {
    const loops = {
      ...TOP,
      barcode: "h1Essential" as const,
      points: Uint32Array.from([0, 7, 1, NO_VERTEX, 5, 4]),
    };
    const [loop] = topBarsOf({ ...loops, first: Uint32Array.of(0, 1), places: Uint32Array.of(0) }, 0);
    expect(loop!.bar).toMatchObject({ death: null, deathVertex: null, id: "h1Essential:sub:1" });
  });

  it("are found again among the bars of their graph", () => {
    const bar = { kind: "h0", direction: "super", birth: 0.9, death: 0.5 + 1e-6 } as const;
    expect(nearestRow(ROWS, bar)?.name).toBe("superlevel bar (0.9, 0.5)");
    expect(nearestRow(ROWS, { ...bar, direction: "sub" })).toBeNull();
    expect(nearestRow(ROWS, { ...bar, birth: 0.8 })).toBeNull();
  });

  it("raise a coordinate in the text only if their value is positive", () => {
    expect(describeTop([{ value: 0.5 }], "function 1 of B₀", "test")).not.toContain("No bar");
    expect(describeTop([{ value: -0.5 }], "function 1 of B₀", "test")).toContain("No bar raises it");
    expect(describeTop([], "function 1 of B₀", "test")).toBe(
      "No bar of the test graphs contributes to function 1 of B₀.",
    );
  });
});

describe("sentences", () => {
  it("describe negative coordinates, and omit the sign of the radius", () => {
    expect(describeFunction(coordinate({}))).toBe(
      "Centre c = (0.25, 0.75), radius |r| = 0.5: positive where ‖p − c‖₁ < |r|/2 = 0.25, negative outside.",
    );
    expect(describeFunction(coordinate({ parameters: Float32Array.of(0.25, 0.75, 0) }))).toContain(
      "0 everywhere",
    );
    const line = {
      element: "line",
      barcode: "h1Essential",
      parameters: Float32Array.of(-0.5, -0.25),
    } as const;
    expect(describeFunction(line)).toBe("−0.5 · birth − 0.25.");
  });

  it("multiply the sum of the bars by the gradient", () => {
    const one = coordinate({
      value: -0.5,
      gradient: Float32Array.of(-0.5, 0.5),
      contributions: Float32Array.of(0.25, -0.25),
    });
    expect(describeSum(one, [0.25, -0.75], 2, 0, "class 1")).toBe(
      "The 2 bars of the graph come to −0.5 (0.25 and −0.75); times the local gradient −0.5, that is +0.25 for class 1.",
    );
    expect(describeSum(one, [-0.5], 1, 0, "class 1")).toContain(
      "The 1 bar of the graph comes to −0.5; times",
    );
    expect(describeSum(one, [], 0, 0, "class 1")).toContain("no bars");
  });
});
