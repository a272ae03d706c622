// Tests of the texts about the contributions of bars, with synthetic numbers.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NO_VERTEX } from "../../../domain/persistence/bars";
import {
  describeWithout,
  formatAdded,
  formatScore,
  turns,
  decimalsOf,
  verdictOf,
  amountFor,
  biasFor,
  nameOfTarget,
  sumWords,
  targetOf,
  divide,
  rowsOf,
} from "../../../domain/contributions/bars";

const FILTER = Float32Array.from([0.01, 0.92, 0.5]);

/** Rows of five values, with the contribution of each and the scores without it, for two classes. */
function rows(...made: readonly (readonly [bars: readonly number[], adds: number, without?: number[]])[]) {
  return rowsOf(
    {
      bars: Uint32Array.from(made.flatMap(([bars]) => bars)),
      contributions: Float32Array.from(made.flatMap(([, adds]) => [adds, -adds])),
      without: Float64Array.from(made.flatMap(([, , without]) => without ?? [0, 0])),
      bias: Float64Array.from([0.25, 0]),
      others: new Float32Array(2),
      hats: new Float32Array(),
      gradient: new Float32Array(),
    },
    FILTER,
  );
}

it("the bias of a model with several filters includes the bars of the other filters", () => {
  const parts = { bias: Float64Array.of(0.25, 0.5), others: new Float32Array(2) };
  const scores = { ...parts, hats: parts.others, gradient: parts.others };
  const biasWith = (others: readonly number[], against: number | null) =>
    biasFor(
      {
        ...scores,
        bars: new Uint32Array(),
        contributions: parts.others,
        without: new Float64Array(),
        others: Float32Array.from(others),
      },
      { of: 0, against },
    );
  expect(biasWith([0, 0], null)).toEqual({ name: "bias", amount: 0.25 });
  expect(biasWith([1, -2], null)).toEqual({ name: "bias and the bars of other filters", amount: 1.25 });
  expect(biasWith([1, -2], 1)).toEqual({ name: "bias and the bars of other filters", amount: 2.75 });
});

const nameOf = (index: number): string => `class ${index + 1}`;
const number = (text: string): number => Number(text.replace("−", "-"));

describe("the rows", () => {
  it("have the kind, number, values and direction of their bars as names", () => {
    const named = rows(
      [[0, 0, 0, 1, 1], 0],
      [[0, 1, 1, 0, 3], 0],
      [[1, 0, 0, NO_VERTEX, 1], 0],
      [[1, 1, 1, NO_VERTEX, 1200], 0],
      [[2, 0, 1, NO_VERTEX, 31], 0],
      [[3, 0, 1, 0, 1], 0],
    );
    expect(named.map(({ name }) => name)).toEqual([
      "bar (0.01, 0.92)",
      "3 superlevel bars (0.92, 0.01)",
      "component, born 0.01",
      "1,200 superlevel components, born 0.92",
      "31 loops, born 0.92",
      "extended loop (0.92, 0.01)",
    ]);
    expect(named.map(({ id }) => id)).toEqual([
      "h0:sub:0",
      "h0:super:1",
      "h0Essential:sub:0",
      "h0Essential:super:1",
      "h1Essential:sub:1",
      "h1Extended:sub:1:0",
    ]);
  });

  it("have distinct names with as few digits as possible", () => {
    const near = Float32Array.from([0.5, Math.fround(0.5 + 2 ** -24), 0.25, 0.1251, 0.1254]);
    const made = {
      bars: Uint32Array.from([0, 1, 2, 3, 4].flatMap((vertex) => [2, 0, vertex, NO_VERTEX, 1])),
      contributions: new Float32Array(5),
      without: new Float64Array(5),
      bias: new Float64Array(1),
      others: new Float32Array(1),
      hats: new Float32Array(),
      gradient: new Float32Array(),
    };
    const names = rowsOf(made, near).map(({ name }) => name);
    expect(new Set(names).size).toBe(5);
    expect(names.slice(2)).toEqual(["loop, born 0.25", "loop, born 0.1251", "loop, born 0.1254"]);
  });

  it("are rejected if their barcode is unknown", () => {
    expect(() => rows([[5, 0, 0, 1, 1], 0])).toThrow(RangeError);
  });
});

describe("the first rows and the rest", () => {
  const many = fc.array(fc.float({ noNaN: true, min: -5, max: 5 }), { maxLength: 30 });

  it("contain all rows, those with the largest contributions first", () => {
    fc.assert(
      fc.property(many, fc.nat({ max: 10 }), (adds, most) => {
        const made = rows(...adds.map((add) => [[0, 0, 0, 1, 1], add] as const));
        const { first, rest } = divide(made, { of: 0, against: null }, most);
        const shown = first.map(({ contributions }) => contributions[0]!);
        expect(shown.length + (rest?.rows ?? 0)).toBe(adds.length);
        expect(rest === null).toBe(adds.length <= most);
        const whole = adds.reduce((sum, add) => sum + add, 0);
        expect(shown.reduce((sum, add) => sum + add, rest?.sum ?? 0)).toBeCloseTo(whole, 6);
        const sizes = adds.map(Math.abs).sort((a, b) => b - a);
        expect(shown.map(Math.abs)).toEqual(sizes.slice(0, most));
      }),
    );
  });

  it("belong to the requested class", () => {
    const made = rows([[0, 0, 0, 1, 1], 1], [[0, 1, 1, 0, 1], 2]);
    expect(divide(made, { of: 1, against: null }, 1).rest).toEqual({ rows: 1, sum: -1 });
  });
});

