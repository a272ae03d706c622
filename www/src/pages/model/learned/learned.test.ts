import fc from "fast-check";
import { metricOf } from "../../../domain/training/metric";
import { describe, expect, it } from "vitest";
import type { FilterAssociation, FilterLevels, GraphRow } from "../../../protocol";
import { beyondChance, findingOf, formatExplained, inOrder, nameOfOthers } from "./association";
import { columnsOf, domainOf, labelsOf, levelsOf, pictureOf, pictureOfPair } from "./levels";
import type { Level, QuantityRange, LevelAxis } from "./levels";
import { inTwoParts, nameOfQuantity, withArticle } from "./quantities";
import { classesOf, compared, sentenceOf } from "./SwapIn";
import { agreementOf } from "./Learned";

const levels = (values: readonly number[], change: Partial<FilterLevels> = {}): FilterLevels => ({
  ranges: Float32Array.from(values.flatMap((value) => [value, value])),
  counts: Uint32Array.from(values.flatMap(() => [1000, 100])),
  means: Float32Array.from(values.flatMap(() => [0.5, 0.25])),
  bands: Float32Array.from(values.flatMap(() => [0, 1])),
  ...change,
});

/** One quantity with these values, and the same number of vertices of both parts at each value. */
function association(change: Partial<FilterAssociation> = {}, values = [3, 4, 5]): FilterAssociation {
  return {
    levels: levels(values),
    columns: levels(values),
    grouped: [false],
    binned: [false],
    etaSquared: [0.981, 0.97],
    chance: [0.001, 0.012],
    monotone: [0.04, 0.01],
    ...change,
  };
}

const row = (part: GraphRow["part"], own: number): GraphRow => ({
  vertices: 1,
  edges: 0,
  class: own,
  target: null,
  part,
});

it("fits the axis of f to the occurring values, or leaves the range of learned filters", () => {
  const level = (band: QuantityRange, means: Level["means"]): Level => ({
    ranges: [],
    counts: [1, 1],
    means,
    band,
  });
  const low = [level([0.1, 0.15], [0.12, null]), level([0.05, 0.1], [0.04, 0.2])];
  expect(domainOf(low, false)).toEqual([0, 1]);
  expect(domainOf(low, true)).toEqual([0.04, 0.2]);
  expect(domainOf([level([-1, 2], [3, 3])], false)).toEqual([-1, 3]);
  expect(domainOf([level([0.3, 0.3], [0.3, null])], true)).toEqual([-0.2, 0.8]);
  expect(domainOf([], true)).toEqual([0, 1]);
});

describe("the finding about a quantity", () => {
  const finding = (change: Partial<FilterAssociation>, ids = ["degree"], untrained = false): string =>
    findingOf(ids, association(change), "test graphs", untrained);

  it("names the shares of both parts, missing monotonicity, and the chance level", () => {
    expect(finding({})).toBe(
      "The degree explains 97.0 % of the variance of f over the test graphs, 98.1 % over the training graphs. " +
        "Over the training graphs, a function of it that never falls explains at most 4.0 %: f is not monotone in the degree. " +
        "Each value is a group: 3 groups. Chance level: 1.2 % over the test graphs and 0.1 % over the training graphs.",
    );
  });

  it("reports the share of a monotone function for every quantity with an order", () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(share, share, share, (training, rising, falling) =>
        /f never (falls|rises) as the degree grows|that never (falls|rises) explains at most/.test(
          finding({ etaSquared: [training, 0.5], monotone: [rising, falling] }),
        ),
      ),
    );
    expect(finding({ etaSquared: [1, 1], monotone: [0, 1] })).toContain(
      "Over the training graphs, f never rises as the degree grows.",
    );
    expect(finding({ etaSquared: [0.981, 0.9], monotone: [0.9, 0.1] })).toContain(
      "a function of it that never falls explains at most 90.0 %. ",
    );
    expect(finding({ monotone: null })).not.toContain("never");
  });

  it("reports a constant f in one or both parts, and never confuses the shares of the parts", () => {
    expect(finding({ etaSquared: [null, null], monotone: null })).toBe(
      "f is constant: it has no variance to explain.",
    );
    expect(finding({ etaSquared: [0.5, null], monotone: null })).toMatch(
      /^The degree explains 50.0 % of the variance of f over the training graphs\./,
    );
    expect(finding({ etaSquared: [null, 0.5], monotone: null })).toMatch(
      /^The degree explains 50.0 % of the variance of f over the test graphs\./,
    );
  });

  it("reports untrained weights", () => {
    expect(finding({}, ["degree"], true)).toMatch(/^These weights are untrained\. The degree explains/);
  });

  it("names both of two quantities", () => {
    expect(finding({ monotone: null }, ["degree", "attribute2"])).toMatch(
      /^The degree and attribute 2 together explain 97\.0 %/,
    );
  });

  it("reports whether close values are grouped, and omits a chance level that is not defined", () => {
    expect(finding({ grouped: [true], chance: [0.0001, null] })).toContain(
      "Close values are grouped: 3 groups. Chance level: < 0.1 % over the training graphs.",
    );
    expect(finding({ chance: [null, null] })).toMatch(/Each value is a group: 3 groups\.$/);
  });

  it("shows 100.0 % only if rounding alone remains", () => {
    expect([1, 0.99999995, 0.9999, 0.9994, -0.01].map(formatExplained)).toEqual([
      "100.0 %",
      "100.0 %",
      "> 99.9 %",
      "99.9 %",
      "0.0 %",
    ]);
  });

  it("has the share beyond chance", () => {
    expect(beyondChance(1, 0.4)).toBe(1);
    expect(beyondChance(0.4, 0.4)).toBe(0);
    expect(beyondChance(0.7, 0.4)).toBeCloseTo(0.5);
    expect([beyondChance(1, 1), beyondChance(null, 0.1), beyondChance(0.5, null)]).toEqual([0, null, 0.5]);
  });
});

