import fc from "fast-check";
import { expect, it } from "vitest";
import { readNumber, shortest, stepOf, stepped } from "./export";

const float = fc.float({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);

it("a number has the shortest form", () => {
  expect(shortest(Math.fround(0.1))).toBe(0.1);
  expect(shortest(1.5)).toBe(1.5);
  // Eight digits do not suffice for this one.
  expect(shortest(Math.fround(0.0100000035))).toBe(0.0100000035);
  fc.assert(
    fc.property(float, (value) => {
      const [, digits] = shortest(value)
        .toExponential()
        .match(/^-?([\d.]+)e/)!;
      return Math.fround(shortest(value)) === value && digits!.replace(".", "").length <= 9;
    }),
  );
});

it("typed text gives a 32-bit number or none", () => {
  expect(readNumber(" 1.5 ")).toBe(1.5);
  expect(readNumber("−2e-1")).toBe(-0.2);
  for (const text of ["", " ", "-", "1e", "1e39", "NaN", "two"]) expect(readNumber(text)).toBeNull();
  fc.assert(fc.property(float, (value) => Math.fround(readNumber(String(shortest(value)))!) === value));
});

it("many steps lead to the same number as one step of their total length", () => {
  let value = Math.fround(0.99);
  for (let i = 0; i < 20; i++) value = Math.fround(stepped(value, 0.1));
  expect(shortest(value)).toBe(2.99);
  for (let i = 0; i < 40; i++) value = Math.fround(stepped(value, -0.1));
  expect(shortest(value)).toBe(-1.01);
  expect(stepped(0.1, -0.1)).toBe(0);
});

it("a step is a power of ten that fits the range of the values", () => {
  expect(stepOf([1, 3, 2, 4, 1.5])).toBeCloseTo(0.1);
  expect(stepOf([0, 1])).toBeCloseTo(0.1);
  expect(stepOf([0.2, 0.6])).toBeCloseTo(0.01);
  expect(stepOf([0, 50])).toBe(1);
  expect(stepOf([2, 2])).toBeCloseTo(0.1);
  expect(stepOf([])).toBeCloseTo(0.1);
});
