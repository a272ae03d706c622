import { describe, expect, it } from "vitest";
import type { CellTest, ClassBars, ClassTests, GraphRow } from "../../../protocol";
import {
  cellAt,
  curveOf,
  densityOf,
  fillingOf,
  largestDifference,
  mostOf,
  numberOf,
  pointsOf,
  ticksAlong,
  stripOf,
  boxOf,
  cellBeside,
  cellUnder,
  outlineOf,
  squareOf,
} from "./grids";
import {
  describeCell,
  describePoint,
  formatMean,
  nameOfCell,
  describeTest,
  findingOf,
  formatP,
  isFitted,
} from "./words";

const RANGES = 4;
const POINTS = 3;
const CELLS = RANGES * (2 * RANGES + 2);
const CLASSES = 2;
/** Encodes its position in every number. */
const number = (direction: number, scale: number, label: number, rest: number): number =>
  1000 * direction + 500 * scale + 200 * label + rest;

function blocks(size: number, of = number): Float32Array {
  const all: number[] = [];
  for (const direction of [0, 1])
    for (const scale of [0, 1])
      for (let label = 0; label < CLASSES; label++)
        for (let i = 0; i < size; i++) all.push(of(direction, scale, label, i));
  return Float32Array.from(all);
}

const BARS: ClassBars = {
  sizes: [POINTS, RANGES],
  range: [0, 1],
  graphs: Uint32Array.of(3, 2),
  curves: blocks(2 * POINTS * 3),
  densities: blocks(CELLS),
  filled: Uint32Array.of(...[0, 3, 7, 9], ...[0, 3, 2, 1], ...[0, 5, 7, 1], ...[1, 3, 2, 4]),
};
const SUB = { direction: "sub", scale: "graph" } as const;
const nameOf = (label: number): string => `class ${label + 1}`;
const cell = (
  kind: "h0" | "h0Essential" | "h1Essential" | "h1Extended",
  birth: number,
  death: number | null = null,
): number => numberOf({ kind, birth, death }, RANGES);

/** Bars with these densities of the two classes, for every direction and scale. */
function withDensities(
  ...cells: readonly (readonly [cell: number, first: number, second: number])[]
): ClassBars {
  const found = new Map(cells.map(([at, ...means]) => [at, means]));
  return { ...BARS, densities: blocks(CELLS, (_, __, label, at) => found.get(at)?.[label] ?? 0) };
}

describe("the grids of the classes", () => {
  it("have the layout of the engine", () => {
    expect(curveOf(BARS, { direction: "super", scale: "vertices" }, 1, 1)).toEqual(
      [9, 12, 15].map((first) => ({ low: 1700 + first, median: 1701 + first, high: 1702 + first })),
    );
    expect(curveOf({ ...BARS, graphs: Uint32Array.of(3, 0) }, SUB, 1, 0)).toEqual([]);
    expect([...densityOf(BARS, { direction: "sub", scale: "vertices" }, 1)].slice(0, 2)).toEqual([700, 701]);
    expect(pointsOf({ ...BARS, range: [0.5, 1] })).toEqual([0.5, 0.75, 1]);
    expect(ticksAlong(BARS)).toEqual([0, 0.5, 1]);
    expect(ticksAlong({ ...BARS, range: [0.01, 0.99] })).toEqual([0.01, 0.99]);
  });

  it("number cells like the engine, and invert the numbers", () => {
    expect(cellAt(2 * RANGES + 3, RANGES)).toEqual({ kind: "h0", birth: 2, death: 3 });
    expect(cellAt(RANGES * RANGES + 1, RANGES)).toEqual({ kind: "h0Essential", birth: 1, death: null });
    expect(cellAt(RANGES * RANGES + 7, RANGES)).toEqual({ kind: "h1Essential", birth: 3, death: null });
    expect(cellAt(CELLS - 2, RANGES)).toEqual({ kind: "h1Extended", birth: 3, death: 2 });
    for (let at = 0; at < CELLS; at++) expect(numberOf(cellAt(at, RANGES), RANGES)).toBe(at);
  });

  it("list the graphs of a class in a cell of one direction", () => {
    expect(fillingOf(BARS, "sub", 3, () => true)).toEqual([
      { graph: 7, bars: 9 },
      { graph: 2, bars: 1 },
    ]);
    expect(fillingOf(BARS, "sub", 3, (graph) => graph !== 7)).toEqual([{ graph: 2, bars: 1 }]);
    expect(fillingOf(BARS, "super", 3, () => true)).toEqual([{ graph: 2, bars: 4 }]);
    expect(fillingOf(BARS, "super", 5, () => true)).toEqual([]);
  });

  it("have the largest difference of two classes in either direction", () => {
    const bars = withDensities([cell("h0", 0, 1), 3, 2.5], [cell("h1Essential", 2), 1, 4]);
    const found = largestDifference(bars, SUB, [0, 1]);
    expect(found).toEqual({ cell: cell("h1Essential", 2), means: [1, 4] });
    expect(largestDifference(withDensities([2, 1, 1]), SUB, [0, 1])).toBeNull();
    expect(mostOf([densityOf(bars, SUB, 0), densityOf(bars, SUB, 1).map((mean) => -mean)], RANGES)).toEqual({
      components: 3,
      loops: 4,
    });
  });
});