describe("rows", () => {
  it("have the largest share beyond chance first, and pending quantities last", () => {
    const of = (share: number | null, chance = 0.01): FilterAssociation =>
      association({ etaSquared: [0, share], chance: [0, chance] });
    const found = new Map([
      ["degree", of(0.1)],
      ["core", of(0.9)],
      ["label", of(null)],
      ["clustering", of(0.9)],
      // So large a number of groups that chance explains nearly as much.
      ["attribute1", of(0.92, 0.9)],
    ]);
    expect(inOrder(["closeness", "attribute1", "degree", "core", "label", "clustering"], found)).toEqual([
      "core",
      "clustering",
      "attribute1",
      "degree",
      "label",
      "closeness",
    ]);
  });

  it("are requested once each, slow and numerous quantities in the second part", () => {
    const ids = [
      "degree",
      "closeness",
      "label",
      ...Array.from({ length: 18 }, (_, i) => `attribute${i + 1}`),
    ];
    const [first, later] = inTwoParts(ids);
    expect(first).toEqual(["degree", "label", "attribute1", "attribute2", "attribute3"]);
    expect([...first, ...later].sort()).toEqual([...ids].sort());
  });

  it("have readable names, and name the parts besides the training part", () => {
    expect(["core", "component-size", "attribute12"].map(nameOfQuantity)).toEqual([
      "core number",
      "component size",
      "attribute 12",
    ]);
    expect(withArticle(["attribute1"])).toBe("attribute 1");
    expect(nameOfOthers([row("train", 0), row("test", 0)])).toBe("test graphs");
    expect(nameOfOthers([row("validation", 0), row("test", 0)])).toBe("validation and test graphs");
  });
});

describe("levels", () => {
  it("have a value, a name or a range as label", () => {
    expect(labelsOf([[3, 3]], null)).toEqual(["3"]);
    expect(labelsOf([[1, 1]], ["C", "N"])).toEqual(["N"]);
    expect(labelsOf([[0.125, 0.5]], null)).toEqual(["0.125–0.5"]);
  });

  it("have more digits where neighbours or both ends would have the same text", () => {
    expect(
      labelsOf(
        [
          [0.2, 0.2],
          [0.25011, 0.25011],
          [0.25019, 0.25019],
        ],
        null,
      ),
    ).toEqual(["0.2", "0.2501", "0.2502"]);
    expect(labelsOf([[0.99912, 0.99938]], null)).toEqual(["0.9991–0.9994"]);
  });

  it("separate the parts, and have no mean without vertices", () => {
    const found = association({
      levels: levels([], {
        counts: Uint32Array.from([7, 0]),
        means: Float32Array.from([0.5, Number.NaN]),
        ranges: Float32Array.from([1, 1, 4, 6]),
        bands: Float32Array.from([0, 0.75]),
      }),
      grouped: [false, true],
    });
    expect(levelsOf(found)).toEqual([
      {
        ranges: [
          [1, 1],
          [4, 6],
        ],
        counts: [7, 0],
        means: [0.5, null],
        band: [0, 0.75],
      },
    ]);
  });
});

