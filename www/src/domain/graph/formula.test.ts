import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FormulaError, FUNCTIONS, MAX_FORMULA, parseFormula, VARIABLES } from "./formula";
import type { Variable } from "./formula";

const of = (text: string, known: Partial<Record<Variable, number>> = {}): number =>
  parseFormula(text).value((variable) => known[variable] ?? Number.NaN);

const errorOf = (text: string): FormulaError => {
  try {
    parseFormula(text);
  } catch (error) {
    if (error instanceof FormulaError) return error;
    throw error;
  }
  throw new Error(`${text} was read`);
};

/** A formula with all its parentheses, and its value. */
interface Known {
  readonly text: string;
  readonly value: number;
}
const { known } = fc.letrec<{ known: Known }>((tie) => ({
  known: fc.oneof(
    { depthSize: "small" },
    fc.double({ min: 0, max: 1e6, noNaN: true }).map((value) => ({ text: String(value), value })),
    fc.tuple(tie("known"), fc.constantFrom("+", "-", "*", "/", "^"), tie("known")).map(([a, sign, b]) => ({
      text: `(${a.text}) ${sign} (${b.text})`,
      value: combined(a.value, sign, b.value),
    })),
    tie("known").map(({ text, value }) => ({ text: `-(${text})`, value: -value })),
    tie("known").map(({ text, value }) => ({ text: `abs(${text})`, value: Math.abs(value) })),
    fc.array(tie("known"), { minLength: 1, maxLength: 3 }).map((all) => ({
      text: `max(${all.map(({ text }) => text).join(", ")})`,
      value: Math.max(...all.map(({ value }) => value)),
    })),
  ),
}));

function combined(a: number, sign: string, b: number): number {
  switch (sign) {
    case "+":
      return a + b;
    case "-":
      return a - b;
    case "*":
      return a * b;
    case "/":
      return a / b;
    default:
      return a ** b;
  }
}

describe("a formula", () => {
  it("evaluates to the value of the arithmetic", () => {
    fc.assert(
      fc.property(known, ({ text, value }) => {
        fc.pre(text.length <= MAX_FORMULA);
        expect(of(text)).toBe(value);
      }),
      { numRuns: 1000 },
    );
  });

  it("has the usual operator precedence", () => {
    expect(of("1 + 2 * 3")).toBe(7);
    expect(of("8 - 3 - 2")).toBe(3);
    expect(of("8 / 4 / 2")).toBe(1);
    expect(of("-2^2")).toBe(-4);
    expect(of("2^3^2")).toBe(512);
    expect(of("2^-1")).toBe(0.5);
    expect(of("2 * -3")).toBe(-6);
    expect(of("2 − 3 · 4 × 5")).toBe(-58);
    expect(of(" .5e1+1. ")).toBe(6);
  });

  it("supports vertex variables and functions", () => {
    expect(of("i + n / degree", { i: 2, n: 6, degree: 3 })).toBe(4);
    expect(of("min(x, y, 3)", { x: 1, y: 2 })).toBe(1);
    expect(of("floor(sqrt(core)) + log(exp(2))", { core: 5 })).toBe(4);
    expect(of("sin(0) + cos(pi)")).toBeCloseTo(-1);
    expect([...parseFormula("closeness * degree + degree").variables].sort()).toEqual([
      "closeness",
      "degree",
    ]);
    for (const name of VARIABLES) expect(of(name, { [name]: 7 })).toBe(7);
    for (const name of FUNCTIONS) expect(of(`${name}(1)`)).not.toBeNaN();
  });

  it("with a fault is rejected with reason and position", () => {
    expect(errorOf("")).toMatchObject({ at: 0, message: expect.stringContaining("found the end") as string });
    expect(errorOf("1 +")).toMatchObject({
      at: 3,
      message: expect.stringContaining("found the end") as string,
    });
    expect(errorOf("2 * grade")).toMatchObject({
      at: 4,
      message: expect.stringContaining("“grade”") as string,
    });
    expect(errorOf("2 i")).toMatchObject({ at: 2, message: expect.stringContaining("“i”") as string });
    expect(errorOf("(1 + 2")).toMatchObject({ at: 6, message: expect.stringContaining("“)”") as string });
    expect(errorOf("1 + 2)")).toMatchObject({ at: 5 });
    expect(errorOf("1 $ 2")).toMatchObject({ at: 2, message: expect.stringContaining("“$”") as string });
    expect(errorOf("sqrt 2")).toMatchObject({ at: 5 });
    expect(errorOf("sqrt(1, 2)")).toMatchObject({ at: 6 });
    expect(errorOf("min()")).toMatchObject({ at: 4 });
    expect(errorOf("constructor")).toMatchObject({ at: 0 });
    expect(errorOf("(".repeat(MAX_FORMULA + 1))).toMatchObject({ at: MAX_FORMULA });
  });

  it("is parsed or rejected, for any input", () => {
    const words = fc.array(fc.constantFrom(...VARIABLES, ..."0123456789.()+-*/^, e".split("")), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          words.map((all) => all.join("")),
        ),
        (text) => {
          try {
            expect(typeof of(text)).toBe("number");
          } catch (error) {
            expect(error).toBeInstanceOf(FormulaError);
            const { at } = error as FormulaError;
            expect(at).toBeGreaterThanOrEqual(0);
            expect(at).toBeLessThanOrEqual(text.length);
          }
        },
      ),
      { numRuns: 1000 },
    );
    expect(() => parseFormula("(".repeat(MAX_FORMULA))).toThrow(FormulaError);
  });
});