describe("the sentences", () => {
  const TEST: CellTest = {
    cell: cell("h1Essential", 3),
    auc: 0.25,
    interval: [0.125, 0.375],
    q: 0.004,
    withBars: [1, 2],
    confirmed: 0.375,
    reliable: true,
  };
  const TESTS: ClassTests = {
    cells: [TEST, { ...TEST, cell: 3, q: 0.36, reliable: false }],
    confirming: "train",
    permutationP: 0.012,
    permutations: 999,
  };
  const finding = (change: Partial<Parameters<typeof findingOf>[0]> = {}): string =>
    findingOf({
      bars: BARS,
      scale: "graph",
      tests: TESTS,
      classes: [0, 1],
      part: "test",
      untrained: false,
      fitted: false,
      nameOf,
      ...change,
    });

  it("name a difference that holds, with its size, its test and the graphs that have it", () => {
    expect(finding()).toBe(
      "Test graphs of class 2 have more loops born from 0.75 to 1 (per graph): AUC 0.75 (0.63 to 0.88), corrected p = 0.004. " +
        "100.0 % of these graphs have any, against 33.3 % of those of class 1. The training graphs confirm the sign. " +
        "1 of 2 cells differ reliably. As a whole, the bars differ: permutation test with 999 permutations, p = 0.012.",
    );
    const turned = {
      ...TESTS,
      cells: [{ ...TEST, auc: 0.75, interval: [0.625, 0.875] as [number, number] }],
    };
    expect(finding({ tests: turned })).toMatch(
      /^Test graphs of class 1 have more .* AUC 0\.75 \(0\.63 to 0\.88\)/,
    );
    expect(describeTest(TEST, nameOf, 0, false)).toBe(
      "AUC 0.25 (0.13 to 0.38) for class 1, corrected p = 0.004, reliable.",
    );
  });

  it("name no class where no difference holds", () => {
    const none = {
      ...TESTS,
      permutationP: 0.36,
      cells: TESTS.cells.map((own) => ({ ...own, q: 0.36, reliable: false })),
    };
    expect(finding({ tests: none })).toBe(
      "No cell differs reliably between the test graphs of class 1 and of class 2: the smallest corrected p of 2 cells is 0.36. " +
        "As a whole, the bars do not differ reliably: permutation test with 999 permutations, p = 0.36.",
    );
    const opposed = { ...none, cells: none.cells.map((own) => ({ ...own, q: 0.01 })) };
    expect(finding({ tests: opposed, part: "train" })).toContain(
      "No cell differs reliably between the training graphs of class 1 and of class 2: the training graphs do not confirm the sign of any of 2 cells.",
    );
    expect(finding({ tests: { ...none, cells: [], permutationP: null } })).toBe(
      "No cell differs reliably between the test graphs of class 1 and of class 2: no cell has bars. A permutation test needs two graphs of each class.",
    );
    expect([0.0001, 0.001, 0.0456, 0.2].map(formatP)).toEqual(["< 0.001", "0.001", "0.046", "0.20"]);
  });

  it("state no p for graphs that f was fitted to, but how large the difference is there and elsewhere", () => {
    expect(finding({ part: "train", fitted: true, tests: { ...TESTS, confirming: "test" } })).toBe(
      "Training graphs of class 2 have more loops born from 0.75 to 1 (per graph): AUC 0.75 (0.63 to 0.88), and 0.63 over the test graphs. " +
        "f was fitted to the labels of the training graphs, so that a p-value for them would mean nothing, and none is stated.",
    );
    expect(describeTest(TEST, nameOf, 0, true)).toBe("AUC 0.25 (0.13 to 0.38) for class 1.");
    expect(isFitted("train", false, "gfl")).toBe(true);
    // Labels have no influence on other parts, on initial weights and on a fixed filter.
    expect([
      isFitted("test", false, "gfl"),
      isFitted("train", true, "gfl"),
      isFitted("train", false, "ph-only"),
    ]).toEqual([false, false, false]);
  });

  it("report an untrained filter, empty classes and tests in progress", () => {
    expect(finding({ untrained: true })).toMatch(/^These weights are untrained\. Test graphs of class 2/);
    expect(finding({ tests: null })).toBe("Testing the differences …");
    const alone = { ...BARS, graphs: Uint32Array.of(3, 0) };
    expect(finding({ bars: alone, part: "validation" })).toBe(
      "No validation graphs belong to class 2: there is nothing to compare.",
    );
    expect(describePoint(alone, SUB, [1], 0, nameOf)).toBe("There is no graph.");
  });

  it("count every graph of a class, those without bars as 0", () => {
    const row = (vertices: number, own: number, part: GraphRow["part"] = "test"): GraphRow => ({
      vertices,
      edges: 0,
      class: own,
      target: null,
      part,
    });
    const rows = [row(50, 0), row(200, 0), row(10, 1), row(10, 0, "train"), row(20, 0)];
    const filling = [
      { graph: 0, bars: 4 },
      { graph: 1, bars: 2 },
      { graph: 3, bars: 9 },
    ];
    const strip = stripOf(rows, "test", 0, filling, "vertices");
    expect(strip.points.map(({ bars }) => bars)).toEqual([8, 1, 0]);
    expect([strip.median, strip.filled]).toEqual([1, 2]);
    expect(stripOf(rows, "test", 0, filling, "graph").points.map(({ bars }) => bars)).toEqual([4, 2, 0]);
    expect(stripOf(rows, "validation", 0, [], "graph")).toMatchObject({ points: [], median: 0, filled: 0 });
  });

  it("describe a cell and a value of t", () => {
    const bars = withDensities([cell("h0", 0, 1), 2, 0.004]);
    expect(describeCell(bars, { ...SUB, scale: "vertices" }, [0, 1], cell("h0", 0, 1), nameOf)).toBe(
      "Components born from 0 to 0.25 that end from 0.25 to 0.5: 2.0 in class 1, < 0.01 in class 2 (mean per 100 vertices).",
    );
    expect(nameOfCell(bars, cell("h0Essential", 1))).toBe(
      "components born from 0.25 to 0.5 that are essential",
    );
    expect(nameOfCell(bars, cell("h1Extended", 2, 0))).toBe(
      "loops born from 0.5 to 0.75 that end from 0 to 0.25",
    );
    expect(describePoint(BARS, SUB, [0, 1], 1, nameOf)).toBe(
      "At t = 0.5, β₀ is 4.0 in class 1 and 204 in class 2, β₁ is 13.0 in class 1 and 213 in class 2 (median per graph).",
    );
    expect([0, 0.005, 0.25, 12.34, 123.4].map(formatMean)).toEqual(["0", "< 0.01", "0.25", "12.3", "123"]);
  });
});