describe("the picture", () => {
  const axis = (id: string, values: number[], width = 0): LevelAxis => ({
    id,
    levels: columnsOf(
      association({
        columns: levels(values, {
          ranges: Float32Array.from(values.flatMap((value) => [value, value + width])),
        }),
      }),
    ),
    categories: null,
    binned: width > 0,
  });

  it("of a binned quantity has the start of each range", () => {
    expect(pictureOf(axis("closeness", [0, 0.25, 0.5], 0.125))).toMatchObject({
      axis: "closeness, from … on",
      columns: ["0", "0.25", "0.5"],
      series: null,
    });
  });

  it("of names and numbers has a series for each name; names alone have no order", () => {
    const label = { ...axis("label", [0, 1]), categories: ["C", "N"] };
    const both = [
      {
        ...label.levels[0]!,
        ranges: [
          [1, 1],
          [2, 2],
        ] as const,
      },
    ];
    const picture = pictureOfPair([label, axis("degree", [1, 2])], both);
    expect(picture).toMatchObject({ columns: ["1", "2"], ordered: true });
    expect(picture!.series!.map(({ name }) => name)).toEqual(["C", "N"]);
    expect(pictureOf(label)).toMatchObject({ columns: ["C", "N"], ordered: false });
  });

  it("of two quantities has every level of the pair once, in its column and series", () => {
    const values = fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(
        values,
        values,
        fc.array(fc.boolean(), { minLength: 144, maxLength: 144 }),
        (a, b, occurs) => {
          const axes = [a, b].map((own, place) =>
            axis(
              ["degree", "core"][place]!,
              own.sort((x, y) => x - y),
            ),
          ) as [LevelAxis, LevelAxis];
          const pairs = a.flatMap((x) => b.map((y) => [x, y] as const)).filter((_, i) => occurs[i]);
          const both = pairs.map(([x, y]) => ({
            ...axes[0].levels[0]!,
            ranges: [
              [x, x],
              [y, y],
            ] as const,
          }));
          const picture = pictureOfPair(axes, both);
          if (a.length > 8 && b.length > 8) return picture === null;
          const across = b.length <= 8 ? 0 : 1;
          const seen = picture!.series!.flatMap(({ name, marks }) =>
            marks.map(({ column, level }) => {
              expect(picture!.columns[column]).toBe(String(level.ranges[across]![0]));
              expect(name).toBe(String(level.ranges[1 - across]![0]));
              return level;
            }),
          );
          expect(new Set(seen)).toEqual(new Set(both));
          expect(seen).toHaveLength(both.length);
          return true;
        },
      ),
    );
  });
});

describe("the replacement of f", () => {
  it("is compared part by part", () => {
    const rows = [row("train", 0), row("test", 1), row("test", 0), row("test", 1), row("train", 1)];
    const learned = classesOf(Float64Array.from([2, 1, 0, 3, 1, 0, 5, 4, 0, 1]), 2);
    expect([...learned]).toEqual([0, 1, 0, 0, 1]);
    const parts = compared(rows, learned, [1, 1, 1, 0, 1]);
    expect(parts).toEqual([
      { part: "test", graphs: 3, learned: 2 / 3, swapped: 1 / 3 },
      { part: "train", graphs: 2, learned: 1, swapped: 0.5 },
    ]);
    expect(sentenceOf(["degree"], parts[0]!, metricOf(null))).toBe(
      "With f replaced by its mean at each level of the degree, 33.3 % of the test graphs are right; with f itself 66.7 %.",
    );
  });
});

describe("a fixed filter beside f", () => {
  it("agrees in the order of pairs, part by part", () => {
    expect(agreementOf("degree", { agreement: [0.75, 0.5], untied: [0.9, 0.8] }, "test graphs")).toBe(
      "f and the fixed filter (degree) order pairs of vertices alike in 50.0 % over the test graphs, 75.0 % over the training graphs, among the pairs within a graph that neither filter ties: 80.0 % and 90.0 % of all pairs.",
    );
    expect(agreementOf("degree", { agreement: [1, null], untied: [0.25, 0] }, "test graphs")).toBe(
      "f and the fixed filter (degree) order pairs of vertices alike in 100.0 % over the training graphs, among the pairs within a graph that neither filter ties: 25.0 % of all pairs.",
    );
    expect(agreementOf("degree", { agreement: [null, null], untied: [0, null] }, "test graphs")).toMatch(
      /^No two vertices/,
    );
  });
});