describe("the explained number", () => {
  const scores = Float64Array.from([-0.5, 1.25, 0.75]);

  it("is a score, the lead over the best other class, or the lead over any class", () => {
    expect(targetOf(scores, 1, "none")).toEqual({ of: 1, against: null });
    expect(targetOf(scores, 1, "next")).toEqual({ of: 1, against: 2 });
    expect(targetOf(scores, 0, "next")).toEqual({ of: 0, against: 1 });
    expect(targetOf(scores, 1, 0)).toEqual({ of: 1, against: 0 });
    expect([targetOf(scores, 1, 1), targetOf(scores, 1, 7), targetOf(scores.slice(0, 1), 0, "next")]).toEqual(
      [1, 1, 0].map((of) => ({ of, against: null })),
    );
    expect(nameOfTarget({ of: 1, against: 0 }, nameOf)).toBe("lead of class 2 over class 1");
    expect(sumWords(scores, { of: 1, against: 0 })).toBe("1.25 − (−0.50) = 1.75");
    expect(sumWords(scores, { of: 0, against: null })).toBe("−0.50");
  });

  it("is the sum of its rows and its bias, for every pair", () => {
    const amount = fc.float({ noNaN: true, min: -5, max: 5 });
    fc.assert(
      fc.property(fc.array(amount, { maxLength: 8 }), fc.constantFrom(0, 1), (adds, of) => {
        const made = rows(...adds.map((add) => [[0, 0, 0, 1, 1], add] as const));
        const target = { of, against: 1 - of };
        const { first, rest } = divide(made, target, 3);
        const sum = first.reduce((all, row) => all + amountFor(row.contributions, target), rest?.sum ?? 0);
        const sign = of === 0 ? 2 : -2;
        expect(sum).toBeCloseTo(sign * adds.reduce((all, add) => all + add, 0), 4);
      }),
    );
  });
});

describe("the verdict", () => {
  it("is the class with the highest score, with the second class and its score", () => {
    const scores = Float64Array.from([-1, 3, 2.5]);
    expect(verdictOf(scores)).toEqual({ predicted: 1, score: 3, next: { class: 2, score: 2.5 } });
  });

  it("has no second class if there is only one", () => {
    expect(verdictOf(Float64Array.from([-2]))).toEqual({ predicted: 0, score: -2, next: null });
  });

  it("without some bars states whether the prediction changes", () => {
    const [turned, stays] = rows(
      [[0, 0, 0, 1, 3], 1, [0.25, 0.5]],
      [[2, 0, 1, NO_VERTEX, 1], 1, [0.75, -0.5]],
    );
    expect(turns(turned!, 0)).toBe(true);
    expect(describeWithout(turned!, 0, nameOf)).toBe(
      "Without them: class 2 (score 0.50 against 0.25 for class 1).",
    );
    expect(turns(stays!, 0)).toBe(false);
    // Logged contributions have no scores without their bars.
    const logged = { ...turned!, without: new Float64Array() };
    expect([turns(logged, 0), describeWithout(logged, 0, nameOf)]).toEqual([false, ""]);
    expect(describeWithout(stays!, 0, nameOf)).toBe(
      "Without it: still class 1 (score 0.75 against −0.50 for class 2).",
    );
  });
});

describe("scores as text", () => {
  it("have two decimals, and a sign only if they are not 0", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: -100, max: 100 }), (value) => {
        expect(Math.abs(number(formatScore(value)) - value)).toBeLessThanOrEqual(0.005 + 1e-9);
        expect(number(formatAdded(value))).toBe(number(formatScore(value)));
        expect(formatAdded(value)).toMatch(value > 0.005 ? /^\+/ : value < -0.005 ? /^−/ : /\d/);
      }),
    );
    expect([formatAdded(-0.001), formatAdded(0.001), formatScore(-0.001)]).toEqual(["0.00", "0.00", "0.00"]);
  });
});

it("scores of classes have two decimals, and numbers those of the range of the targets", () => {
  const decimals = (min: number, max: number): number => decimalsOf({ min, max });
  expect(decimalsOf(null)).toBe(2);
  expect(decimals(0, 5)).toBe(2);
  expect(decimals(-0.0002, 0.0001)).toBe(6);
  expect(decimals(-30_000, 50_000)).toBe(0);
  // All targets are the same.
  expect(decimals(7, 7)).toBe(2);
  expect(formatAdded(0.000_123, decimals(-0.0002, 0.0001))).toBe("+0.000123");
  expect(formatAdded(-1234.5, decimals(-30_000, 50_000))).toBe("−1235");
  expect(sumWords(Float64Array.of(0.000_25), { of: 0, against: null }, 6)).toBe("0.000250");
});