describe("the square", () => {
  for (const [direction, ended] of [
    ["sub", false],
    ["super", false],
    ["sub", true],
    ["super", true],
  ] as const) {
    const name = `${direction}level${ended ? ", loops with ends" : ""}`;
    const square = squareOf(80, RANGES, direction, ended);
    const possible = (at: number): boolean => {
      const { kind, birth, death } = cellAt(at, RANGES);
      if (death === null || death === birth) return ended || kind !== "h1Extended";
      return kind === "h0"
        ? (direction === "sub") === death > birth
        : ended && (direction === "sub") === death < birth;
    };
    /** The middle of a cell, or of its half. */
    const middleOf = (at: number): readonly [number, number] => {
      const { x, y, width, height, half } = boxOf(square, at);
      const share = { above: 1 / 3, below: 2 / 3, none: 1 / 2 }[half ?? "none"];
      return [x + share * width, y + share * height];
    };

    it(`finds every cell where it draws it, ${name}`, () => {
      for (let at = 0; at < CELLS; at++) {
        const { y, height } = boxOf(square, at);
        expect(y >= 0 && y + height <= square.height).toBe(true);
        if (possible(at)) expect(cellUnder(square, ...middleOf(at))).toBe(at);
      }
      expect(cellUnder(square, -1, square.top + 10)).toBeNull();
      expect(cellUnder(square, 40, square.height + 1)).toBeNull();
    });

    it(`has no cell where no bar can be, ${name}`, () => {
      const found = new Set<number | null>();
      for (let x = 1; x < 80; x += 3)
        for (let y = 1; y < square.height; y += 3) found.add(cellUnder(square, x, y));
      for (const at of found) expect(at === null || possible(at)).toBe(true);
    });

    it(`leads the arrow keys to all cells and to nothing else, ${name}`, () => {
      const reached = new Set([numberOf({ kind: "h1Essential", birth: 0, death: null }, RANGES)]);
      for (const at of reached)
        for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"])
          reached.add(cellBeside(square, at, key)!);
      const all = Array.from({ length: CELLS }, (_, at) => at).filter(possible);
      expect([...reached].sort((a, b) => a - b)).toEqual(all);
      expect(cellBeside(square, 0, "a")).toBeNull();
    });

    it(`goes up where the key says up, ${name}`, () => {
      for (let at = 0; at < CELLS; at++) {
        if (!possible(at)) continue;
        const above = cellBeside(square, at, "ArrowUp")!;
        if (above !== at) expect(boxOf(square, above).y).toBeLessThan(boxOf(square, at).y);
      }
    });
  }

  it("draws the half of a cell on its own side of the diagonal", () => {
    const box = { x: 0, y: 10, width: 6, height: 6 };
    expect(outlineOf({ ...box, half: null }, 0.25)).toBe("M1.5 11.5h3v3h-3z");
    expect(outlineOf({ ...box, half: "above" })).toBe("M0 10h6l-6 6z");
    expect(outlineOf({ ...box, half: "below" }, 0.25)).toBe("M2 12m3 0v3h-3z");
  });
});
